import { aReviewer } from '@portcullis/contracts/builders';
import type { Check, LedgerEntry, Policy, Profile } from '@portcullis/domain';
import { decisionEngineVersion, type FlatPolicy, type PolicyWithPaths } from '@portcullis/domain/checks';
import type { RecordedDecision } from '@portcullis/domain/profile';
import { recordedDecision } from '@portcullis/domain/serialization';
import { expect } from 'chai';
import { replay } from '#explain/explanation/replay';
import {
  applyAction,
  applyActions,
  completeAction,
  match,
  observeAction,
  policy,
  reading,
  submitted,
} from '../../../support/builders/profile-states.ts';

const later = '2026-05-02T09:00:00.000Z';

type Settled = { readonly profile: Profile; readonly recorded: RecordedDecision };

const recordedIn = (entry: LedgerEntry | undefined): RecordedDecision => {
  const recorded = entry === undefined ? null : recordedDecision(entry);
  if (!recorded) throw new Error('no decision was recorded');
  return recorded;
};

/** A decision of the system from a comparison of this similarity. */
const decided = (similarity: number): Settled => {
  const before = applyActions(submitted(), observeAction(1, reading(), match({ similarity })));
  const { profile, entries } = applyAction(before, ...completeAction);
  return { profile, recorded: recordedIn(entries[0]) };
};

/** The same, and a person's decision after it. */
const reviewed = (): Settled => {
  const action = {
    type: 'review_declined',
    reviewer: aReviewer,
    reason: 'document_tampered',
    note: 'Look at the edge.',
  } as const;
  const { profile, entries } = applyAction(decided(85).profile, action, { at: later });
  return { profile, recorded: recordedIn(entries[0]) };
};

const again = ({ profile, recorded }: Settled, under: Policy | null = policy) => {
  const found = replay(under, profile, recorded);
  return found.reproduced ? found.verdict.outcome : [found.mismatch, ...found.differing];
};

describe('a draw for review on record', () => {
  it('is replayed as it was drawn, by the secret of the profile and not by its id', () => {
    const under: FlatPolicy = { ...policy, sampling: 0.5 };
    const outcomes = Array.from({ length: 40 }, (_, n) => {
      const before = applyActions(submitted(), observeAction(1, reading(), match()));
      const profile = { ...before, salt: n.toString(16).padStart(64, '0') };
      const [complete, given] = completeAction;
      const judged = applyAction(profile, complete, { ...given, under });
      const recorded = recordedIn(judged.entries[0]);
      expect(again({ profile: judged.profile, recorded }, under)).to.equal(recorded.outcome);
      return recorded.outcome;
    });
    expect(outcomes.filter((outcome) => outcome === 'review').length).to.be.within(10, 30);
    expect(new Set(outcomes)).to.deep.equal(new Set(['approve', 'review']));
  });
});

describe('a decision on record over paths', () => {
  const { checks, optionalSteps, steps, ...common } = policy;
  const under: PolicyWithPaths = {
    ...common,
    paths: [{ id: 'zone', steps, optionalSteps, checks }],
    always: {},
  };
  const before = applyActions(submitted(), observeAction(1, reading(), match()));
  const [complete, given] = completeAction;
  const { entries, profile } = applyAction(before, complete, { ...given, under });
  const recorded = recordedIn(entries[0]);

  it('is reproduced with its path', () => {
    expect(recorded.path).to.equal('zone');
    expect(again({ profile, recorded }, under)).to.equal('approve');
  });

  it('differs where another path is recorded, or other paths are that were passed over', () => {
    const { passedOver: _, path: __, ...without } = recorded;
    const others = [
      without,
      { ...recorded, path: 'licence' },
      { ...recorded, passedOver: [{ path: 'licence', reasons: [] }] },
    ];
    for (const other of others) expect(again({ profile, recorded: other }, under)).to.deep.equal(['differs', 'path']);
  });
});

describe('a decision on record', () => {
  it('is read completely from its entry in the ledger', () => {
    const { profile, recorded } = decided(61);
    const { decision } = profile;
    const { checks, ...rest } = recorded;
    expect(rest).to.deep.equal({
      seq: profile.version,
      at: decision?.at,
      decidedBy: { type: 'system', id: 'portcullis' },
      outcome: 'decline',
      reasons: ['face_mismatch'],
      policy: decision?.policy,
      policyDigest: decision?.policyDigest,
      engine: decisionEngineVersion,
      evidenceDigest: decision?.evidenceDigest,
      evidenceCount: profile.evidence.length,
      attempt: 1,
      askedSteps: null,
      status: 'declined',
      statusReasons: ['face_mismatch'],
      review: null,
    });
    const age = ({ name }: Pick<Check, 'name'>) => name === 'document_age';
    expect(profile.checks.find(age)).to.include({ score: 51 });
    expect(checks.find(age)).to.deep.equal({
      name: 'document_age',
      status: 'passed',
      requirement: 'required',
      reasons: [],
      threshold: 18,
    });
  });

  it('is a reviewer’s with the reason and the note that they gave', () => {
    expect(reviewed().recorded).to.deep.include({
      decidedBy: { type: 'reviewer', id: 'staff-0217' },
      outcome: 'decline',
      reasons: ['review_declined', 'document_tampered'],
      review: { reason: 'document_tampered', note: 'Look at the edge.' },
    });
  });

  it('is absent where an entry is about something else, or has an invalid form', () => {
    const { profile } = decided(98);
    const { entries } = applyAction(profile, { type: 'reopened', note: 'n' });
    const [reopened] = entries;
    if (!reopened) throw new Error('nothing was written');
    const { to: _, ...unmoved } = reopened;
    expect(recordedDecision(reopened)).to.equal(null);
    expect(recordedDecision({ ...unmoved, type: 'review_approved' })).to.equal(null);
    expect(recordedDecision({ ...reopened, type: 'checks_completed', data: {} })).to.equal(null);
    const strange = { outcome: 'perhaps' };
    expect(recordedDecision({ ...reopened, type: 'checks_completed', data: strange })).to.equal(null);
  });
});

describe('the replay of a decision', () => {
  it('reproduces the same reasons and checks', () => {
    for (const [similarity, outcome] of [
      [98, 'approve'],
      [85, 'review'],
      [12, 'decline'],
    ] as const) {
      expect(again(decided(similarity))).to.equal(outcome);
    }
  });

  it('reproduces it after all that happened since', () => {
    const { profile, recorded } = decided(98);
    const moved = applyActions(
      profile,
      [{ type: 'reopened', note: 'n' }],
      [{ type: 'input_requested', reviewer: aReviewer, steps: ['liveness'], note: 'n' }],
      observeAction(2, match({ similarity: 3 })),
    );
    expect(moved.evidence.length).to.be.greaterThan(profile.evidence.length);
    expect(again({ profile: moved, recorded })).to.equal('approve');
  });

  it('reproduces a reviewer’s decision where the checks have the same results', () => {
    const { profile, recorded } = reviewed();
    expect(again({ profile, recorded })).to.equal('review');
    const checks = recorded.checks.map((check) => ({ ...check, status: 'passed' as const }));
    expect(again({ profile, recorded: { ...recorded, checks } })).to.deep.equal(['differs', 'checks']);
  });

  it('is impossible where its evidence is not what was decided from', () => {
    const { profile, recorded } = decided(98);
    const [first, ...others] = profile.evidence;
    if (!first) throw new Error('there is no evidence');
    const changed = { ...profile, evidence: [{ ...first, at: later }, ...others] };
    expect(again({ profile: changed, recorded })).to.deep.equal(['evidence_changed', 'evidence']);
    expect(again({ profile: { ...profile, evidence: others }, recorded })).to.deep.equal([
      'evidence_changed',
      'evidence',
    ]);
    const other = { ...profile, id: 'profile00000002' };
    expect(again({ profile: other, recorded }), 'the digest is of the evidence alone').to.equal('approve');
  });

  it('is impossible where the policy of its name is gone or another document', () => {
    const settled = decided(98);
    expect(again(settled, null)).to.deep.equal(['policy_changed', 'policy']);
    expect(again(settled, { ...policy, minimumAge: 21 })).to.deep.equal(['policy_changed', 'policy']);
  });

  it('reports a difference where this code decides otherwise, and another engine where other code decided', () => {
    const { profile, recorded } = decided(98);
    const otherwise: RecordedDecision = { ...recorded, outcome: 'review', reasons: ['face_match_borderline'] };
    expect(again({ profile, recorded: otherwise })).to.deep.equal(['differs', 'outcome', 'reasons']);
    const byOther = { engine: 0 };
    expect(again({ profile, recorded: { ...otherwise, ...byOther } })).to.deep.equal(['engine', 'outcome', 'reasons']);
    expect(again({ profile, recorded: { ...recorded, ...byOther } })).to.equal('approve');
  });
});
