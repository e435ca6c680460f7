import { aReviewer } from '@portcullis/contracts/builders';
import type { LedgerEntry, Profile, ReasonCode } from '@portcullis/domain';
import { decisionEngineVersion } from '@portcullis/domain/checks';
import { saltedDigest } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import type { NewEvidence, ProfileAction } from '#domain/profile/commands';
import { aFile } from '../../../../support/builders/evidence.ts';
import {
  applyAction,
  applyActions,
  completeAction,
  consent,
  expectRejection,
  factsOf,
  inState,
  machine,
  match,
  observeAction,
  policy,
  reading,
  result,
  scoresOf,
  supplyAction,
} from '../../../../support/builders/profile-states.ts';

const later = '2026-05-02T09:00:00.000Z';
const reviewed = (profile: Profile, action: ProfileAction) => {
  const { entries, profile: done } = applyAction(profile, action, { at: later });
  expect(entries.length).to.equal(1);
  expect(done.version).to.equal(profile.version + 1);
  return { profile: done, entry: entries[0] };
};

const place = ['hash', 'id', 'personal_digest', 'prev_hash', 'profile_id', 'seq'];
/** The one entry of a review, without its position in the chain and the digest of its content. */
const reviewEntry = (entry: ReturnType<typeof reviewed>['entry']) =>
  Object.fromEntries(Object.entries(entry ?? {}).filter(([name]) => !place.includes(name)));

const noteOf = ({ personal }: LedgerEntry) => personal?.['note'];

const change = (
  type: string,
  from: string,
  to: string,
  reasons: readonly ReasonCode[],
  data: object,
  personal?: object,
) => ({
  kind: 'status_change',
  type,
  from,
  to,
  reasons,
  actor: machine,
  data,
  occurred_at: later,
  recorded_at: later,
  ...(personal !== undefined && { personal }),
});

const faults = (...fields: readonly string[]) => ({
  _tag: 'Invalid',
  faults: fields.map((field) => ({ pointer: `/${field}`, message: 'required for this event' })),
});

describe('a reviewer who approves', () => {
  const action = {
    type: 'review_approved',
    reviewer: aReviewer,
    reason: 'seen in person',
    note: 'It is her.',
  } as const;

  it('records a decision of their own, with the evidence that it is based on', () => {
    const before = inState.in_review;
    const { entry, profile } = reviewed(before, action);
    const reasons = ['review_approved_override'] as const;
    expect(profile).to.deep.include({
      status: 'approved',
      statusReasons: reasons,
      decidedAt: later,
      lapsesAt: '2027-05-02T09:00:00.000Z',
      checks: before.checks.map((check) => ({ ...check, observed_at: later })),
      attempt: before.attempt,
      decision: {
        outcome: 'approve',
        reasons,
        policy: { id: policy.id, version: policy.version },
        policyDigest: before.decision?.policyDigest,
        engine: decisionEngineVersion,
        evidenceDigest: before.decision?.evidenceDigest,
        evidenceCount: before.evidence.length,
        attempt: 1,
        askedSteps: null,
        decidedBy: { type: 'reviewer', id: 'staff-0217' },
        seq: profile.version,
        at: later,
      },
    });
    const data = { reviewer: 'staff-0217', ...factsOf(before, 'approve', reasons) };
    const personal = { reviewer_name: 'M. Keller', reason: action.reason, note: action.note, ...scoresOf(before) };
    expect(reviewEntry(entry)).to.deep.equal(
      change('review_approved', 'in_review', 'approved', reasons, data, personal),
    );
    expect(entry?.personal_digest).to.equal(saltedDigest(profile.salt, personal));
  });

  it('may name a reason code, which is added to the other', () => {
    const { profile } = reviewed(inState.in_review, { ...action, reason: 'document_unverified_other' });
    expect(profile.statusReasons).to.deep.equal(['review_approved_override', 'document_unverified_other']);
    const { profile: own } = reviewed(inState.in_review, { ...action, reason: 'review_approved_override' });
    expect(own.statusReasons).to.deep.equal(['review_approved_override']);
  });

  it('must give a reason and a note, and not only blanks', () => {
    const given = (reason: string, note: string) => expectRejection(inState.in_review, { ...action, reason, note });
    expect(given('', '')).to.deep.equal(faults('reason', 'note'));
    expect(given('seen', ' \n')).to.deep.equal(faults('note'));
    expect(given('\t', 'why')).to.deep.equal(faults('reason'));
  });
});

describe('a reviewer who declines', () => {
  const action = {
    type: 'review_declined',
    reviewer: aReviewer,
    reason: 'document_tampered',
    note: 'Look at the edge.',
  } as const;

  it('records a decision of their own', () => {
    const before = inState.in_review;
    const { entry, profile } = reviewed(before, action);
    const reasons = ['review_declined', 'document_tampered'] as const;
    expect(profile).to.deep.include({ status: 'declined', statusReasons: reasons, decidedAt: later, lapsesAt: null });
    expect(profile.decision).to.deep.include({
      outcome: 'decline',
      reasons,
      decidedBy: { type: 'reviewer', id: 'staff-0217' },
      seq: profile.version,
      at: later,
    });
    const data = { reviewer: 'staff-0217', reason: 'document_tampered', ...factsOf(before, 'decline', reasons) };
    expect(reviewEntry(entry)).to.deep.equal(
      change('review_declined', 'in_review', 'declined', reasons, data, {
        reviewer_name: 'M. Keller',
        note: action.note,
        ...scoresOf(before),
      }),
    );
  });

  it('must give a reason and a note', () => {
    expect(expectRejection(inState.in_review, { ...action, reason: '', note: '' })).to.deep.equal(
      faults('reason', 'note'),
    );
  });
});

describe('a reviewer who requests input', () => {
  const action = {
    type: 'input_requested',
    reviewer: aReviewer,
    steps: ['liveness', 'consent', 'liveness'],
    note: 'Once more.',
  } as const;

  for (const status of ['in_review', 'declined'] as const) {
    it(`while ${status} opens a further attempt with the full time`, () => {
      const { entry, profile } = reviewed(inState[status], action);
      expect(profile).to.deep.include({
        status: 'requires_input',
        statusReasons: ['review_input_requested'],
        attempt: { number: 2, max: 3 },
        askedSteps: ['liveness', 'consent'],
        expiresAt: '2026-05-09T09:00:00.000Z',
        decidedAt: null,
        lapsesAt: null,
      });
      expect(reviewEntry(entry)).to.deep.equal(
        change(
          'input_requested',
          status,
          'requires_input',
          ['review_input_requested'],
          { reviewer: 'staff-0217', steps: action.steps },
          { reviewer_name: 'M. Keller', note: action.note },
        ),
      );
    });
  }

  it('grants an attempt where none was left', () => {
    const last = { ...inState.declined, attempt: { number: 3, max: 3 } };
    expect(reviewed(last, action).profile.attempt).to.deep.equal({ number: 4, max: 4 });
  });

  it('must name a step and give a note', () => {
    expect(expectRejection(inState.in_review, { ...action, note: '' })).to.deep.equal(faults('note'));
    expect(expectRejection(inState.in_review, { ...action, steps: [] })).to.deep.equal({
      _tag: 'Invalid',
      faults: [{ pointer: '/steps', message: 'at least one step' }],
    });
  });

  it('gets the profile back when every requested step is there, and not before', () => {
    const asked = reviewed(inState.in_review, action).profile;
    const half = applyActions(asked, supplyAction(consent()));
    expect(half.status).to.equal('requires_input');
    expect(applyActions(half, observeAction(2, result({ referenceFileId: 'refer0000000002' }))).status).to.equal(
      'processing',
    );
  });
});

describe('a reviewer who reopens a settled decision', () => {
  for (const status of ['approved', 'declined'] as const) {
    it(`moves the profile from ${status} into review, without a current decision`, () => {
      const before = inState[status];
      const { entry, profile } = reviewed(before, { type: 'reopened', note: 'A complaint.' });
      expect(profile).to.deep.include({
        status: 'in_review',
        statusReasons: ['review_reopened'],
        decidedAt: null,
        lapsesAt: null,
        attempt: before.attempt,
        decision: before.decision,
      });
      expect(reviewEntry(entry)).to.deep.equal(
        change('reopened', status, 'in_review', ['review_reopened'], {}, { note: 'A complaint.' }),
      );
    });
  }

  it('must give a note', () => {
    expect(expectRejection(inState.approved, { type: 'reopened', note: ' ' })).to.deep.equal(faults('note'));
  });

  it('leaves two entries with an actor and a note between declined and approved', () => {
    const printed = reading({ signals: [{ code: 'document_tampered', confidence: 1 }] });
    const suspect = applyActions(inState.processing, observeAction(1, printed, match()), completeAction);
    const declined = applyAction(suspect, {
      type: 'review_declined',
      reviewer: aReviewer,
      reason: 'x',
      note: 'no',
    }).profile;
    const reopened = applyAction(declined, { type: 'reopened', note: 'look again' });
    const approved = applyAction(reopened.profile, {
      type: 'review_approved',
      reviewer: aReviewer,
      reason: 'y',
      note: 'yes',
    });
    const notes = [...reopened.entries, ...approved.entries].map((entry) => [entry.to, entry.actor.id, noteOf(entry)]);
    expect(notes).to.deep.equal([
      ['in_review', 'acme-server', 'look again'],
      ['approved', 'acme-server', 'yes'],
    ]);
  });
});

describe('a lapsed approval that is renewed', () => {
  const asLapsed = (note: string | null) =>
    applyAction(inState.lapsed, { type: 'renewed', note }, { at: '2027-06-01T00:00:00.000Z' });

  it('requests every step again, with new attempts and the full time', () => {
    const { entries, profile } = asLapsed('A year later.');
    expect(profile).to.deep.include({
      status: 'requires_input',
      statusReasons: [],
      attempt: { number: 2, max: 4 },
      askedSteps: ['consent', 'document_front', 'liveness'],
      expiresAt: '2027-06-08T00:00:00.000Z',
      decidedAt: null,
      lapsesAt: null,
    });
    expect(entries.map((entry) => [entry.type, entry.from, entry.to, noteOf(entry)])).to.deep.equal([
      ['renewed', 'lapsed', 'requires_input', 'A year later.'],
    ]);
  });

  it('requires no note', () => {
    expect(asLapsed(null).entries[0]).not.to.have.any.keys('note', 'personal', 'personal_digest');
  });

  it('is approved again only from new evidence', () => {
    const { profile } = asLapsed(null);
    const newFront: NewEvidence = { kind: 'file', file: aFile({ id: 'front0000000002', sha256: 'e'.repeat(64) }).file };
    const half = applyActions(profile, supplyAction(consent(), newFront));
    expect(half.status).to.equal('requires_input');
    const again = applyActions(half, observeAction(2, result({ referenceFileId: 'refer0000000002' })));
    expect(again.status).to.equal('processing');
    const read = reading({}, { frontFileId: 'front0000000002' });
    const compared = match({ documentFileId: 'front0000000002', referenceFileId: 'refer0000000002' });
    expect(applyActions(again, observeAction(2, read, compared), completeAction).status).to.equal('approved');
  });
});
