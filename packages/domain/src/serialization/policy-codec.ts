import { documentTypes } from '@portcullis/documents';
import { integer, isPlainObject, matching, numberBetween, oneOf, schemaCodec, t, uniqueList } from '../kernel/codec.ts';
import { E } from '../kernel/fp.ts';
import { steps } from '../kernel/steps.ts';
import { checkNames } from '../policy/check-names.ts';
import {
  biometricChecks,
  type FlatPolicy,
  type Policy,
  type PolicyPath,
  type PolicyWithPaths,
  policyActions,
} from '../policy/policy.ts';
import { reasonCodes } from '../policy/reasons.ts';
import { maxCount } from '../ports/stores/duplicate-index.ts';
import { closedRecord, eachField, type IdentityCodec, nullable } from './record-codec.ts';
import { FaceModelCodec } from './value-codecs.ts';

const yearSeconds = 31_536_000;

const share = numberBetween(0, 1);
const percent = numberBetween(0, 100);
/** Nothing is counted beyond this, so a higher limit would have no effect. */
const maxLimit = maxCount - 1;
const atMost = nullable(integer(0, maxLimit));
const attempts = nullable(integer(1, maxLimit));
const countries = uniqueList(matching('three capital letters of ISO 3166-1 or ICAO 9303-3', /^[A-Z]{3}$/));

const documents = closedRecord(
  'what documents are accepted',
  {
    types: uniqueList(oneOf(documentTypes)),
    allowedCountries: nullable(countries),
    deniedCountries: countries,
    expiryGraceDays: integer(0, 3650),
    maxValidityYears: nullable(integer(1, 100)),
    minReaderConfidence: nullable(share),
  },
  { knownSpecimens: oneOf(['review', 'accept']), unverifiable: oneOf(['review', 'refuse']) },
);

const images = closedRecord('what a photo must at least be', {
  minSide: integer(0, 20_000),
  minSharpness: share,
  minBrightness: share,
  maxGlare: share,
  minColour: share,
  maxCutEdges: integer(0, 4),
});

const livenessThresholds = { pass: percent, attack: percent };

const faceThresholds = { pass: percent, review: percent };
const ofFaceModel = closedRecord('thresholds of a model', faceThresholds);

const faceModels = schemaCodec(
  'models to { pass, review } from 0 to 100, each named by up to 64 of a-z, 0-9, . _ -',
  (u): u is NonNullable<Policy['faceMatch']['models']> =>
    isPlainObject(u) && Object.entries(u).every(([name, value]) => FaceModelCodec.is(name) && ofFaceModel.is(value)),
  {
    type: 'object',
    propertyNames: FaceModelCodec.schema,
    additionalProperties: {
      type: 'object',
      required: ['pass', 'review'],
      properties: { pass: percent.schema, review: percent.schema },
      additionalProperties: false,
    },
  },
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

const overridable = uniqueList(oneOf(biometricChecks));
const biometricOverride = schemaCodec(
  'false or a list of biometric checks',
  (u): u is Policy['biometricOverride'] => u === false || overridable.is(u),
  { anyOf: [{ type: 'boolean', enum: [false] }, overridable.schema] },
);

const flag = schemaCodec('true or false', (u): u is boolean => typeof u === 'boolean', { type: 'boolean' });

const retentionDays = nullable(integer(1, 36_500));

/** The name of a policy, as partners choose it. */
export const PolicyIdCodec = matching('a policy id', /^[a-z][a-z0-9_-]{0,39}$/);

/** The name of one version of a policy. */
export const PolicyVersionCodec = matching('a policy version', /^[A-Za-z0-9][A-Za-z0-9._+-]{0,39}$/);

/** The name of one path of a policy. */
export const PathIdCodec = matching('a path id', /^[a-z][a-z0-9_-]{0,39}$/);

const checks = closedRecord('checks', {}, eachField(checkNames, oneOf(['required', 'optional'])));

const pathRules = { steps: uniqueList(oneOf(steps)), optionalSteps: uniqueList(oneOf(steps)), checks };

const names = { id: PolicyIdCodec, version: PolicyVersionCodec };

/** The rules that do not depend on the path. */
const commonRules = {
  documents,
  images: nullable(images),
  names: closedRecord('names', { pass: percent }),
  minimumAge: integer(0, 120),
  liveness: closedRecord('liveness', livenessThresholds, {
    movement: closedRecord('liveness by movement alone', livenessThresholds),
  }),
  faceMatch: closedRecord('faceMatch', faceThresholds, { models: faceModels }),
  device: closedRecord('device', device),
  duplicates: closedRecord('duplicates', { document: atMost, person: atMost, image: atMost, device: atMost }),
  velocity: closedRecord('velocity', velocity),
  sampling: share,
  maxAttempts: integer(1, 100),
  maxSessionsPerAttempt: integer(1, 100),
  maxCredentialsPerAttempt: integer(1, 100),
  providerTries: integer(1, 10),
  expiresAfterSeconds: integer(60, yearSeconds),
  processingSeconds: integer(10, 86_400),
  approvalDays: integer(1, 36_500),
  biometricOverride,
  actions: closedRecord('actions', {}, eachField(reasonCodes, oneOf(policyActions))),
};

const optionalRules = {
  review: closedRecord('review', { fourEyes: flag }),
  retention: nullable(
    closedRecord('retention', {
      approvedDays: retentionDays,
      declinedDays: retentionDays,
      unfinishedDays: retentionDays,
    }),
  ),
};

const flatPolicy: IdentityCodec<FlatPolicy> = closedRecord(
  'policy',
  { ...names, ...pathRules, ...commonRules },
  optionalRules,
);

const path = closedRecord('path', { id: PathIdCodec, ...pathRules });

const anyPaths = t.readonlyArray(path, 'list of 1 to 5 paths');

type PathList = PolicyWithPaths['paths'];

const isTwice = ({ id }: PolicyPath, at: number, all: PathList): boolean =>
  all.slice(0, at).some((one) => one.id === id);

const isPathList = (u: unknown): u is PathList => anyPaths.is(u) && u.length >= 1 && u.length <= 5 && !u.some(isTwice);

/** Two paths of one id would be one in a record. */
const paths = new t.ReadonlyArrayType(
  anyPaths.name,
  isPathList,
  (u, context): t.Validation<PathList> => {
    const decoded = anyPaths.validate(u, context);
    if (E.isLeft(decoded)) return decoded;
    const { right: list } = decoded;
    const twice = list.findIndex(isTwice);
    if (twice < 0 && isPathList(list)) return decoded;
    return twice < 0
      ? t.failure(u, context)
      : t.failure(
          u,
          [...context, { key: `${twice}`, type: path }, { key: 'id', type: PathIdCodec }],
          'stands there already',
        );
  },
  t.identity,
  path,
);

const policyWithPaths: IdentityCodec<PolicyWithPaths> = closedRecord(
  'policy',
  { ...names, paths, always: checks, ...commonRules },
  optionalRules,
);

const hasAny = (u: unknown, fields: readonly string[]): boolean =>
  typeof u === 'object' && u !== null && fields.some((field) => Reflect.get(u, field) !== undefined);

const fieldsOfPath = Object.keys(pathRules);

/** A check of every path is not one of a path too: which of the two counts would have to be guessed. */
const checksTwice = ({ always, paths: all }: PolicyWithPaths, context: t.Context): t.Errors =>
  all.flatMap((one, at) =>
    Object.keys(one.checks)
      .filter((name) => Object.hasOwn(always, name))
      .map((name) => ({
        value: undefined,
        context: [...context, ...['paths', `${at}`, 'checks', name].map((key) => ({ key, type: checks }))],
        message: 'is a check of every path already',
      })),
  );

const validateWithPaths = (u: unknown, context: t.Context): t.Validation<PolicyWithPaths> => {
  if (hasAny(u, fieldsOfPath))
    return t.failure(
      u,
      [...context, { key: 'paths', type: paths }],
      `expected either paths or ${fieldsOfPath.join(', ')}`,
    );
  const decoded = policyWithPaths.validate(u, context);
  if (E.isLeft(decoded)) return decoded;
  const faults = checksTwice(decoded.right, context);
  return faults.length > 0 ? t.failures(faults) : decoded;
};

const eitherForm = t.union([flatPolicy, policyWithPaths], 'policy');

/**
 * A policy as it is written and stored: JSON of the same shape as the type, with every field that is not optional, no
 * other field, and every number within its range. A stored policy lacks the fields that were added after it, and has
 * its digest for ever, so that a new field is optional. Whether it makes sense is checked by `lintPolicy`, and not
 * here.
 */
export const PolicyCodec: IdentityCodec<Policy> = new t.UnionType(
  eitherForm.name,
  eitherForm.is,
  (u, context) =>
    hasAny(u, ['paths', 'always'])
      ? validateWithPaths(u, t.appendContext(context, '1', policyWithPaths, u))
      : flatPolicy.validate(u, t.appendContext(context, '0', flatPolicy, u)),
  t.identity,
  eitherForm.types,
);
