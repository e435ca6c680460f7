import { documentTypes } from '@portcullis/documents';
import { uploadKinds } from '../../evidence/evidence.ts';
import { closedObject, oneOf, plainText, schemaCodec, t } from '../../kernel/codec.ts';
import { livenessChallenges } from '../../kernel/liveness-challenges.ts';
import { statuses } from '../../kernel/status.ts';
import { entryKinds } from '../../ledger/entry.ts';
import { profileOrders } from '../../ports/stores/profile-store.ts';
import { statusEvents } from '../../profile/transitions.ts';
import {
  ClaimedInputCodec,
  ConsentTextVersion,
  CountryCode,
  DeviceEventId,
  EventDataCodec,
  LanguageTag,
  MetadataChangeCodec,
  MetadataCodec,
  PartnerEventType,
  PolicyId,
  ScenarioName,
} from '../../serialization/input-codecs.ts';
import { PathIdCodec } from '../../serialization/policy-codec.ts';
import { RedirectUrl } from '../../serialization/redirect-url.ts';
import { timestamp } from '../../serialization/value-codecs.ts';
import { callerOf } from './caller-codecs.ts';
import {
  administration,
  anyone,
  Count,
  form,
  Id,
  judgement,
  Limit,
  nullable,
  own,
  ownInput,
  request,
  staff,
  Version,
} from './forms.ts';

const Bytes = schemaCodec('the bytes of a file (Uint8Array)', (u): u is Uint8Array => u instanceof Uint8Array, {});

const CreateProfileInput = closedObject(
  {
    caller: callerOf('machine'),
    reference: plainText(1, 128),
  },
  {
    ...request,
    policyId: nullable(PolicyId),
    claimed: ClaimedInputCodec,
    language: nullable(LanguageTag),
    metadata: MetadataCodec,
    redirectUrl: nullable(RedirectUrl),
    forceNew: t.boolean,
    keepLink: t.boolean,
    scenario: nullable(ScenarioName),
  },
);

const Patch = closedObject(
  { files: t.readonlyArray(form({ kind: oneOf(uploadKinds), bytes: Bytes })) },
  {
    claimed: ClaimedInputCodec,
    consent: closedObject(
      { textVersion: ConsentTextVersion, locale: LanguageTag, granted: t.boolean },
      { scope: oneOf(['face']) },
    ),
    device: form({ eventId: DeviceEventId }),
    language: LanguageTag,
    metadata: MetadataChangeCodec,
    path: PathIdCodec,
  },
);

const UpdateProfileInput = closedObject(
  { caller: anyone, id: Id, patch: Patch },
  { ...request, expectedVersion: Version },
);

const Image = t.union([closedObject({ bytes: Bytes }, { frames: t.readonlyArray(Bytes) }), form({ fileId: Id })]);

const AnalyzeDocumentInput = closedObject(
  {
    caller: anyone,
    profileId: Id,
    front: Image,
    back: nullable(Image),
    hints: closedObject({}, { type: oneOf(documentTypes), country: CountryCode }),
  },
  request,
);

const OpenLivenessSessionInput = closedObject(
  { caller: anyone, profileId: Id },
  { ...request, challenge: oneOf(livenessChallenges) },
);

const StatusEventInput = closedObject(
  { caller: administration, id: Id, event: oneOf(statusEvents), ...judgement, expectedVersion: Version },
  { ...request, reviewer: nullable(form({ id: Id, name: nullable(plainText(1, 100)) })) },
);

const VerificationEventInput = closedObject(
  {
    caller: callerOf('machine'),
    id: Id,
    type: PartnerEventType,
    occurredAt: nullable(t.string),
    outcome: nullable(plainText(1, 100)),
    data: EventDataCodec,
    expectedVersion: Version,
  },
  request,
);

/** How a client proves who it is. */
const CredentialsInput = t.union([
  t.type({ clientId: t.string, clientSecret: t.string }),
  t.type({ clientId: t.string, clientAssertion: t.string }),
]);

const ListProfilesInput = form({
  caller: administration,
  filter: closedObject(
    { limit: Limit },
    {
      order: oneOf(profileOrders),
      statuses: t.readonlyArray(oneOf(statuses)),
      updatedAfter: timestamp,
      metadata: MetadataCodec,
      status: oneOf(statuses),
      reference: plainText(1, 128),
      createdAfter: timestamp,
      createdBefore: timestamp,
      cursor: t.string,
    },
  ),
});

/**
 * The purpose of a request; `supply` is evidence, `upload` evidence with pictures, `withdraw` a withdrawal of consent
 * or a request that may turn out to be one, `liveness` what needs consent in any case, `analyze` pictures of a document
 * that may have an analysis already, `status` a status event, `append` a verification event, `link` a new link.
 */
export const intents = [
  'read',
  'supply',
  'upload',
  'withdraw',
  'liveness',
  'analyze',
  'status',
  'append',
  'link',
] as const;

/** The form of the input of every use case, by its name. */
export const inputs = {
  createHandoff: closedObject({ caller: callerOf('flow') }, request),
  redeemHandoff: form({ code: t.string }),
  issueToken: form({ credentials: CredentialsInput, scopes: nullable(t.readonlyArray(t.string)) }),
  renewFlowToken: closedObject(ownInput('machine'), request),
  revokeToken: form({ credentials: CredentialsInput, token: t.string }),
  verifyToken: t.string,
  createProfile: CreateProfileInput,
  eraseProfile: own('machine', 'staff'),
  getProfile: own('machine', 'flow', 'staff'),
  listProfiles: ListProfilesInput,
  readSettings: form({ caller: anyone, language: nullable(t.string) }),
  takeBackErasure: own('machine', 'staff'),
  updateProfile: UpdateProfileInput,
  analyzeDocument: AnalyzeDocumentInput,
  readFile: form({ ...ownInput('machine', 'staff'), fileId: t.string }),
  openLivenessSession: OpenLivenessSessionInput,
  readLivenessResult: form({ caller: anyone, sessionId: t.string }),
  submitLivenessCapture: closedObject({ caller: callerOf('flow'), sessionId: t.string, capture: Bytes }, request),
  issueBrowserCredentials: form({ caller: anyone, profileId: t.string }),
  appendVerificationEvent: VerificationEventInput,
  postStatusEvent: StatusEventInput,
  readAccessLog: form({
    caller: administration,
    after: nullable(t.type({ at: t.string, id: t.string, line: Count })),
    from: nullable(t.string),
    limit: Count,
  }),
  readHistory: form({ ...ownInput('machine', 'staff'), kind: oneOf(entryKinds), afterSeq: Count, limit: Count }),
  listPolicies: staff,
  readPolicy: form({ caller: staff, ref: form({ id: t.string, version: t.string }) }),
  authorizeProfile: closedObject({ ...ownInput('machine', 'flow', 'staff'), intent: oneOf(intents) }, request),
  processVerification: t.string,
  explainDecision: form({ ...ownInput('machine', 'staff'), seq: nullable(Count) }),
} as const;
