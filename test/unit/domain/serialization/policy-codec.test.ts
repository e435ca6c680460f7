import { E, type Policy, standardPolicy } from '@portcullis/domain';
import { type DecodeFault, decode } from '@portcullis/domain/kernel';
import { PolicyCodec } from '@portcullis/domain/serialization';
import { expect } from 'chai';
import { aPolicy, aPolicyWith } from '../../../support/builders/policies.ts';

const faultsOf = (document: unknown): readonly DecodeFault[] => {
  const decoded = decode(PolicyCodec, document);
  return E.isLeft(decoded) ? decoded.left : [];
};

const policy = aPolicy({
  images: {
    minSide: 800,
    minSharpness: 0.2,
    minBrightness: 0.2,
    maxGlare: 0.1,
    minColour: 0.02,
    maxCutEdges: 1,
  },
  actions: {
    network_vpn: 'review',
    document_tampered: 'retry',
    face_match_borderline: 'decline',
    age_below_minimum: 'info',
  },
});

/** The policy as JSON, with another value at a pointer; `undefined` removes it. */
const withAt = (pointer: string, value: unknown): unknown => {
  const document: unknown = JSON.parse(JSON.stringify(policy));
  const keys = pointer.slice(1).split('/');
  const last = keys.pop() ?? '';
  const parent = keys.reduce<unknown>((at, key) => Reflect.get(Object(at), key), document);
  if (value === undefined) Reflect.deleteProperty(Object(parent), last);
  else Reflect.set(Object(parent), last, value);
  return document;
};

/** Lists every pointer of a document to a value that is not an object. */
const leaves = (value: unknown, pointer = ''): readonly string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${pointer}/${key}`))
    : [pointer];

const shares = [
  '/documents/minReaderConfidence',
  '/images/minSharpness',
  '/images/maxGlare',
  '/device/minConfidence',
  '/sampling',
];
const percents = ['/names/pass', '/liveness/pass', '/liveness/attack', '/faceMatch/pass', '/faceMatch/review'];
const whole: readonly (readonly [pointer: string, least: number, most: number])[] = [
  ['/minimumAge', 0, 120],
  ['/documents/expiryGraceDays', 0, 3650],
  ['/documents/maxValidityYears', 1, 100],
  ['/images/minSide', 0, 20_000],
  ['/images/maxCutEdges', 0, 4],
  ['/device/maxAgeSeconds', 1, 86_400],
  ['/device/maxLinkedIds', 1, 1_000_000],
  ['/duplicates/person', 0, 999],
  ['/velocity/windowSeconds', 1, 31_536_000],
  ['/velocity/reference', 1, 999],
  ['/maxAttempts', 1, 100],
  ['/maxSessionsPerAttempt', 1, 100],
  ['/maxCredentialsPerAttempt', 1, 100],
  ['/providerTries', 1, 10],
  ['/expiresAfterSeconds', 60, 31_536_000],
  ['/processingSeconds', 10, 86_400],
  ['/approvalDays', 1, 36_500],
];
const orNull = new Set([
  '/documents/minReaderConfidence',
  '/documents/maxValidityYears',
  '/duplicates/person',
  '/velocity/reference',
]);

describe('a policy document', () => {
  it('is unchanged after a round trip through JSON', () => {
    const documents: readonly Policy[] = [
      policy,
      aPolicyWith('faceMatch', { models: { 'acme-3': { pass: 40, review: 30 } } }),
      ...[false, true].map((specimens) => standardPolicy({ livenessThreshold: 82, specimens })),
    ];
    for (const document of documents) {
      expect(decode(PolicyCodec, JSON.parse(JSON.stringify(document)))).to.deep.equal(E.right(document));
    }
  });

  it('requires every field, and reports each missing one', () => {
    const optional = /^\/(documents\/(knownSpecimens|unverifiable)$|(checks|actions)\/)/;
    for (const pointer of leaves(policy)) {
      const faults = faultsOf(withAt(pointer, undefined));
      expect(
        faults.map((fault) => fault.pointer),
        pointer,
      ).to.deep.equal(optional.test(pointer) ? [] : [pointer]);
    }
  });

  it('allows no other field, at any depth', () => {
    for (const pointer of [
      '/comment',
      '/documents/comment',
      '/images/comment',
      '/checks/selfie',
      '/actions/no_reason',
    ]) {
      expect(faultsOf(withAt(pointer, 'required'))).to.deep.equal([{ pointer, message: 'unknown field' }]);
    }
  });

  it('limits every number to its range, both ends included', () => {
    const ranges = [
      ...whole.map(([pointer, least, most]) => ({ pointer, least, most, step: 1, name: 'a whole number' })),
      ...shares.map((pointer) => ({ pointer, least: 0, most: 1, step: 0.001, name: 'a number' })),
      ...percents.map((pointer) => ({ pointer, least: 0, most: 100, step: 0.01, name: 'a number' })),
    ];
    for (const { pointer, least, most, step, name } of ranges) {
      expect(faultsOf(withAt(pointer, least)), pointer).to.deep.equal([]);
      expect(faultsOf(withAt(pointer, most)), pointer).to.deep.equal([]);
      const message = `expected ${name} from ${least} to ${most}${orNull.has(pointer) ? ' or expected null' : ''}`;
      for (const value of [least - step, most + step, `${least}`, true, [], Number.NaN]) {
        expect(faultsOf(withAt(pointer, value)), `${pointer} ${value}`).to.deep.equal([{ pointer, message }]);
      }
      if (step === 1) expect(faultsOf(withAt(pointer, least + 0.5)), pointer).to.deep.equal([{ pointer, message }]);
    }
  });

  it('limits the names and the thresholds of its models', () => {
    const pointer = '/faceMatch/models';
    const good = { pass: 40, review: 30 };
    expect(faultsOf(withAt(pointer, { a: good, ['9'.repeat(64)]: good }))).to.deep.equal([]);
    const refused: readonly unknown[] = [
      ...['', 'A', '-a', 'a b', 'é', 'x'.repeat(65)].map((name) => ({ [name]: good })),
      ...[{ pass: 40 }, { ...good, attack: 1 }, { ...good, pass: 101 }, null].map((value) => ({ a: value })),
      [],
      null,
    ];
    for (const value of refused)
      expect(faultsOf(withAt(pointer, value)).map((fault) => fault.pointer)).to.deep.equal([pointer]);
  });

  it('limits the form of its names', () => {
    for (const id of ['a', 'strict-2', 'a_b', 'x'.repeat(40)]) expect(faultsOf(aPolicy({ id })), id).to.deep.equal([]);
    for (const id of ['', 'A', '1a', '-a', 'a b', 'a.b', 'é', 'x'.repeat(41)]) {
      expect(faultsOf(aPolicy({ id })), id).to.deep.equal([{ pointer: '/id', message: 'expected a policy id' }]);
    }
    for (const version of ['1', 'A', '2026-05.1+a_B', '9'.repeat(40)]) {
      expect(faultsOf(aPolicy({ version })), version).to.deep.equal([]);
    }
    for (const version of ['', '.1', '+a', '1 ', "1'", '1/2', '9'.repeat(41)]) {
      const fault = { pointer: '/version', message: 'expected a policy version' };
      expect(faultsOf(aPolicy({ version })), version).to.deep.equal([fault]);
    }
  });

  it('lists nothing twice, and only known words', () => {
    const steps = 'expected one of consent, document_front, document_back, liveness, device';
    const country = 'expected three capital letters of ISO 3166-1 or ICAO 9303-3';
    const cases: readonly (readonly [string, unknown, readonly DecodeFault[]])[] = [
      [
        '/steps',
        ['consent', 'device', 'consent', 'consent'],
        ['/steps/2', '/steps/3'].map((pointer) => ({ pointer, message: 'stands there already' })),
      ],
      ['/optionalSteps', ['selfie'], [{ pointer: '/optionalSteps/0', message: steps }]],
      ['/documents/deniedCountries', ['UTO', 'uto'], [{ pointer: '/documents/deniedCountries/1', message: country }]],
      ['/documents/allowedCountries', ['DE'], [{ pointer: '/documents/allowedCountries/0', message: country }]],
      [
        '/documents/allowedCountries',
        ['SWE', 'SWE'],
        [{ pointer: '/documents/allowedCountries/1', message: 'stands there already' }],
      ],
      ['/checks/device', 'sometimes', [{ pointer: '/checks/device', message: 'expected one of required, optional' }]],
    ];
    for (const [pointer, value, faults] of cases)
      expect(faultsOf(withAt(pointer, value)), pointer).to.deep.equal(faults);
    expect(faultsOf(withAt('/documents/allowedCountries', null))).to.deep.equal([]);
    expect(faultsOf(withAt('/documents/types', []))).to.deep.equal([]);
  });

  it('may make a reason a retry, a review, a decline or a note, and not an action of outages or transitions', () => {
    for (const action of ['wait', 'explain', 'approve', '', null]) {
      expect(faultsOf(withAt('/actions/face_mismatch', action)), `${action}`).to.deep.equal([
        { pointer: '/actions/face_mismatch', message: 'expected one of retry, review, decline, info' },
      ]);
    }
  });

  describe('with paths', () => {
    const { checks, optionalSteps, steps, ...common } = policy;
    const { duplicates = 'optional', velocity = 'optional', ...own } = checks;
    const pathOf = (id: string) => ({ id, steps, optionalSteps, checks: own });
    const withPaths = { ...common, paths: [pathOf('document')], always: { duplicates, velocity } };

    it('is unchanged after a round trip through JSON', () => {
      expect(decode(PolicyCodec, JSON.parse(JSON.stringify(withPaths)))).to.deep.equal(E.right(withPaths));
    });

    it('has no steps and no checks beside its paths', () => {
      const message = 'expected either paths or steps, optionalSteps, checks';
      for (const beside of [{ steps }, { optionalSteps }, { checks }, { checks, optionalSteps, steps }]) {
        expect(faultsOf({ ...withPaths, ...beside })).to.deep.equal([{ pointer: '/paths', message }]);
      }
      expect(faultsOf({ ...policy, always: {} })).to.deep.equal([{ pointer: '/paths', message }]);
    });

    it('has one to five paths, each with an id of its own', () => {
      const list = 'expected list of 1 to 5 paths';
      const faultsWith = (...ids: readonly string[]) => faultsOf({ ...withPaths, paths: ids.map(pathOf) });
      expect(faultsWith('a', 'b', 'c', 'd', 'e')).to.deep.equal([]);
      expect(faultsWith()).to.deep.equal([{ pointer: '/paths', message: list }]);
      expect(faultsWith('a', 'b', 'c', 'd', 'e', 'f')).to.deep.equal([{ pointer: '/paths', message: list }]);
      expect(faultsWith('a', 'b', 'a')).to.deep.equal([{ pointer: '/paths/2/id', message: 'stands there already' }]);
      expect(faultsWith('A')).to.deep.equal([{ pointer: '/paths/0/id', message: 'expected a path id' }]);
      const { paths: _, ...without } = withPaths;
      expect(faultsOf(without)).to.deep.equal([{ pointer: '/paths', message: `is missing; ${list}` }]);
    });

    it('names a check of every path in no path', () => {
      const paths = [pathOf('a'), { ...pathOf('b'), checks: { ...own, velocity: 'optional' } }];
      expect(faultsOf({ ...withPaths, paths })).to.deep.equal([
        { pointer: '/paths/1/checks/velocity', message: 'is a check of every path already' },
      ]);
    });
  });

  it('must be an object', () => {
    for (const document of [null, [], 'strict', 1, undefined]) {
      expect(faultsOf(document)).to.deep.equal([{ pointer: '', message: 'expected an object' }]);
    }
  });
});
