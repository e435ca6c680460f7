import { fingerprintKinds, uploadKinds } from '../../evidence/evidence.ts';
import { closedObject, integer, oneOf, plainText, schemaCodec, t, uniqueList } from '../../kernel/codec.ts';
import { documentTypes } from '../../kernel/document-terms.ts';
import { livenessChallenges } from '../../kernel/liveness-challenges.ts';
import type { Principal } from '../../kernel/principal.ts';
import { reviewOutcomes } from '../../kernel/review-outcomes.ts';
import { scopes } from '../../kernel/scopes.ts';
import { staffRoles } from '../../kernel/staff-permissions.ts';
import { statuses } from '../../kernel/status.ts';
import { entryKinds } from '../../ledger/entry.ts';
import { maxOverlapSeconds } from '../../ports/stores/client-store.ts';
import { listNames } from '../../ports/stores/duplicate-index.ts';
import { profileOrders } from '../../ports/stores/profile-store.ts';
import { erasureCauses } from '../../profile/profile.ts';
import { statusEvents } from '../../profile/transitions.ts';
import {
  ClaimedInputCodec,
  ConsentTextVersion,
  CountryCode,
  DeviceEventId,
  DraftDigest,
  EndpointDescription,
  EndpointTypes,
  EndpointUrlText,
  EventDataCodec,
  LanguageTag,
  MetadataChangeCodec,
  MetadataCodec,
  NoteText,
  PartnerEventType,
  PolicyId,
  reasonForm,
  ScenarioName,
  StepsCodec,
  TeamId,
} from '../../serialization/input-codecs.ts';
import { RedirectUrl } from '../../serialization/redirect-url.ts';
import { timestamp } from '../../serialization/value-codecs.ts';
import { CallerName, callerOf, StaffIdentityInput, TenantInput } from './caller-codecs.ts';

/** An object of these fields and no others. */
const form = <R extends t.Props>(required: R) => closedObject(required, {});

const nullable = <C extends t.Mixed>(codec: C) => t.union([codec, t.null]);

/** The input that asks for one thing of the caller. The search itself decides which ids there can be. */
const ownInput = (...kinds: readonly Principal['kind'][]) => ({ caller: callerOf(...kinds), id: t.string });
const own = (...kinds: readonly Principal['kind'][]) => form(ownInput(...kinds));
const staff = callerOf('staff');
const anyone = callerOf('machine', 'flow', 'staff');
const administration = callerOf('machine', 'staff');

const Id = plainText(1, 100);
const Version = nullable(integer(1, 1_000_000_000));
const Bytes = schemaCodec('the bytes of a file (Uint8Array)', (u): u is Uint8Array => u instanceof Uint8Array, {});

/** The fields that every request may carry, which the program itself has made. */
const request = { operation: t.unknown, snapshot: t.unknown };

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

const judgement = {
  reason: nullable(schemaCodec('a reason code', (u): u is string => typeof u === 'string' && reasonForm.test(u), {})),
  note: nullable(NoteText),
  steps: nullable(StepsCodec),
};

const StatusEventInput = closedObject(
  { caller: administration, id: Id, event: oneOf(statusEvents), ...judgement, expectedVersion: Version },
  { ...request, reviewer: nullable(form({ id: Id, name: nullable(plainText(1, 100)) })) },
);

const DecideReviewInput = closedObject(
  {
    caller: staff,
    id: Id,
    outcome: oneOf(reviewOutcomes),
    ...judgement,
    expectedVersion: integer(1, 1_000_000_000),
  },
  request,
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

const AddToListInput = form({
  caller: staff,
  list: oneOf(listNames),
  note: NoteText,
  subject: t.union([
    form({ by: oneOf(['profile']), id: Id, kind: oneOf(fingerprintKinds) }),
    form({ by: oneOf(['document']), number: plainText(1, 40), issuer: plainText(1, 60) }),
  ]),
});

const CreateClientInput = closedObject(
  { caller: staff, name: plainText(1, 100), scopes: uniqueList(oneOf(scopes), 1) },
  { ...request, teamId: nullable(TeamId) },
);

/** How a client proves who it is. */
const CredentialsInput = t.union([
  t.type({ clientId: t.string, clientSecret: t.string }),
  t.type({ clientId: t.string, clientAssertion: t.string }),
]);

/** Some types of events; `null` means all. */
const EventTypesInput = nullable(EndpointTypes);

/** A number of things, or a place among them. */
const Count = integer(0, Number.MAX_SAFE_INTEGER);
const Limit = integer(1, 1000);
const Revision = integer(1, 1_000_000_000);

const eventQuery = { caller: callerOf('machine'), after: nullable(Count), types: EventTypesInput, limit: Limit };
const EventQueryInput = form(eventQuery);
const FollowEventsInput = form({ ...eventQuery, waitMs: Count, onGone: t.Function });

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

const EndpointSettingsInput = closedObject(
  {},
  {
    url: EndpointUrlText,
    description: nullable(EndpointDescription),
    types: EventTypesInput,
    status: oneOf(['enabled', 'disabled']),
  },
);

const ReplayTargetInput = t.union([
  form({ kind: oneOf(['event']), eventId: t.string }),
  form({ kind: oneOf(['range']), after: Count, until: nullable(Count) }),
  form({ kind: oneOf(['dead_letters']) }),
]);

const ReviewFilterInput = closedObject(
  { limit: Limit },
  { claimed: t.string, reason: t.string, policy: t.string, overdue: t.boolean, cursor: t.string },
);

const ReviewSearchInput = t.union([
  form({ by: oneOf(['reference']), reference: plainText(1, 128) }),
  form({ by: oneOf(['profile']), id: t.string }),
  form({ by: oneOf(['document']), number: plainText(1, 40) }),
]);

const ListFilterInput = closedObject(
  { limit: Limit },
  { list: oneOf(listNames), kind: oneOf(fingerprintKinds), cursor: t.string },
);

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
  addStaff: form({
    username: t.string,
    name: t.string,
    roles: t.readonlyArray(oneOf(staffRoles)),
    tenant: TenantInput,
  }),
  resetStaff: t.string,
  removeDamagedStaff: t.string,
  changeStaff: closedObject(
    { username: t.string },
    { isDisabled: t.boolean, roles: t.readonlyArray(oneOf(staffRoles)) },
  ),
  beginStaffSignIn: t.string,
  finishStaffSignIn: form({ answer: t.string, transaction: nullable(t.string), request: t.unknown }),
  signInStaff: closedObject(
    { username: t.string, password: t.string, code: nullable(t.string), recoveryCode: nullable(t.string) },
    { isKnown: t.boolean },
  ),
  startStaffSession: StaffIdentityInput,
  listSignedIn: staff,
  endSessionsOf: form({ caller: staff, staffId: t.string }),
  endSessions: nullable(t.string),
  endProviderSessions: form({ token: t.string, request: t.unknown }),
  verifyStaffSession: t.string,
  readStaffMember: staff,
  endStaffSession: staff,
  createEndpoint: closedObject(
    {
      caller: administration,
      url: EndpointUrlText,
      description: nullable(EndpointDescription),
      types: EventTypesInput,
    },
    request,
  ),
  listEndpoints: administration,
  getEndpoint: own('machine', 'staff'),
  updateEndpoint: form({ ...ownInput('machine', 'staff'), settings: EndpointSettingsInput }),
  rotateSecret: own('machine', 'staff'),
  deleteEndpoint: own('machine', 'staff'),
  pingEndpoint: own('machine', 'staff'),
  readTries: form({ ...ownInput('machine', 'staff'), before: nullable(t.string) }),
  readDeadLetters: form({ ...ownInput('machine', 'staff'), after: Count, limit: Count }),
  replayDeliveries: form({ ...ownInput('machine', 'staff'), target: ReplayTargetInput }),
  followEvents: FollowEventsInput,
  readEvents: EventQueryInput,
  createHandoff: closedObject({ caller: callerOf('flow') }, request),
  redeemHandoff: form({ code: t.string }),
  issueToken: form({ credentials: CredentialsInput, scopes: nullable(t.readonlyArray(t.string)) }),
  renewFlowToken: closedObject(ownInput('machine'), request),
  revokeToken: form({ credentials: CredentialsInput, token: t.string }),
  verifyToken: t.string,
  createProfile: CreateProfileInput,
  eraseProfile: own('machine', 'staff'),
  getProfile: own('machine', 'flow', 'staff'),
  holdReview: form({ ...ownInput('staff'), held: t.boolean, note: nullable(NoteText) }),
  listProfiles: ListProfilesInput,
  readSettings: form({ caller: anyone, language: nullable(t.string) }),
  takeBackErasure: own('machine', 'staff'),
  updateProfile: UpdateProfileInput,
  analyzeDocument: AnalyzeDocumentInput,
  readFile: form({ ...ownInput('machine', 'staff'), fileId: t.string }),
  openLivenessSession: OpenLivenessSessionInput,
  readLivenessResult: form({ caller: anyone, sessionId: t.string }),
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
  claimNext: form({ caller: staff }),
  claimReview: form({ ...ownInput('staff'), takeOver: t.boolean }),
  releaseReview: own('staff'),
  decideReview: DecideReviewInput,
  findDuplicates: own('staff'),
  getReview: own('staff'),
  listReviews: form({ caller: staff, filter: ReviewFilterInput }),
  reviewSummary: form({ caller: staff }),
  searchByName: form({ caller: staff, search: closedObject({ name: plainText(1, 128) }, { cursor: t.string }) }),
  searchReviews: form({ caller: staff, search: ReviewSearchInput }),
  createClient: CreateClientInput,
  rotateClientSecret: closedObject({ ...ownInput('staff'), overlapSeconds: integer(0, maxOverlapSeconds) }, request),
  setClientDisabled: form({ ...ownInput('staff'), isDisabled: t.boolean }),
  listClients: staff,
  addToList: AddToListInput,
  readLists: form({ caller: staff, filter: ListFilterInput }),
  removeFromList: own('staff'),
  listByOperator: form({
    partnerId: CallerName,
    kind: oneOf(fingerprintKinds),
    digest: t.string,
    list: nullable(oneOf(listNames)),
    note: nullable(NoteText),
  }),
  listDrafts: staff,
  getDraft: own('staff'),
  discardDraft: own('staff'),
  publishDraft: form({ ...ownInput('staff'), expectedRevision: Revision, digest: DraftDigest }),
  createDraft: closedObject({ caller: staff, policy: t.unknown, note: nullable(NoteText) }, request),
  replaceDraft: form({ ...ownInput('staff'), policy: t.unknown, note: nullable(NoteText), expectedRevision: Revision }),
  listPolicies: staff,
  readPolicy: form({ caller: staff, ref: form({ id: t.string, version: t.string }) }),
  readOperations: form({ caller: staff }),
  holdProfile: form({ id: t.string, held: t.boolean, by: t.union([t.string, staff]), note: nullable(NoteText) }),
  eraseAgain: form({ id: t.string, because: oneOf(erasureCauses), by: t.string }),
  listRetained: nullable(t.string),
  readStatusSince: t.string,
  authorizeProfile: closedObject({ ...ownInput('machine', 'flow', 'staff'), intent: oneOf(intents) }, request),
  processVerification: t.string,
  explainDecision: form({ ...ownInput('machine', 'staff'), seq: nullable(Count) }),
  startBackTest: own('staff'),
  readBackTest: own('staff'),
} as const;
