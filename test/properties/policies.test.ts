import type { SignalCode } from '@portcullis/documents';
import { decide, type Evidence, type Step } from '@portcullis/domain';
import {
  type CheckName,
  checkModules,
  checkNames,
  type FlatPolicy,
  type PolicyAction,
  reasonCodes,
} from '@portcullis/domain/checks';
import { steps } from '@portcullis/domain/kernel';
import { lintPolicy } from '@portcullis/explain';
import { expect } from 'chai';
import fc from 'fast-check';
import type { NewEvidence } from '#domain/profile/commands';
import { policy } from '../support/builders/profile-states.ts';
import { leastOf, runs } from '../support/effort.ts';
import { assertUntilCovered } from '../support/generators/covering-cases.ts';
import {
  aReading,
  deviceFacts,
  epoch,
  iso,
  type MrzVariant,
  mrzVariants,
} from '../support/generators/profile-history.ts';

const front = 'front0000000000';
const reference = 'reference000000';

/**
 * The results of the camera: enough to say without any check whether a live person was there who matches the document.
 */
type Person = {
  readonly consent: boolean | null;
  readonly session: 'succeeded' | 'failed' | 'expired' | null;
  readonly confidence: number | null;
  readonly comparison: 'compared' | 'no_face_on_document' | 'selfie_too_poor' | null;
  readonly similarity: number;
};

type Case = Person & {
  readonly mrz: MrzVariant;
  readonly signals: readonly SignalCode[];
  readonly device: Parameters<typeof deviceFacts>[0] | null;
  readonly isRead: boolean;
};

const usually = <A>(usual: A, ...others: readonly A[]) => fc.constantFrom(...Array<A>(9).fill(usual), ...others);
const score = fc.oneof(
  { weight: 3, arbitrary: fc.constant(100) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 100 }) },
);

const aCase: fc.Arbitrary<Case> = fc.record({
  consent: usually<boolean | null>(true, false, null),
  session: usually<Person['session']>('succeeded', 'failed', 'expired', null),
  confidence: fc.option(score, { freq: 12 }),
  comparison: usually<Person['comparison']>('compared', 'no_face_on_document', 'selfie_too_poor', null),
  similarity: score,
  mrz: usually<MrzVariant>('good', ...mrzVariants),
  signals: usually<readonly SignalCode[]>([], ['document_tampered'], ['document_blurry']),
  device: fc.option(fc.constantFrom({}, { bot: 'bad' as const }, { vpn: true })),
  isRead: usually(true, false),
});

const evidenceOf = (given: Case): readonly NewEvidence[] => [
  ...(given.consent === null
    ? []
    : [{ kind: 'consent' as const, textVersion: '1', locale: 'en', granted: given.consent }]),
  {
    kind: 'file',
    file: { id: front, kind: 'document_front', contentType: 'image/jpeg', size: 1, sha256: 'a'.repeat(64) },
  },
  ...(given.isRead
    ? [
        {
          kind: 'document_reading' as const,
          id: 'reading00000000',
          frontFileId: front,
          backFileId: null,
          reading: aReading(given.mrz, given.signals),
        },
      ]
    : []),
  ...(given.session === null
    ? []
    : [
        {
          kind: 'liveness_result' as const,
          sessionId: 's',
          status: given.session,
          confidence: given.confidence,
          challenge: 'movement_and_light',
          referenceFileId: given.session === 'succeeded' ? reference : null,
        },
      ]),
  ...(given.comparison === null
    ? []
    : [
        {
          kind: 'face_match' as const,
          documentFileId: front,
          referenceFileId: reference,
          outcome: given.comparison,
          similarity: given.comparison === 'compared' ? given.similarity : null,
        },
      ]),
  ...(given.device
    ? [
        { kind: 'device_event' as const, eventId: 'e' },
        { kind: 'device' as const, eventId: 'e', facts: deviceFacts(given.device) },
      ]
    : []),
];

const stored = (item: NewEvidence): Evidence =>
  item.kind === 'liveness_result'
    ? { ...item, attempt: 1, at: iso(epoch), late: false }
    : { ...item, attempt: 1, at: iso(epoch) };

/** Says without running a check that consent was given, and that both scores reach what the policy requires. */
const isProven = (given: Case, { faceMatch, liveness }: FlatPolicy): boolean =>
  given.consent === true &&
  given.session === 'succeeded' &&
  given.confidence !== null &&
  given.confidence >= Math.max(liveness.pass, liveness.attack) &&
  given.comparison === 'compared' &&
  given.similarity >= faceMatch.pass;

const someSteps = fc.oneof(
  { weight: 4, arbitrary: fc.constant<readonly Step[]>(['consent', 'document_front', 'liveness']) },
  { weight: 1, arbitrary: fc.shuffledSubarray<Step>([...steps]) },
);

const changedChecks: fc.Arbitrary<FlatPolicy['checks']> = fc
  .array(
    fc.tuple(
      fc.constantFrom(...checkNames),
      fc.constantFrom<'required' | 'optional' | undefined>('required', 'required', 'optional', undefined),
    ),
    { maxLength: 3 },
  )
  .map((changes) => Object.fromEntries(changes.filter(([, to]) => to !== undefined)))
  .chain((changes: FlatPolicy['checks']) =>
    fc
      .subarray<CheckName>([...checkNames], { maxLength: 1 })
      .map((dropped) =>
        Object.fromEntries(
          Object.entries({ ...policy.checks, ...changes }).filter(([name]) => !dropped.some((each) => each === name)),
        ),
      ),
  );

/**
 * The reasons that belong to no required check of the policy: it is an error to make others informational, and most
 * generated policies should have no error.
 */
const optionalReasons = reasonCodes.filter((code) =>
  checkNames.every((name) => policy.checks[name] !== 'required' || !checkModules[name].reasons.includes(code)),
);

const someAction = fc.oneof(
  { weight: 50, arbitrary: fc.tuple(fc.constantFrom(...optionalReasons), fc.constant<PolicyAction>('info')) },
  {
    weight: 50,
    arbitrary: fc.tuple(fc.constantFrom(...reasonCodes), fc.constantFrom<PolicyAction>('retry', 'review', 'decline')),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...reasonCodes), fc.constant<PolicyAction>('info')) },
);

const someActions: fc.Arbitrary<FlatPolicy['actions']> = fc
  .array(someAction, { maxLength: 12 })
  .map((pairs) => Object.fromEntries(pairs));

const someOverride = fc.constantFrom<FlatPolicy['biometricOverride']>(
  false,
  [],
  ['liveness'],
  ['liveness', 'face_match'],
);

const aPolicy: fc.Arbitrary<FlatPolicy> = fc
  .record({
    steps: someSteps,
    optionalSteps: fc.constantFrom<readonly Step[]>(['document_back', 'device'], ['liveness', 'device'], []),
    checks: changedChecks,
    actions: someActions,
    liveness: fc.record({ pass: usually(75, 0, 10, 50, 100), attack: usually(10, 0, 1, 80) }),
    faceMatch: fc.record({ pass: usually(90, 0, 50, 80, 100), review: usually(80, 0, 95) }),
    minimumAge: usually(18, 0, 60),
    names: fc.record({ pass: usually(80, 0, 100) }),
    maxAttempts: usually(3, 1),
    biometricOverride: someOverride,
    types: usually<FlatPolicy['documents']['types']>(['passport'], ['id_card', 'passport'], ['driving_licence'], []),
  })
  .map(({ types, ...over }) => ({ ...policy, ...over, documents: { ...policy.documents, types } }));

const verdict = (under: FlatPolicy, given: Case) =>
  decide(
    under,
    {
      profileId: 'generatedprofil',
      samplingKey: '',
      evidence: evidenceOf(given).map(stored),
      attempt: 1,
      askedSteps: null,
    },
    iso(epoch),
  );

describe('a policy in which the lint finds no error', function () {
  this.timeout(1_800_000);

  const numRuns = runs(20_000, 150);
  it(`approves nobody whose liveness or face match has not passed, over ${numRuns} policies and four cases of each`, async () => {
    const count = { clean: 0, approved: 0, refused: 0 };
    await assertUntilCovered(
      fc.property(aPolicy, fc.array(aCase, { minLength: 4, maxLength: 4 }), (under, cases) => {
        if (lintPolicy(under).some(({ level }) => level === 'error')) return true;
        count.clean += 1;
        return cases.every((given) => {
          const isApproved = verdict(under, given).outcome === 'approve';
          count[isApproved ? 'approved' : 'refused'] += 1;
          return !isApproved || isProven(given, under);
        });
      }),
      numRuns,
      () => Math.min(count.approved, count.refused) > 0,
    );
    expect(count.clean).to.be.at.least(leastOf(1500, numRuns, 6000));
    expect(count.approved).to.be.at.least(leastOf(300, numRuns, 6000));
    expect(count.refused).to.be.at.least(leastOf(3000, numRuns, 6000));
  });

  it('is a strict subset: some policies with errors approve somebody whose liveness or face match has not passed', () => {
    const wrong = fc
      .sample(fc.tuple(aPolicy, aCase), { numRuns: runs(4000, 1000), seed: 1 })
      .filter(([under, given]) => verdict(under, given).outcome === 'approve' && !isProven(given, under));
    expect(wrong.length).to.be.at.least(1);
    for (const [under] of wrong) expect(lintPolicy(under).map(({ level }) => level)).to.include('error');
  });
});
