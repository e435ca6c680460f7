import type { Profile } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { viewProfile } from '#domain/profile/view-profile';
import {
  applyAction,
  expectRejection,
  inState,
  judged,
  observeAction,
  policy,
  reading,
} from '../../../../support/builders/profile-states.ts';

const under: FlatPolicy = { ...policy, review: { fourEyes: true } };
const named = (id: string) =>
  ({ type: 'review_approved', reviewer: { id, name: null }, reason: 'seen', note: 'It is her.' }) as const;
/** An approval by a client whose reviewers the operator trusts. */
const by = (id: string) => ({ ...named(id), behind: [] }) as const;
const decline = { type: 'review_declined', reviewer: { id: 'staff-3', name: null }, reason: 'r', note: 'n' } as const;
const ask = {
  type: 'input_requested',
  reviewer: { id: 'staff-3', name: null },
  steps: ['liveness'],
  note: 'n',
} as const;

const approvedBy = (profile: Profile, id: string): Profile => applyAction(profile, by(id), { under }).profile;
const reviewOf = (profile: Profile) => viewProfile(under, profile, profile.updatedAt).assurance.review;

describe('a review with four eyes', () => {
  it('records the first approval, and awaits another reviewer in the same status', () => {
    const { entries, profile } = applyAction(inState.in_review, by('staff-1'), { under });
    expect([profile.status, profile.decision]).to.deep.equal(['in_review', inState.in_review.decision]);
    expect(entries.map(({ kind, type, data, personal }) => [kind, type, data, personal])).to.deep.equal([
      [
        'verification_event',
        'review.first_approval',
        {
          reviewer: 'staff-1',
          evidence_digest: inState.in_review.decision?.evidenceDigest,
          evidence_count: inState.in_review.evidence.length,
          attempt: 1,
        },
        { reason: 'seen', note: 'It is her.' },
      ],
    ]);
    expect(reviewOf(inState.in_review)).to.deep.equal({ state: 'pending', reviewers: [], overridden: [] });
    expect(reviewOf(profile)).to.deep.equal({ state: 'awaiting_second', reviewers: ['staff-1'], overridden: [] });
  });

  it('approves by two different reviewers, and names both', () => {
    const approved = approvedBy(approvedBy(inState.in_review, 'staff-1'), 'staff-2');
    expect([approved.status, approved.decision?.decidedBy.id]).to.deep.equal(['approved', 'staff-2']);
    expect(reviewOf(approved)).to.deep.equal({
      state: 'approved',
      reviewers: ['staff-1', 'staff-2'],
      overridden: ['document_consistency'],
    });
  });

  it('refuses the same reviewer twice, also in other letters', () => {
    const first = approvedBy(inState.in_review, 'staff-1');
    for (const id of ['staff-1', 'STAFF-1']) {
      expect(expectRejection(first, by(id), { under }), id).to.deep.equal({
        _tag: 'Invalid',
        faults: [{ pointer: '/reviewer/id', message: 'has approved already: another reviewer must approve, too' }],
      });
    }
  });

  it('counts a client as one reviewer, whomever it names', () => {
    const first = applyAction(inState.in_review, named('invented-1'), { under }).profile;
    expect(first.approvals?.map(({ behind }) => behind)).to.deep.equal([['client:acme-server']]);
    const second = { ...named('invented-2'), behind: ['client:acme-server', 'staff-7c2k9d4m1x0p'] };
    for (const again of [named('invented-2'), second])
      expect(expectRejection(first, again, { under })).to.deep.equal({
        _tag: 'Invalid',
        faults: [
          {
            pointer: '/reviewer/id',
            message:
              'is one reviewer with the client that calls, which has approved already: somebody else must approve, too',
          },
        ],
      });
    const other = { actor: { type: 'machine', id: 'another-client' }, under } as const;
    expect(applyAction(first, named('invented-2'), other).profile.status).to.equal('approved');
    const staff = { actor: { type: 'reviewer', id: 'staff-7c2k9d4m1x0p' }, under } as const;
    expect(applyAction(first, named('staff-7c2k9d4m1x0p'), staff).profile.status).to.equal('approved');
  });

  it('counts a client and whoever has had a secret of it as one, whichever approves first', () => {
    const staff = { actor: { type: 'reviewer', id: 'staff-7c2k9d4m1x0p' }, under } as const;
    const byStaff = { ...named('staff-7c2k9d4m1x0p'), behind: [] };
    const byClient = { ...named('invented-1'), behind: ['client:client000000001', 'staff-7c2k9d4m1x0p'] };
    const clientFirst = applyAction(inState.in_review, byClient, { under }).profile;
    expect(expectRejection(clientFirst, byStaff, staff)._tag).to.equal('Invalid');
    const staffFirst = applyAction(inState.in_review, byStaff, staff).profile;
    expect(expectRejection(staffFirst, byClient, { under })._tag).to.equal('Invalid');
  });

  it('needs one reviewer to decline, and begins anew after that', () => {
    const declined = applyAction(approvedBy(inState.in_review, 'staff-1'), decline, { under }).profile;
    expect([declined.status, reviewOf(declined).reviewers]).to.deep.equal(['declined', ['staff-3']]);
    const reopened = applyAction(declined, { type: 'reopened', note: 'n' }, { under }).profile;
    expect(approvedBy(reopened, 'staff-2').status).to.equal('in_review');
  });

  it('voids the first approval when evidence is added, or another attempt begins', () => {
    const first = approvedBy(inState.in_review, 'staff-1');
    const [late, actor] = observeAction(1, reading());
    const changed = applyAction(first, late, { ...actor, under }).profile;
    expect(reviewOf(changed).state).to.equal('pending');
    expect(approvedBy(changed, 'staff-2').status).to.equal('in_review');
    const asked = applyAction(first, ask, { under }).profile;
    expect(asked.approvals).to.deep.equal([]);
    const next: Profile = { ...first, attempt: { number: 2, max: 3 } };
    expect(approvedBy(next, 'staff-2').status).to.equal('in_review');
  });

  it('does not let two reviewers approve over a biometric check that has not passed', () => {
    const mismatch = applyAction(judged(12), { type: 'reopened', note: 'n' }, { under }).profile;
    expect(expectRejection(mismatch, by('staff-1'), { under })._tag).to.equal('BiometricsNotPassed');
  });

  it('is not asked for by a policy that lacks it', () => {
    expect(applyAction(inState.in_review, by('staff-1')).profile.status).to.equal('approved');
    const without = { ...policy, review: { fourEyes: false } };
    expect(applyAction(inState.in_review, by('staff-1'), { under: without }).profile.status).to.equal('approved');
  });
});
