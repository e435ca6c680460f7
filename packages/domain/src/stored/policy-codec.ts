import { type Described, distinct, integer, matching, numberFrom, oneOf, t } from '../codec.ts';
import { checkNames } from '../decision/checks.ts';
import { type Policy, policyActions } from '../decision/policy.ts';
import { reasonCodes } from '../decision/reasons.ts';
import { documentTypes } from '../evidence/document-reading.ts';
import { mostCounted } from '../ports/stores/sighting-register.ts';
import { steps } from '../profile/steps.ts';
import { nullable, type Stored, written } from './row.ts';

const fieldsOf = <const Name extends string, A>(names: readonly Name[], codec: Described<A>) =>
  // TypeScript infers an index signature from `fromEntries`, and not the record that it is.
  Object.fromEntries(names.map((name) => [name, codec])) as { readonly [N in Name]: Described<A> };

const yearSeconds = 31_536_000;

const share = numberFrom(0, 1);
const percent = numberFrom(0, 100);
/** Nothing is counted beyond this, so a higher limit would have no effect. */
const mostLimited = mostCounted - 1;
const atMost = nullable(integer(0, mostLimited));
const attempts = nullable(integer(1, mostLimited));
const countries = distinct(matching('three capital letters of ISO 3166-1 or ICAO 9303-3', /^[A-Z]{3}$/));

const documents = written(
  'what documents are accepted',
  {
    types: distinct(oneOf(documentTypes)),
    allowedCountries: nullable(countries),
    deniedCountries: countries,
    expiryGraceDays: integer(0, 3650),
    maxValidityYears: nullable(integer(1, 100)),
    minReaderConfidence: nullable(share),
  },
  {},
);

const images = written(
  'what a photo must at least be',
  {
    minSide: integer(0, 20_000),
    minSharpness: share,
    minBrightness: share,
    maxGlare: share,
    minColour: share,
    maxCutEdges: integer(0, 4),
    maxMoire: share,
  },
  {},
);

const device = {
  maxAgeSeconds: integer(1, 86_400),
  minConfidence: share,
  maxLinkedIds: integer(1, 1_000_000),
};

const velocity = {
  windowSeconds: integer(1, yearSeconds),
  document: attempts,
  device: attempts,
  reference: attempts,
};

const days = nullable(integer(1, 36_500));

/** The name of a policy, as partners choose it. */
export const PolicyIdCodec = matching('a policy id', /^[a-z][a-z0-9_-]{0,39}$/);

/** The name of one version of a policy. */
export const PolicyVersionCodec = matching('a policy version', /^[A-Za-z0-9][A-Za-z0-9._+-]{0,39}$/);

/**
 * A policy as it is written and stored: JSON of the same shape as the type, with every field, no other field, and every
 * number within its range. Whether it makes sense is checked by `lintPolicy`, and not here.
 */
export const PolicyCodec: Stored<Policy> = written(
  'policy',
  {
    id: PolicyIdCodec,
    version: PolicyVersionCodec,
    steps: distinct(oneOf(steps)),
    optionalSteps: distinct(oneOf(steps)),
    checks: written('checks', {}, fieldsOf(checkNames, oneOf(['required', 'optional']))),
    documents,
    images: nullable(images),
    names: written('names', { pass: percent }, {}),
    minimumAge: integer(0, 120),
    liveness: written('liveness', { pass: percent, attack: percent }, {}),
    faceMatch: written('faceMatch', { pass: percent, review: percent }, {}),
    device: written('device', device, {}),
    duplicates: written('duplicates', { document: atMost, person: atMost, image: atMost, device: atMost }, {}),
    velocity: written('velocity', velocity, {}),
    sampling: share,
    maxAttempts: integer(1, 100),
    maxSessionsPerAttempt: integer(1, 100),
    maxCredentialsPerAttempt: integer(1, 100),
    providerTries: integer(1, 10),
    expiresAfterSeconds: integer(60, yearSeconds),
    processingSeconds: integer(10, 86_400),
    approvalDays: integer(1, 36_500),
    biometricOverride: t.boolean,
    actions: written('actions', {}, fieldsOf(reasonCodes, oneOf(policyActions))),
  },
  { retention: nullable(written('retention', { approvedDays: days, declinedDays: days, unfinishedDays: days }, {})) },
);
