import { aReviewer } from '@portcullis/contracts/builders';
import { currentApprovals } from '@portcullis/domain/profile';
import { expect } from 'chai';
import {
  applyAction,
  applyActions,
  completeAction,
  consent,
  created,
  expectRejection,
  flow,
  front,
  inState,
  match,
  observeAction,
  openAction,
  policy,
  reading,
  submitted,
  supplyAction,
} from '../../../../support/builders/profile-states.ts';

const moves = (entries: ReturnType<typeof applyAction>['entries']) =>
  entries.map(({ actor, from, to, type }) => [type, from ?? null, to ?? null, actor.type]);

describe('a withdrawal of consent', () => {
  const withdraw = supplyAction(consent(false));
  const approval = { type: 'review_approved', reviewer: aReviewer, reason: 'seen', note: 'n' } as const;

  for (const status of ['processing', 'in_review'] as const) {
    it(`is recorded while ${status}, once, by itself, and changes nothing else`, () => {
      const before = inState[status];
      const { entries, profile } = applyAction(before, ...withdraw);
      expect(moves(entries)).to.deep.equal([['consent.declined', null, null, 'flow']]);
      expect(profile.evidence.slice(0, -1)).to.deep.equal(before.evidence);
      expect(profile.evidence.at(-1)).to.deep.include({ kind: 'consent', granted: false });
      expect([profile.status, profile.checks, profile.decision]).to.deep.equal([
        status,
        before.checks,
        before.decision,
      ]);
      expect(applyAction(profile, ...withdraw).profile).to.deep.equal(profile);
      for (const [action] of [
        supplyAction(consent()),
        supplyAction(consent(false), front()),
        supplyAction(),
        [{ type: 'supply', evidence: [consent(false)], language: 'de' } as const],
      ] as const) {
        expect(expectRejection(before, action, { actor: flow })).to.deep.include({ event: 'evidence_added' });
      }
    });
  }

  it('during processing keeps the checks from approving, also where none of them needs consent', () => {
    const seen = applyActions(submitted(), observeAction(1, reading(), match()), withdraw, completeAction);
    expect([seen.status, seen.statusReasons]).to.deep.equal(['in_review', ['consent_declined']]);
    const { face_match: _, liveness: __, ...checks } = policy.checks;
    const documents = { ...policy, steps: ['consent', 'document_front'], checks } as const;
    const done = [supplyAction(consent(), front()), observeAction(1, reading()), withdraw, completeAction].reduce(
      (before, [given, options]) => applyAction(before, given, { ...options, under: documents }).profile,
      applyActions(created(documents), openAction),
    );
    expect([done.status, done.statusReasons]).to.deep.equal(['in_review', ['consent_declined']]);
  });

  it('in review voids the first of two approvals, and nobody can approve any more', () => {
    const under = { ...policy, review: { fourEyes: true }, biometricOverride: ['liveness', 'face_match'] } as const;
    const half = applyAction(inState.in_review, approval, { under }).profile;
    expect([half.status, currentApprovals(half).length]).to.deep.equal(['in_review', 1]);
    const withdrawn = applyAction(half, withdraw[0], { actor: flow, under }).profile;
    expect([withdrawn.status, currentApprovals(withdrawn)]).to.deep.equal(['in_review', []]);
    const second = { ...approval, reviewer: { id: 'staff-0218', name: null } };
    expect(expectRejection(withdrawn, second, { under })).to.deep.equal({ _tag: 'ConsentRequired' });
  });
});
