import { fingerprintKinds, uploadKinds } from '../../evidence/evidence.ts';
import { closedObject, integer, multilineText, oneOf, plainText, schemaCodec, t } from '../../kernel/codec.ts';
import { documentTypes } from '../../kernel/document-terms.ts';
import { livenessChallenges } from '../../kernel/liveness-challenges.ts';
import type { Principal } from '../../kernel/principal.ts';
import { reviewOutcomes } from '../../kernel/review-outcomes.ts';
import { scopes } from '../../kernel/scopes.ts';
import { listNames } from '../../ports/stores/duplicate-index.ts';
import { statusEvents } from '../../profile/transitions.ts';
import {
  ClaimedCodec,
  ConsentTextVersion,
  CountryCode,
  DeviceEventId,
  EventDataCodec,
  LanguageTag,
  MetadataChangeCodec,
  MetadataCodec,
  PartnerEventType,
  PolicyId,
  reasonForm,
  StepsCodec,
} from '../../serialization/input-codecs.ts';

const nullable = <C extends t.Mixed>(codec: C) => t.union([codec, t.null]);

const Tenant = t.type({ partnerId: plainText(1, 128), teamId: nullable(plainText(1, 128)) });

/** The callers for whom a use case is. What else a principal has is of whoever authenticated it. */
const callerOf = (...kinds: readonly Principal['kind'][]) => t.type({ kind: oneOf(kinds), tenant: Tenant });

const Machine = t.intersection([
  callerOf('machine'),
  t.type({ clientId: t.string, scopes: t.readonlyArray(oneOf(scopes)) }),
]);
const Id = plainText(1, 100);
const Version = nullable(integer(1, 1_000_000_000));
const Bytes = schemaCodec('the bytes of a file (Uint8Array)', (u): u is Uint8Array => u instanceof Uint8Array, {});

/** What every request may carry, which the program itself has made. */
const request = { operation: t.unknown, snapshot: t.unknown };

export const CreateProfileInput = closedObject(
  {
    caller: Machine,
    reference: plainText(1, 128),
    policyId: nullable(PolicyId),
    claimed: ClaimedCodec,
    language: nullable(LanguageTag),
    metadata: MetadataCodec,
    redirectUrl: nullable(plainText(1, 2048)),
    forceNew: t.boolean,
    scenario: nullable(t.string),
  },
  { ...request, keepLink: t.boolean },
);

const Patch = closedObject(
  { files: t.readonlyArray(closedObject({ kind: oneOf(uploadKinds), bytes: Bytes }, {})) },
  {
    claimed: ClaimedCodec,
    consent: closedObject(
      { textVersion: ConsentTextVersion, locale: LanguageTag, granted: t.boolean },
      { scope: oneOf(['face']) },
    ),
    device: closedObject({ eventId: DeviceEventId }, {}),
    language: LanguageTag,
    metadata: MetadataChangeCodec,
  },
);

export const UpdateProfileInput = closedObject(
  { caller: callerOf('machine', 'flow', 'staff'), id: Id, expectedVersion: Version, patch: Patch },
  request,
);

const Image = t.union([
  closedObject({ bytes: Bytes }, { frames: t.readonlyArray(Bytes) }),
  closedObject({ fileId: Id }, {}),
]);

export const AnalyzeDocumentInput = closedObject(
  {
    caller: callerOf('machine', 'flow', 'staff'),
    profileId: Id,
    front: Image,
    back: nullable(Image),
    hints: closedObject({}, { type: oneOf(documentTypes), country: CountryCode }),
  },
  request,
);

export const OpenLivenessSessionInput = closedObject(
  { caller: callerOf('machine', 'flow', 'staff'), profileId: Id, challenge: oneOf(livenessChallenges) },
  request,
);

const judgement = {
  reason: nullable(schemaCodec('a reason code', (u): u is string => typeof u === 'string' && reasonForm.test(u), {})),
  note: nullable(multilineText(2000)),
  steps: nullable(StepsCodec),
};

export const StatusEventInput = closedObject(
  { caller: callerOf('machine', 'staff'), id: Id, event: oneOf(statusEvents), ...judgement, expectedVersion: Version },
  { ...request, reviewer: nullable(closedObject({ id: Id, name: nullable(plainText(1, 100)) }, {})) },
);

export const DecideReviewInput = closedObject(
  {
    caller: callerOf('staff'),
    id: Id,
    outcome: oneOf(reviewOutcomes),
    ...judgement,
    expectedVersion: integer(1, 1_000_000_000),
  },
  request,
);

export const VerificationEventInput = closedObject(
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

export const AddToListInput = closedObject(
  {
    caller: callerOf('staff'),
    list: oneOf(listNames),
    note: multilineText(2000),
    subject: t.union([
      closedObject({ by: oneOf(['profile']), id: Id, kind: oneOf(fingerprintKinds) }, {}),
      closedObject({ by: oneOf(['document']), number: plainText(1, 40), issuer: plainText(1, 60) }, {}),
    ]),
  },
  {},
);

export const CreateClientInput = closedObject(
  { caller: callerOf('staff'), name: plainText(1, 100), scopes: t.readonlyArray(oneOf(scopes)) },
  { ...request, teamId: nullable(t.string) },
);
