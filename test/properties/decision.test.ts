import {
  type CheckName,
  decide,
  E,
  type Evidence,
  execute,
  failureReasons,
  type NewEvidence,
  type Outcome,
  observations,
  type Policy,
  type SignalCode,
  signalCodes,
  standardPolicy,
} from '@portcullis/domain';
import { expect } from 'chai';
import fc from 'fast-check';
import { aReading, deviceFacts, epoch, iso, newWorld, policy, type World, type Zone, zones } from './world.ts';

const front = 'front0000000000';
const reference = 'reference000000';

type Facts = {
  readonly zone: Zone;
  readonly signals: readonly SignalCode[];
  readonly confidence: number;
  readonly similarity: number;
  readonly device: Parameters<typeof deviceFacts>[0] | null;
  readonly claimed: { readonly last_name?: string; readonly date_of_birth?: string };
};

const facts: fc.Arbitrary<Facts> = fc.record({
  zone: fc.constantFrom<Zone>('good', 'good', 'good', 'good', ...zones),
  signals: fc.oneof(fc.constant([]), fc.subarray([...signalCodes], { maxLength: 2 })),
  confidence: fc.oneof(fc.integer({ min: 70, max: 100 }), fc.integer({ min: 0, max: 100 })),
  similarity: fc.oneof(fc.integer({ min: 88, max: 100 }), fc.integer({ min: 0, max: 100 })),
  device: fc.option(
    fc.record({
      bot: fc.constantFrom('bad' as const, 'not_detected' as const, null),
      tor: fc.constantFrom(true, false, null),
      ipBlocklisted: fc.constantFrom(true, false, null),
      linkedIds24h: fc.constantFrom(1, 4, 9, null),
      vpn: fc.constantFrom(true, null),
    }),
  ),
  claimed: fc.constantFrom({}, { last_name: 'Eriksson' }, { last_name: 'Smith' }, { date_of_birth: '1974-08-12' }),
});

/** The pieces of a full case, each once; the order in which they may arrive is free, but for consent before liveness. */
const pieces = ({ zone, signals, confidence, similarity, device, claimed }: Facts): readonly NewEvidence[] => [
  { kind: 'claimed', claimed },
  {
    kind: 'file',
    file: { id: front, kind: 'document_front', contentType: 'image/jpeg', size: 1, sha256: 'a'.repeat(64) },
  },
  {
    kind: 'document_reading',
    id: 'reading00000000',
    frontFileId: front,
    backFileId: null,
    reading: aReading(zone, signals),
  },
  { kind: 'liveness_result', sessionId: 's', status: 'succeeded', confidence, referenceFileId: reference },
  { kind: 'face_match', documentFileId: front, referenceFileId: reference, outcome: 'compared', similarity },
  ...(device
    ? [
        { kind: 'device_event' as const, eventId: 'e' },
        { kind: 'device' as const, eventId: 'e', facts: deviceFacts(device) },
      ]
    : []),
];

const consent: NewEvidence = { kind: 'consent', textVersion: '1', locale: 'en', granted: true };

const asEvidence = (items: readonly NewEvidence[]): readonly Evidence[] =>
  items.map((item) =>
    item.kind === 'liveness_result'
      ? { ...item, attempt: 1, at: iso(epoch), late: false }
      : { ...item, attempt: 1, at: iso(epoch) },
  );

const verdictOn = (under: Policy, items: readonly NewEvidence[]) =>
  decide(
    under,
    { profileId: 'generatedprofil', evidence: asEvidence([consent, ...items]), attempt: 1, askedSteps: null },
    iso(epoch),
  );

const gravity: readonly Outcome[] = ['approve', 'retry', 'review', 'decline'];

/** Makes a policy stricter in some of the ways there are. */
const sometimes = (most: number) => fc.oneof(fc.constant(0), fc.nat(most));
const moreChecks: fc.Arbitrary<readonly CheckName[]> = fc.oneof(
  fc.constant([]),
  fc.subarray<CheckName>(['document_authenticity', 'claimed_data', 'device', 'duplicates', 'velocity']),
);
const stricter = fc.record({
  liveness: sometimes(25),
  attack: sometimes(20),
  pass: sometimes(10),
  review: sometimes(10),
  minimumAge: sometimes(60),
  required: moreChecks,
  types: fc.constantFrom(false, false, true),
  denied: fc.constantFrom<readonly string[]>([], [], ['DEU'], ['UTO']),
  declining: fc.subarray([...signalCodes, 'device_shared' as const, 'network_vpn' as const], { maxLength: 3 }),
});

const tighten = (before: Policy, by: typeof stricter extends fc.Arbitrary<infer T> ? T : never): Policy => {
  const pass = Math.min(100, before.liveness.pass + by.liveness);
  return {
    ...before,
    liveness: { pass, attack: Math.min(pass, before.liveness.attack + by.attack) },
    faceMatch: {
      pass: before.faceMatch.pass + by.pass,
      review: Math.min(before.faceMatch.pass + by.pass, before.faceMatch.review + by.review),
    },
    minimumAge: before.minimumAge + by.minimumAge,
    checks: { ...before.checks, ...Object.fromEntries(by.required.map((name) => [name, 'required' as const])) },
    documents: {
      ...before.documents,
      types: by.types ? ['id_card'] : before.documents.types,
      deniedCountries: [...before.documents.deniedCountries, ...by.denied],
    },
    actions: Object.fromEntries(by.declining.map((reason) => [reason, 'decline' as const])),
  };
};

const supplyAll = (items: readonly NewEvidence[]): World['profile'] => {
  let { profile } = newWorld();
  items.forEach((item, n) => {
    const action = { type: 'observe' as const, forAttempt: 1, evidence: [item] };
    const done = execute(policy, profile, { id: `c${n}`, actor: { type: 'system', id: 'x' }, action }, iso(epoch + n));
    if (E.isRight(done)) profile = done.right.profile;
  });
  const judged = execute(
    policy,
    profile,
    { id: 'judge', actor: { type: 'system', id: 'x' }, action: { type: 'complete_checks' } },
    iso(epoch + 100),
  );
  return E.isRight(judged) ? judged.right.profile : profile;
};

describe('the decision', function () {
  this.timeout(300_000);

  it('is the same in whatever order the evidence arrives', () => {
    const inTwoOrders = facts.chain((given) =>
      fc.tuple(fc.constant(given), fc.shuffledSubarray([...pieces(given)], { minLength: pieces(given).length })),
    );
    fc.assert(
      fc.property(inTwoOrders, ([given, shuffled]) => {
        const straight = supplyAll([consent, ...pieces(given)]);
        const other = supplyAll([consent, ...shuffled]);
        expect(other.decision?.outcome).to.be.a('string');
        expect([other.status, other.statusReasons, other.decision?.reasons]).to.deep.equal([
          straight.status,
          straight.statusReasons,
          straight.decision?.reasons,
        ]);
      }),
      { numRuns: 3000 },
    );
  });

  it('is never better under a stricter policy', () => {
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(facts, stricter, (given, by) => {
        const before = verdictOn(policy, pieces(given)).outcome;
        const after = verdictOn(tighten(policy, by), pieces(given)).outcome;
        outcomes.add(`${before} ${after}`);
        return gravity.indexOf(after) >= gravity.indexOf(before);
      }),
      { numRuns: 10_000 },
    );
    expect([...outcomes]).to.include.members(['approve approve', 'approve retry', 'approve review', 'approve decline']);
  });

  it('approves nobody without liveness, a face match and the document, whatever a reader says', () => {
    fc.assert(
      fc.property(facts, fc.nat(), (given, which) => {
        const needed = ['document_reading', 'liveness_result', 'face_match'] as const;
        const left = pieces({ ...given, zone: 'good', signals: [] }).filter(({ kind }) => kind !== needed[which % 3]);
        return verdictOn(policy, left).outcome !== 'approve';
      }),
      { numRuns: 2000 },
    );
  });

  it('approves nobody while a provider that was asked gave no answer, also where the policy requires nothing', () => {
    const outage = fc.record({
      observation: fc.constantFrom(...observations),
      reasons: fc.array(fc.constantFrom(...failureReasons), { minLength: 1, maxLength: 3 }),
      requirement: fc.constantFrom('required' as const, 'optional' as const),
      lenient: fc.boolean(),
    });
    fc.assert(
      fc.property(facts, outage, (given, { observation, reasons, requirement, lenient }) => {
        const left = pieces({ ...given, zone: 'good', signals: [], device: {} }).filter(
          ({ kind }) => kind !== observation,
        );
        const failures = reasons.map((reason): NewEvidence => ({ kind: 'provider_failure', observation, reason }));
        const checks = Object.fromEntries(Object.keys(policy.checks).map((name) => [name, requirement]));
        const actions = Object.fromEntries(lenient ? reasons.map((reason) => [reason, 'info' as const]) : []);
        const { outcome } = verdictOn({ ...policy, checks, actions }, [...left, ...failures]);
        return outcome === 'review' || outcome === 'decline';
      }),
      { numRuns: 5000 },
    );
  });

  it('gives the same verdict a hundred times', () => {
    const given: Facts = { zone: 'good', signals: [], confidence: 90, similarity: 95, device: {}, claimed: {} };
    const once = verdictOn(policy, pieces(given));
    expect(once.outcome).to.equal('approve');
    for (let i = 0; i < 100; i += 1)
      expect(verdictOn(standardPolicy({ livenessThreshold: 75, specimens: true }), pieces(given))).to.deep.equal(once);
  });
});
