import { type DocumentReading, decide, E, type Outcome, standardPolicy, type Verdict } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { expect } from 'chai';
import fc from 'fast-check';
import { failureReasons, observations } from '#domain/evidence/evidence';
import { execute } from '#domain/profile/changes/execute';
import type { NewEvidence } from '#domain/profile/commands';
import { policy } from '../support/builders/profile-states.ts';
import { numberIn } from '../support/builders/readings.ts';
import { leastOf, runs } from '../support/effort.ts';
import {
  backFile,
  type CaseFacts,
  caseOf,
  consent,
  decideOn,
  evidenceOf,
  facts,
  flawless,
  nearlyFlawless,
  withConcernFor,
} from '../support/generators/case-facts.ts';
import { assertUntilCovered } from '../support/generators/covering-cases.ts';
import { epoch, iso, newTimeline, type ProfileTimeline } from '../support/generators/profile-history.ts';
import { sideLayouts } from '../support/generators/side-layouts.ts';
import { sameActions, tightened, tightenings, tighteningsByName } from '../support/generators/stricter-policies.ts';

const numRuns = runs(20_000, 50);
/** One case in sixty is a card that is approved, and a few of them must be found. */
const identityRuns = runs(20_000, 150);
/** Half of them are nearly flawless, which gives the rarer pairs of outcomes. */
const policyPairs = runs(40_000, 250);
const severity: readonly Outcome[] = ['approve', 'retry', 'review', 'decline'];
/** What may not depend on the order; where in the list each piece lies does. */
const comparableVerdict = ({ outcome, reasons, deciding, contributions, details, checks }: Verdict) => ({
  outcome,
  reasons,
  deciding,
  contributions,
  details,
  checks: checks.map(({ evidence: _, ...check }) => check),
});

/**
 * Answers the outcome of the evidence. Sampling affects approvals alone: of two sampled profiles, one may be asked for
 * a better photo first, and is sampled again when nothing else is left.
 */
const outcomeWithoutSampling = ({ deciding, outcome }: Verdict): Outcome =>
  deciding.length === 1 && deciding[0] === 'policy_sampled' ? 'approve' : outcome;

/**
 * The base policies: the standard one with and without specimens, without limits of photos, one that declines
 * impossible dates, and a lenient one.
 */
const someBase: fc.Arbitrary<FlatPolicy> = fc.constantFrom(
  policy,
  standardPolicy({ livenessThreshold: 60, specimens: false }),
  { ...policy, images: null },
  { ...policy, actions: { ...policy.actions, data_dates_impossible: 'decline' } },
  {
    ...policy,
    names: { pass: 60 },
    documents: { ...policy.documents, expiryGraceDays: 1000, minReaderConfidence: 0.2 },
  },
);

const severityOf = (outcome: Outcome): number => severity.indexOf(outcome);

/** A stricter policy may ask for another document where a reviewer had to look at this one for no sign of fraud. */
const asksForAnother = ({ deciding, outcome }: Verdict): boolean =>
  outcome === 'retry' &&
  deciding.some((reason) => reason === 'document_expired' || reason === 'document_type_not_allowed');

const supplyInOrder = (items: readonly NewEvidence[]): ProfileTimeline['profile'] => {
  let { profile } = newTimeline();
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

describe('the decision over generated evidence', function () {
  this.timeout(1_800_000);

  /** One case in eighty of all facts is approved. */
  const oftenApproved = fc.oneof({ arbitrary: facts, weight: 3 }, { arbitrary: nearlyFlawless, weight: 1 });
  const inTwoOrders = oftenApproved.chain((given) => {
    const all = [...evidenceOf(given)];
    return fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }));
  });

  it(`is the same in whatever order the evidence is stored (${numRuns} cases)`, async () => {
    const outcomes = new Set<string>();
    await assertUntilCovered(
      fc.property(inTwoOrders, ([all, shuffled]) => {
        const straight = decideOn(policy, all);
        const other = decideOn(policy, shuffled);
        outcomes.add(straight.outcome);
        // The full comparison runs only for a difference: comparing texts finds equality faster.
        if (JSON.stringify(comparableVerdict(other)) !== JSON.stringify(comparableVerdict(straight)))
          expect(comparableVerdict(other)).to.deep.equal(comparableVerdict(straight));
      }),
      numRuns,
      () => outcomes.size === severity.length,
    );
    expect([...outcomes]).to.have.members(severity);
  });

  it('is the same in whatever order the evidence arrives at a profile', () => {
    fc.assert(
      fc.property(inTwoOrders, ([all, shuffled]) => {
        const straight = supplyInOrder([consent, ...all]);
        const other = supplyInOrder([consent, ...shuffled]);
        expect(other.decision?.outcome).to.be.a('string');
        expect([other.status, other.statusReasons, other.decision?.reasons]).to.deep.equal([
          straight.status,
          straight.statusReasons,
          straight.decision?.reasons,
        ]);
      }),
      { numRuns: runs(20_000, 50) },
    );
  });

  it(`is never less severe under a stricter policy (${policyPairs} cases)`, async () => {
    const outcomes = new Set<string>();
    const stricter = fc.oneof({ arbitrary: tightenings, weight: 2 }, { arbitrary: sameActions, weight: 1 });
    const worse = severity.flatMap((was) => severity.slice(severityOf(was)).map((is) => `${was} ${is}`));
    await assertUntilCovered(
      fc.property(fc.oneof(facts, nearlyFlawless), someBase, tightenings, stricter, (given, base, some, more) => {
        const before = tightened(base, some);
        const was = decideOn(before, evidenceOf(given));
        const is = decideOn(tightened(before, more), evidenceOf(given));
        outcomes.add(`${was.outcome} ${is.outcome}`);
        const isApprovedNow = is.outcome === 'approve' && was.outcome !== 'approve';
        const isAskedForAnother = was.outcome === 'review' && asksForAnother(is);
        const isMilder = severityOf(outcomeWithoutSampling(is)) < severityOf(outcomeWithoutSampling(was));
        return (!isMilder || isAskedForAnother) && !isApprovedNow;
      }),
      policyPairs,
      () => worse.every((pair) => outcomes.has(pair)),
    );
    expect([...outcomes]).to.include.members(worse);
  });

  /** What the rarer ways to be stricter are about; for the others it is any concern. */
  const concernsOf: { readonly [name: string]: readonly (keyof CaseFacts)[] } = {
    liveness: ['confidence'],
    attack: ['confidence'],
    facePass: ['similarity'],
    faceReview: ['similarity'],
    reader: ['read'],
    names: ['claimed', 'read'],
    grace: ['mrz'],
    sharpness: ['sides'],
    glare: ['image'],
    cutEdges: ['image'],
    deviceAge: ['device'],
    deviceConfidence: ['device'],
    linkedIds: ['device'],
    duplicates: ['sightings'],
    velocity: ['sightings'],
    actions: ['mrz'],
  };

  for (const [name, way] of Object.entries(tighteningsByName)) {
    const concerns = concernsOf[name];
    const cases = concerns === undefined ? nearlyFlawless : withConcernFor(...concerns);
    it(`can be more severe when a policy is stricter in ${name} alone`, () => {
      const isWorse = ([given, base, { of }]: readonly [
        CaseFacts,
        FlatPolicy,
        { of: (policy: FlatPolicy) => FlatPolicy },
      ]) => {
        const severityUnder = (one: FlatPolicy): number => severityOf(decideOn(one, evidenceOf(given)).outcome);
        // Most cases are approved under both, and an approval is no worse than anything: the base is not asked then.
        const stricter = severityUnder(of(base));
        return stricter > 0 && stricter > severityUnder(base);
      };
      const some = fc.tuple(cases, someBase, way);
      let isFound = false;
      const isNotYetFound = fc.property(some, (one) => {
        isFound = isWorse(one);
        return !isFound;
      });
      // The search ends with the first case that is worse, and is short from this seed on.
      fc.check(isNotYetFound, { numRuns: 10_000, seed: 2, endOnFailure: true });
      expect(isFound).to.equal(true);
    });
  }

  it('approves nobody without liveness, a face match and the document, whatever a reader says', () => {
    fc.assert(
      fc.property(facts, fc.nat(), (given, which) => {
        const needed = ['document_reading', 'liveness_result', 'face_match'] as const;
        const left = evidenceOf({ ...given, mrz: 'good', read: {}, sides: flawless.sides }).filter(
          ({ kind }) => kind !== needed[which % 3],
        );
        return decideOn(policy, left).outcome !== 'approve';
      }),
      { numRuns: runs(20_000, 50) },
    );
  });

  it('approves nobody while a called provider gave no response, even if the policy requires nothing', () => {
    const outage = fc.record({
      observation: fc.constantFrom(...observations),
      reasons: fc.array(fc.constantFrom(...failureReasons), { minLength: 1, maxLength: 3 }),
      requirement: fc.constantFrom('required' as const, 'optional' as const),
      lenient: fc.boolean(),
    });
    fc.assert(
      fc.property(facts, outage, (given, { observation, reasons, requirement, lenient }) => {
        const layout = observation === 'back_face_match' ? 'both' : 'front';
        const answer = observation === 'liveness' ? 'liveness_result' : observation;
        const whole = { ...given, mrz: 'good', read: {}, device: {}, sides: { layout, similarity: null } } as const;
        const isOfBack = (item: NewEvidence): boolean => item.kind === 'face_match' && item.documentFileId === backFile;
        const left = evidenceOf(whole).filter((item) =>
          observation === 'back_face_match' ? !isOfBack(item) : item.kind !== answer,
        );
        const failures = reasons.map((reason): NewEvidence => ({ kind: 'provider_failure', observation, reason }));
        const checks = Object.fromEntries(Object.keys(policy.checks).map((name) => [name, requirement]));
        const actions = Object.fromEntries(lenient ? reasons.map((reason) => [reason, 'info' as const]) : []);
        const { outcome } = decideOn({ ...policy, checks, actions }, [...left, ...failures]);
        return outcome === 'review' || outcome === 'decline';
      }),
      { numRuns: runs(20_000, 50) },
    );
  });

  it('is the same verdict a hundred times', () => {
    const once = decideOn(policy, evidenceOf(flawless));
    expect(once.outcome).to.equal('approve');
    for (let i = 0; i < 100; i += 1)
      expect(decideOn(standardPolicy({ livenessThreshold: 75, specimens: true }), evidenceOf(flawless))).to.deep.equal(
        once,
      );
  });
});

/** A case in which nothing but the sides can be wrong. */
const onlySides: fc.Arbitrary<CaseFacts> = fc
  .record({
    layout: fc.constantFrom(...sideLayouts),
    similarity: fc.constantFrom(null, null, 60, 85, 89.9, 90, 99),
  })
  .map((sides) => ({ ...flawless, sides }));

const someCase = fc.oneof(onlySides, facts, nearlyFlawless);

const readingIn = (given: CaseFacts): DocumentReading | undefined =>
  evidenceOf(given).flatMap((item) => (item.kind === 'document_reading' ? [item.reading] : []))[0];

/**
 * Says where the number of the document was read, computed without the code that decides: in the MRZ of the front, or,
 * of a card alone, in what the front prints.
 */
const isIdentifiedOnFront = ({ mrzLines, sides }: DocumentReading): boolean => {
  const number = numberIn(mrzLines);
  if (!sides || number === null) return false;
  const isCard = mrzLines?.length === 3;
  const printed = sides.front.fields.document_number?.value;
  if (isCard) return printed === number && sides.front.mrzLines?.length !== 3;
  return numberIn(sides.front.mrzLines) === number;
};

const isFaceOfApplicant = (given: CaseFacts, { faceMatch: { pass } }: FlatPolicy): boolean =>
  evidenceOf(given).every(
    (item) =>
      item.kind !== 'face_match' ||
      (item.outcome === 'compared'
        ? (item.similarity ?? 0) >= pass
        : item.documentFileId === backFile && item.outcome === 'no_face_on_document'),
  );

describe('the identity of an approved applicant', function () {
  this.timeout(120_000);

  it(`was read on the side whose face was compared, and no side shows another face (${identityRuns} cases)`, async () => {
    const approved = new Map<string, number>();
    const refused = new Map<string, number>();
    const layouts = ['both', 'card', 'front'];
    await assertUntilCovered(
      fc.property(someCase, (given) => {
        const { outcome } = decide(policy, caseOf(evidenceOf(given)), iso(epoch));
        const count = outcome === 'approve' ? approved : refused;
        count.set(given.sides.layout, (count.get(given.sides.layout) ?? 0) + 1);
        const reading = readingIn(given);
        return outcome !== 'approve' || (reading && isIdentifiedOnFront(reading) && isFaceOfApplicant(given, policy));
      }),
      identityRuns,
      () => approved.size >= layouts.length && refused.size >= sideLayouts.length,
    );
    expect([...approved.keys()].toSorted()).to.deep.equal(layouts);
    expect(Math.min(...approved.values())).to.be.at.least(leastOf(100, identityRuns, 20_000));
    expect([...refused.keys()].toSorted()).to.deep.equal(sideLayouts.toSorted());
  });
});
