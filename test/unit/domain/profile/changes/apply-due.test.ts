import type { Profile } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { statuses } from '@portcullis/domain/kernel';
import { dueAt } from '@portcullis/domain/profile';
import { expect } from 'chai';
import {
  advanceTime,
  applyAction,
  applyActions,
  completeAction,
  consent,
  created,
  createdAt,
  inState,
  judged,
  match,
  observeAction,
  openAction,
  policy,
  reading,
  submitted,
  supplyAction,
} from '../../../../support/builders/profile-states.ts';
import { aLicence, passportLines } from '../../../../support/builders/readings.ts';

const shifted = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString();

/** The transition that is due at `at`, as one entry; a millisecond earlier nothing is due. */
const happensAt = (before: Profile, at: string) => {
  expect(advanceTime(before, shifted(at, -1))).to.deep.equal({ profile: before, entries: [] });
  const { entries, profile } = advanceTime(before, at);
  expect(profile.statusReasons).to.deep.equal(entries[0]?.reasons);
  return entries.map(({ actor, from, kind, reasons, recorded_at, to, type }) => ({
    kind,
    type,
    from,
    to,
    reasons,
    actor,
    recorded_at,
  }));
};

const change = (type: string, from: string, to: string, reason: string, recorded_at: string) => [
  {
    kind: 'status_change',
    type,
    from,
    to,
    reasons: [reason],
    actor: { type: 'system', id: 'portcullis' },
    recorded_at,
  },
];

/** A profile that is approved with a document that expires on that day. */
const approvedUntil = (expires: string, under = policy): Profile =>
  applyActions(submitted(), observeAction(1, reading({ mrzLines: passportLines({ expires }) }), match()), [
    completeAction[0],
    { ...completeAction[1], under },
  ]);

describe('a transition by time', () => {
  it('expires an unopened profile after seven days', () => {
    const { expiresAt } = created();
    expect(expiresAt).to.equal('2026-05-08T10:00:00.000Z');
    expect(happensAt(created(), expiresAt)).to.deep.equal(
      change('expired', 'created', 'expired', 'flow_expired_unopened', expiresAt),
    );
  });

  for (const status of ['in_progress', 'requires_input'] as const) {
    it(`expires a profile that was left in ${status}`, () => {
      const { expiresAt } = inState[status];
      expect(happensAt(inState[status], expiresAt)).to.deep.equal(
        change('expired', status, 'expired', 'flow_expired_abandoned', expiresAt),
      );
    });
  }

  it('moves a processing after fifteen minutes into review, without charging an attempt', () => {
    const endsAt = '2026-05-01T10:20:00.000Z';
    expect(happensAt(submitted(), endsAt)).to.deep.equal(
      change('processing_timed_out', 'processing', 'in_review', 'provider_timeout', endsAt),
    );
    expect(advanceTime(submitted(), endsAt).profile).to.deep.include({
      processingEndsAt: null,
      attempt: { number: 1, max: 3 },
      decision: null,
    });
  });

  it('lapses an approval after the days of the policy', () => {
    const { decidedAt, lapsesAt } = inState.approved;
    expect([decidedAt, lapsesAt]).to.deep.equal(['2026-05-01T10:05:00.000Z', '2027-05-01T10:05:00.000Z']);
    expect(happensAt(inState.approved, '2027-05-01T10:05:00.000Z')).to.deep.equal(
      change('lapsed', 'approved', 'lapsed', 'lapse_validity_ended', '2027-05-01T10:05:00.000Z'),
    );
  });

  it('lapses an approval with the last day of its document, where that is earlier', () => {
    const approved = approvedUntil('260630');
    expect(approved.lapsesAt).to.equal('2026-07-01T00:00:00.000Z');
    expect(happensAt(approved, '2026-07-01T00:00:00.000Z')).to.deep.equal(
      change('lapsed', 'approved', 'lapsed', 'lapse_document_expired', '2026-07-01T00:00:00.000Z'),
    );
  });

  it('lapses an approval with the last day in the barcode of a document that has no MRZ', () => {
    const { document_mrz: _, ...checks } = policy.checks;
    const types = [...policy.documents.types, 'driving_licence'] as const;
    const under: FlatPolicy = { ...policy, checks, documents: { ...policy.documents, types } };
    const observed = observeAction(1, reading(aLicence({}, { DBA: '06302026' })), match());
    const approved = applyActions(submitted(), observed, [completeAction[0], { ...completeAction[1], under }]);
    expect([approved.status, approved.lapsesAt]).to.deep.equal(['approved', '2026-07-01T00:00:00.000Z']);
    expect(advanceTime(approved, '2026-07-01T00:00:00.000Z', under).profile.statusReasons).to.deep.equal([
      'lapse_document_expired',
    ]);
  });

  it('leaves an approval unchanged during the grace period of the policy', () => {
    const graceful = { ...policy, documents: { ...policy.documents, expiryGraceDays: 30 } };
    expect(approvedUntil('260630', graceful).lapsesAt).to.equal('2026-07-31T00:00:00.000Z');
    expect(approvedUntil('260402', graceful).lapsesAt).to.equal('2026-05-03T00:00:00.000Z');
  });

  it('never happens in the other states, however much time passes', () => {
    for (const status of ['in_review', 'declined', 'lapsed', 'expired', 'canceled'] as const) {
      expect(advanceTime(inState[status], '2099-01-01T00:00:00.000Z'), status).to.deep.equal({
        profile: inState[status],
        entries: [],
      });
    }
  });

  it('does not happen when the clock is set back, and an earlier time is never written', () => {
    const { expiresAt } = created();
    const expired = advanceTime(created(), expiresAt).profile;
    expect(advanceTime(expired, createdAt)).to.deep.equal({ profile: expired, entries: [] });
    const opened = applyAction(created(), openAction[0], { ...openAction[1], at: '2026-05-02T00:00:00.000Z' }).profile;
    const { entries, profile } = applyAction(opened, supplyAction(consent())[0], { at: createdAt });
    expect([profile.updatedAt, entries[0]?.recorded_at, profile.evidence[0]?.at]).to.deep.equal(
      Array.from({ length: 3 }, () => '2026-05-02T00:00:00.000Z'),
    );
  });
});

describe('the next due time of a profile', () => {
  it('is the end of an open profile and of an approval, the announcement of the erasure twenty-nine days after one was abandoned, and none for the others', () => {
    const due = Object.fromEntries(statuses.map((status) => [status, dueAt(inState[status])]));
    expect(due).to.deep.equal({
      created: '2026-05-08T10:00:00.000Z',
      in_progress: '2026-05-08T10:00:00.000Z',
      requires_input: '2026-05-08T10:00:00.000Z',
      processing: '2026-05-01T10:06:15.000Z',
      approved: '2027-05-01T10:05:00.000Z',
      in_review: null,
      declined: null,
      lapsed: null,
      expired: '2026-06-06T10:00:00.000Z',
      canceled: '2026-05-30T10:05:00.000Z',
    });
  });

  it('in processing exceeds every provider deadline, and is 1 s, 20 s and then 60 s after each failure', () => {
    const failure = { kind: 'provider_failure', observation: 'face_match', reason: 'provider_timeout' } as const;
    const afterFailures = (count: number): number => {
      const profile = applyActions(submitted(), ...Array.from({ length: count }, () => observeAction(1, failure)));
      return Date.parse(dueAt(profile) ?? '') - Date.parse(profile.updatedAt);
    };
    expect([0, 1, 2, 3, 7, 8].map(afterFailures)).to.deep.equal([75_000, 1000, 20_000, 60_000, 60_000, 60_000]);
  });

  it('ignores failures of an earlier attempt', () => {
    const failure = { kind: 'provider_failure', observation: 'face_match', reason: 'provider_timeout' } as const;
    const failed = { ...submitted(), evidence: [...submitted().evidence, { ...failure, attempt: 1, at: createdAt }] };
    expect(dueAt({ ...failed, attempt: { number: 2, max: 3 } })).to.equal('2026-05-01T10:06:15.000Z');
    expect(judged(98).status).to.equal('approved');
  });
});
