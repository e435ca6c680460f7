import { aReviewer } from '@portcullis/contracts/builders';
import type { Profile } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { type BiometricCheck, biometricChecks } from '#domain/policy/policy';
import type { NewEvidence } from '#domain/profile/commands';
import {
  applyAction,
  applyActions,
  completeAction,
  consent,
  created,
  expectRejection,
  front,
  inState,
  judged,
  observeAction,
  openAction,
  policy,
  reading,
  submitted,
  supplyAction,
} from '../../../../support/builders/profile-states.ts';
import { passportLines, printedFields } from '../../../../support/builders/readings.ts';

const action = { type: 'review_approved', reviewer: aReviewer, reason: 'seen in person', note: 'It is her.' } as const;
const otherName = { ...printedFields(passportLines()), last_name: { value: 'Erikson', confidence: 1 } };

const reopenedAfter = (declined: Profile): Profile => applyAction(declined, { type: 'reopened', note: 'n' }).profile;

const failure: NewEvidence = {
  kind: 'provider_failure',
  observation: 'face_match',
  reason: 'provider_unavailable',
};

/** Profiles in review without a proven face: what happened, and the checks that have not passed. */
const unproven: readonly (readonly [string, Profile, readonly BiometricCheck[]])[] = [
  ['a mismatch of the faces', reopenedAfter(judged(12)), ['face_match']],
  ['an attack on the liveness session', reopenedAfter(judged(98, { confidence: 3 })), ['liveness']],
  [
    'an outage of the comparison',
    applyActions(submitted(), observeAction(1, reading(), failure, failure, failure), completeAction),
    ['face_match'],
  ],
];

/** Profiles in review whose person declined or withdrew consent, or has not answered, before a face was processed. */
const withoutConsent: readonly (readonly [string, Profile])[] = [
  [
    'a declined consent, after which nothing was shown at all',
    applyActions(created(), openAction, supplyAction(consent(false)), completeAction),
  ],
  [
    'a consent that was withdrawn after the document was shown',
    applyActions(
      created(),
      openAction,
      supplyAction(consent(), front()),
      observeAction(1, reading()),
      supplyAction(consent(false)),
      completeAction,
    ),
  ],
  ['a consent that was never given', { ...applyActions(created(), openAction), status: 'in_review' }],
];

describe('a reviewer who approves without a proven face', () => {
  for (const [what, profile, checks] of unproven) {
    it(`cannot override ${what}, unless the policy names every such check`, () => {
      expect(profile.status).to.equal('in_review');
      expect(expectRejection(profile, action)).to.deep.equal({
        _tag: 'BiometricsNotPassed',
        checks,
        allowed: ['review_declined', 'input_requested'],
      });
      const under = (biometricOverride: FlatPolicy['biometricOverride']): FlatPolicy => ({
        ...policy,
        biometricOverride,
      });
      expect(applyAction(profile, action, { under: under(checks) }).profile.status).to.equal('approved');
      for (const missing of checks) {
        const others = biometricChecks.filter((name) => name !== missing);
        expect(expectRejection(profile, action, { under: under(others) })).to.deep.include({ checks: [missing] });
      }
    });
  }

  for (const [what, profile] of withoutConsent) {
    it(`can never override ${what}, whatever the policy names`, () => {
      expect(profile.status).to.equal('in_review');
      const every: FlatPolicy = { ...policy, biometricOverride: [...biometricChecks] };
      for (const under of [policy, every, { ...every, review: { fourEyes: true } }]) {
        expect(expectRejection(profile, action, { under })).to.deep.equal({ _tag: 'ConsentRequired' });
      }
    });
  }

  it('may approve faces whose similarity the policy hands to a reviewer, and only as long as it does', () => {
    const borderline = judged(85);
    expect(borderline.statusReasons).to.deep.equal(['face_match_borderline']);
    expect(applyAction(borderline, action).profile.status).to.equal('approved');
    const stricter = { ...policy, actions: { face_match_borderline: 'decline' } } as const;
    expect(expectRejection(borderline, action, { under: stricter })).to.deep.include({ checks: ['face_match'] });
    const mismatch = applyAction(judged(12), { type: 'reopened', note: 'n' }).profile;
    const laxer = { ...policy, actions: { face_mismatch: 'review' } } as const;
    expect(expectRejection(mismatch, action, { under: laxer })).to.deep.include({ checks: ['face_match'] });
  });

  it('may approve without an optional check for which nothing was supplied, and not over one that failed', () => {
    const optional: FlatPolicy = {
      ...policy,
      checks: { ...policy.checks, liveness: 'optional', face_match: 'optional' },
    };
    const unasked = { ...optional, steps: ['consent', 'document_front'] } as const;
    const read = reading({ fields: otherName });
    const without = [supplyAction(consent(), front()), observeAction(1, read), completeAction].reduce(
      (before, [given, options]) => applyAction(before, given, { ...options, under: unasked }).profile,
      applyActions(created(unasked), openAction),
    );
    expect(without.checks.filter(({ name }) => name === 'liveness').map(({ status }) => status)).to.deep.equal([
      'unavailable',
    ]);
    expect(applyAction(without, action, { under: unasked }).profile.status).to.equal('approved');
    const mismatch = applyAction(judged(12), { type: 'reopened', note: 'n' }).profile;
    expect(expectRejection(mismatch, action, { under: optional })).to.deep.include({ checks: ['face_match'] });
  });

  it('can override a failed check of the document', () => {
    const suspect = inState.in_review;
    const failed = suspect.checks.filter(({ status }) => status === 'failed').map(({ name }) => name);
    expect([failed, suspect.statusReasons]).to.deep.equal([['document_consistency'], ['mrz_print_mismatch']]);
    expect(applyAction(suspect, action).profile.status).to.equal('approved');
  });
});
