import type { LedgerEntry } from '@portcullis/domain';
import { genesisHash, verifyChain } from '@portcullis/domain/ledger';
import { transitions } from '@portcullis/domain/profile';
import {
  decodeEvent,
  decodeFeedCursor,
  disabledEntries,
  encodeEvent,
  encodeFeedCursor,
  endpointEventOf,
  erasedEvent,
  eventTypes,
  partnerEvents,
} from '@portcullis/events/ports';
import { expect } from 'chai';

const hash = '0'.repeat(64);

const anEntry = (seq: number, more: Partial<LedgerEntry>): LedgerEntry => ({
  id: `entry0000000000${seq}`.slice(-15),
  profile_id: 'ada000000000001',
  seq,
  kind: 'verification_event',
  type: 'file.added',
  reasons: [],
  actor: { type: 'system', id: 'portcullis' },
  data: {},
  occurred_at: '2026-05-01T10:00:00.000Z',
  recorded_at: '2026-05-01T10:00:01.000Z',
  prev_hash: hash,
  hash,
  ...more,
});
const aChange = (seq: number, type: string, from: LedgerEntry['from'], to: LedgerEntry['to']): LedgerEntry =>
  anEntry(seq, { kind: 'status_change', type, ...(from && { from }), ...(to && { to }) });

describe('the events of ledger entries', () => {
  it('are the creation, the consent, the erasure, and each change of the status that is not the person going on', () => {
    const entries = [
      aChange(1, 'created', undefined, 'created'),
      aChange(2, 'flow_opened', 'created', 'in_progress'),
      anEntry(3, { type: 'consent.granted' }),
      anEntry(4, { type: 'consent.declined' }),
      anEntry(5, {}),
      aChange(6, 'submitted', 'in_progress', 'processing'),
      { ...aChange(7, 'checks_completed', 'processing', 'declined'), reasons: ['face_mismatch'] as const },
      anEntry(8, { type: 'profile.erasure_requested' }),
      anEntry(9, { type: 'profile.erased' }),
    ];
    const events = partnerEvents(entries, 'declined');
    expect(
      events.map((event) => event && [event.version, event.type, event.status, event.previousStatus]),
    ).to.deep.equal([
      [1, 'profile.created', 'created', null],
      null,
      [3, 'profile.consent_given', 'in_progress', null],
      null,
      null,
      [6, 'profile.submitted', 'processing', 'in_progress'],
      [7, 'profile.declined', 'declined', 'processing'],
      null,
      [9, 'profile.erased', 'declined', null],
    ]);
    expect(events[6]).to.deep.include({ reasons: ['face_mismatch'], at: '2026-05-01T10:00:01.000Z' });
  });

  it('have a type for every transition but that into in_progress, and the types are those of the API', () => {
    const found = new Set<string>();
    for (const { event, from, to } of transitions)
      for (const status of to)
        for (const before of from) {
          const [made] = partnerEvents([aChange(2, event, before, status)], status);
          expect(made === null, `${event} to ${status}`).to.equal(status === 'in_progress');
          if (made) found.add(made.type);
        }
    const others = ['profile.created', 'profile.consent_given', 'profile.erased'];
    expect([...others, ...found, 'endpoint.disabled']).to.have.members([...eventTypes]);
  });

  it('have the status before the first change of a write, where it changes later', () => {
    const entries = [anEntry(3, { type: 'consent.granted' }), aChange(4, 'evidence_added', 'created', 'in_progress')];
    expect(partnerEvents(entries, 'in_progress')[0]).to.include({ status: 'created' });
    expect(partnerEvents(entries.slice(0, 1), 'in_review')[0]).to.include({ status: 'in_review' });
  });

  it('take no type that a partner may write for one of theirs', () => {
    expect(
      partnerEvents([anEntry(2, { type: 'partner.erased' }), anEntry(3, { type: 'toString' })], 'created'),
    ).to.deep.equal([null, null]);
  });

  it('keep nothing but the status once the profile is erased', () => {
    const [event] = partnerEvents(
      [{ ...aChange(7, 'checks_completed', 'processing', 'declined'), reasons: ['face_mismatch'] }],
      'declined',
    );
    if (!event) throw new Error('no event');
    expect(erasedEvent(event)).to.deep.equal({ ...event, type: 'profile.erased', previousStatus: null, reasons: [] });
  });

  it('are read as they were stored, and not from anything else', () => {
    const [event] = partnerEvents([aChange(7, 'lapsed', 'approved', 'lapsed')], 'lapsed');
    if (!event) throw new Error('no event');
    for (const teamId of [null, '', 'north'])
      expect(decodeEvent(event.profileId, 7, encodeEvent({ event, teamId }))).to.deep.equal({ event, teamId });
    for (const text of [
      '',
      '{}',
      'null',
      '[]',
      '{"type":"profile.paid","at":"2026-05-01T10:00:00.000Z","status":"created"}',
    ])
      expect(decodeEvent(event.profileId, 7, text), text).to.equal(null);
  });
});

describe('the events of endpoints', () => {
  const tenants = [
    { partnerId: 'acme', teamId: null },
    { partnerId: 'acme', teamId: 'north' },
  ];
  const entriesOf = (tenant: (typeof tenants)[number]) => {
    const said = { tenant, reason: 'gone', actor: { type: 'system', id: 'portcullis' } } as const;
    const head = { profileId: 'endpoint0000001', seq: 0, hash: genesisHash };
    return disabledEntries(head, { ...said, at: '2026-05-01T10:00:00.000Z' });
  };

  it('are those of the entries of a ledger that verifies, and are read as they were stored', () => {
    for (const tenant of tenants) {
      const [entry] = entriesOf(tenant);
      if (!entry) throw new Error('no entry');
      expect(verifyChain('endpoint0000001', [entry])).to.include({ ok: true, seq: 1 });
      const event = { type: 'endpoint.disabled', at: entry.recorded_at, endpointId: 'endpoint0000001', reason: 'gone' };
      const told = endpointEventOf(entry);
      expect(told).to.deep.equal({ event, tenant });
      const text = told === null ? '' : encodeEvent({ event: told.event, teamId: tenant.teamId });
      expect(decodeEvent('endpoint0000001', 1, text)).to.deep.equal({ event, teamId: tenant.teamId });
    }
  });

  it('are not read from entries of profiles, nor from what is no reason or names nobody', () => {
    const data = { reason: 'gone', partner_id: 'acme' };
    for (const entry of [
      anEntry(1, { type: 'partner.disabled', data }),
      anEntry(1, { type: 'endpoint.disabled', data: { ...data, reason: 'bored' } }),
      anEntry(1, { type: 'endpoint.disabled', data: { reason: 'gone' } }),
      anEntry(1, { type: 'endpoint.disabled', data: { ...data, team_id: 7 } }),
    ])
      expect(endpointEventOf(entry)).to.equal(null);
    const text = '{"type":"endpoint.disabled","at":"2026-05-01T10:00:00.000Z","reason":"bored"}';
    expect(decodeEvent('endpoint0000001', 1, text)).to.equal(null);
  });
});

describe('the cursors of a feed', () => {
  it('name a place of one partner, and no other partner can use them', () => {
    for (const place of [0, 1, 35, 36, 2 ** 40]) {
      const cursor = encodeFeedCursor('acme', place);
      expect(cursor).to.match(/^[0-9a-z.]{18,28}$/);
      expect(decodeFeedCursor('acme', cursor)).to.equal(place);
      expect(decodeFeedCursor('globex', cursor)).to.equal(null);
    }
  });

  it('cannot be changed to another place', () => {
    const [, check] = encodeFeedCursor('acme', 7).split('.');
    for (const text of [`8.${check}`, `07.${check}`, check, '', '7', `7.${check}0`])
      expect(decodeFeedCursor('acme', text ?? ''), text).to.equal(null);
  });
});
