import { aReviewer } from '@portcullis/contracts/builders';
import { E, type Profile } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { decode } from '@portcullis/domain/kernel';
import { currentApprovals } from '@portcullis/domain/profile';
import { ProfileCodec, recordedDecision } from '@portcullis/domain/serialization';
import { expect } from 'chai';
import { biometricChecks } from '#domain/policy/policy';
import type { NewEvidence } from '#domain/profile/commands';
import { viewProfile } from '#domain/profile/view-profile';
import {
  type ActionOptions,
  advanceTime,
  applyAction,
  completeAction,
  consent,
  created,
  expectRejection,
  flow,
  front,
  inState,
  judged,
  match,
  now,
  observeAction,
  openAction,
  policy,
  reading,
  result,
  session,
  supplyAction,
} from '../../../../support/builders/profile-states.ts';

const action = { type: 'review_approved', reviewer: aReviewer, reason: 'seen in person', note: 'It is her.' } as const;

/** The refusal of the face check alone. */
const withoutFace: NewEvidence = { kind: 'consent', textVersion: '1', locale: 'en', granted: false, scope: 'face' };

const overriding: FlatPolicy = { ...policy, biometricOverride: [...biometricChecks] };
const optional: FlatPolicy = { ...policy, checks: { ...policy.checks, liveness: 'optional', face_match: 'optional' } };

type Step = readonly [Parameters<typeof applyAction>[1], ActionOptions];
const play = (under: FlatPolicy, ...steps: readonly Step[]): Profile =>
  steps.reduce((before, [given, options]) => applyAction(before, given, { ...options, under }).profile, created(under));

const playOn = (from: Profile, at: string, ...steps: readonly Step[]): Profile =>
  steps.reduce(
    (before, [given, options]) => applyAction(before, given, { ...options, at, under: overriding }).profile,
    from,
  );

const later = '2028-05-01T10:00:00.000Z';
const withdrawal = (at: string): Step => [
  { type: 'supply', evidence: [consent(false)] },
  { actor: flow, at, under: overriding },
];

const shown = [openAction, supplyAction(consent(), front()), observeAction(1, reading())] as const;
const refusedUnder = (under: FlatPolicy, ...before: readonly Step[]): Profile =>
  play(under, ...shown, ...before, supplyAction(withoutFace), completeAction);

describe('a reviewer of somebody who refused the face check alone', () => {
  it('may approve where the policy names the checks of the face, and the ledger names the refusal', () => {
    const refused = refusedUnder(overriding);
    expect([refused.status, refused.statusReasons]).to.deep.equal([
      'in_review',
      ['consent_declined', 'checks_incomplete'],
    ]);
    const { entries, profile } = applyAction(refused, action, { under: overriding });
    expect(profile.status).to.equal('approved');
    const [entry] = entries;
    expect(entry?.data).to.deep.include({ consent_refused: 'face', reviewer: aReviewer.id, outcome: 'approve' });
    expect(entry?.personal).to.deep.include({ note: 'It is her.' });
    expect(entry && recordedDecision(entry)).to.deep.include({ outcome: 'approve' });
    for (const missing of ['reason', 'note'] as const)
      expect(expectRejection(refused, { ...action, [missing]: ' ' }, { under: overriding })).to.have.property(
        '_tag',
        'Invalid',
      );
  });

  it('may not where the policy requires the face and names no exception', () => {
    expect(expectRejection(refusedUnder(policy), action)).to.deep.include({ _tag: 'BiometricsNotPassed' });
  });

  it('may approve where the policy does without the face, unless a session was begun before', () => {
    expect(applyAction(refusedUnder(optional), action, { under: optional }).profile.status).to.equal('approved');
    const begun = refusedUnder(optional, supplyAction(session('session-1')));
    expect(expectRejection(begun, action, { under: optional })).to.deep.include({ checks: ['liveness', 'face_match'] });
  });

  it('may not where everything was refused as well, before or after, or nothing was consented to', () => {
    const [opened, , read] = shown;
    const never = play(overriding, opened, supplyAction(withoutFace), completeAction);
    const whole = play(overriding, opened, supplyAction(consent(), front()), read, supplyAction(consent(false)));
    const later = applyAction(whole, { type: 'supply', evidence: [withoutFace] }, { actor: flow, under: overriding });
    const judgedLater = applyAction(later.profile, completeAction[0], { ...completeAction[1], under: overriding });
    expect(later.profile.evidence).to.deep.equal(whole.evidence);
    const refused = refusedUnder(overriding);
    const both = applyAction(
      refused,
      { type: 'supply', evidence: [consent(false)] },
      { actor: flow, under: overriding },
    );
    expect(both.entries.map(({ type }) => type)).to.deep.equal(['consent.declined']);
    for (const profile of [never, judgedLater.profile, both.profile]) {
      expect(profile.status).to.equal('in_review');
      expect(expectRejection(profile, action, { under: overriding })).to.deep.equal({ _tag: 'ConsentRequired' });
    }
  });

  it('may approve by a consent that counts for what is asked now, and by none from before', () => {
    const renewed = play(overriding, ...shown, observeAction(1, result(), match()), completeAction);
    const lapsed = advanceTime(renewed, renewed.lapsesAt ?? '', overriding).profile;
    const steps: readonly (readonly [Profile, string])[] = [
      [applyAction(lapsed, { type: 'renewed', note: null }, { at: later, under: overriding }).profile, later],
      [
        applyAction(inState.in_review, { type: 'input_requested', reviewer: aReviewer, steps: ['consent'], note: 'n' })
          .profile,
        now,
      ],
    ];
    for (const [asked, at] of steps) {
      expect(asked.askedSteps).to.include('consent');
      const refused = playOn(asked, at, supplyAction(withoutFace), completeAction);
      expect(refused.status).to.equal('in_review');
      expect(expectRejection(refused, action, { at, under: overriding })).to.deep.equal({ _tag: 'ConsentRequired' });
      const withdrawn = applyAction(refused, ...withdrawal(at));
      expect(withdrawn.entries.map(({ type }) => type)).to.deep.equal(['consent.declined']);
      expect(applyAction(withdrawn.profile, ...withdrawal(at)).entries).to.deep.equal([]);
      const given = playOn(asked, at, supplyAction(consent()), supplyAction(withoutFace), completeAction);
      expect(applyAction(given, action, { at, under: overriding }).profile.status).to.equal('approved');
    }
  });

  it('may not by a face that matched before, unless the policy names that check as well', () => {
    const livenessAlone: FlatPolicy = { ...policy, biometricOverride: ['liveness'] };
    for (const similarity of [98, 85]) {
      const before = judged(similarity);
      const open =
        before.status === 'in_review' ? before : applyAction(before, { type: 'reopened', note: 'n' }).profile;
      const refused = applyAction(open, { type: 'supply', evidence: [withoutFace] }, { actor: flow }).profile;
      expect(expectRejection(refused, action, { under: livenessAlone })).to.deep.include({ checks: ['face_match'] });
      const { profile } = applyAction(refused, action, { under: overriding });
      const { face, review } = viewProfile(overriding, profile, now).assurance;
      expect([face, review.overridden]).to.deep.equal([false, ['liveness', 'face_match']]);
      const erased = applyAction(profile, { type: 'erase', because: 'requested' }, { under: overriding }).profile;
      const after = viewProfile(overriding, erased, now).assurance;
      expect([after.face, after.review.overridden]).to.deep.equal([false, ['liveness', 'face_match']]);
    }
  });

  it('may not leave out the comparison of faces once a session was begun', () => {
    const checks = { ...policy.checks, face_match: 'optional' } as const;
    const under: FlatPolicy = { ...policy, checks, biometricOverride: ['liveness'] };
    const attacked = [supplyAction(session('session-1')), observeAction(1, result({ confidence: 40 }))] as const;
    const refused = refusedUnder(under, ...attacked);
    expect(expectRejection(refused, action, { under })).to.deep.include({ checks: ['face_match'] });
    expect(applyAction(refusedUnder(under), action, { under }).profile.status).to.equal('approved');
  });

  it('may still not approve over a face that did not match before, unless the policy names the check', () => {
    const mismatch = applyAction(judged(12), { type: 'reopened', note: 'n' }).profile;
    const refused = applyAction(mismatch, { type: 'supply', evidence: [withoutFace] }, { actor: flow }).profile;
    expect(expectRejection(refused, action)).to.deep.include({ _tag: 'BiometricsNotPassed' });
    expect(applyAction(refused, action, { under: overriding }).profile.status).to.equal('approved');
  });

  it('needs a second one again, and both of their approvals name the refusal', () => {
    const under = { ...overriding, review: { fourEyes: true } };
    const half = applyAction(inState.in_review, action, { under }).profile;
    const refused = applyAction(half, { type: 'supply', evidence: [withoutFace] }, { actor: flow, under }).profile;
    expect(currentApprovals(refused)).to.deep.equal([]);
    const first = applyAction(refused, action, { under });
    const other = { actor: { type: 'machine', id: 'another-client' }, under } as const;
    const second = applyAction(first.profile, { ...action, reviewer: { id: 'staff-0218', name: null } }, other);
    expect(second.profile.status).to.equal('approved');
    for (const { entries } of [first, second]) expect(entries[0]?.data).to.deep.include({ consent_refused: 'face' });
  });

  it('leaves what is recorded of every other consent and approval as it was', () => {
    const { entries } = applyAction(inState.in_review, action);
    expect(entries[0]?.data).not.to.have.property('consent_refused');
    const declined = applyAction(inState.in_review, { type: 'supply', evidence: [consent(false)] }, { actor: flow });
    expect(declined.entries[0]?.data).to.deep.equal({ text_version: '1', attempt: 1 });
    const refused = applyAction(inState.in_review, { type: 'supply', evidence: [withoutFace] }, { actor: flow });
    expect(refused.entries[0]?.data).to.deep.equal({ text_version: '1', scope: 'face', attempt: 1 });
  });

  it('is of a consent that is stored with its scope, and with no other', () => {
    const { profile } = applyAction(inState.in_review, { type: 'supply', evidence: [withoutFace] }, { actor: flow });
    const raw = JSON.parse(JSON.stringify(profile));
    expect(decode(ProfileCodec, raw)).to.deep.equal(E.right(profile));
    for (const other of [{ scope: 'voice' }, { granted: true }]) {
      const changed = { ...raw, evidence: [...raw.evidence.slice(0, -1), { ...raw.evidence.at(-1), ...other }] };
      expect(E.isLeft(decode(ProfileCodec, changed)), JSON.stringify(other)).to.equal(true);
    }
  });
});
