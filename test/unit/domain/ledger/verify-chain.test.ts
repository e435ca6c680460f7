import { type LedgerEntry, type Status, verifyChain } from '@portcullis/domain';
import { saltedDigest } from '@portcullis/domain/kernel';
import { chainEntries, genesisHash } from '@portcullis/domain/ledger';
import { expect } from 'chai';
import type { EntryDraft } from '#domain/ledger/chain';
import { foldStatus } from '#domain/ledger/verify-chain';

const profileId = 'profile00000001';

const base = {
  reasons: ['device_shared'],
  actor: { type: 'machine', id: 'acme-server' },
  occurred_at: '2026-05-01T10:00:00.000Z',
} as const;

const moved = (type: string, from: Status | undefined, to: Status): EntryDraft => ({
  ...base,
  kind: 'status_change',
  type,
  to,
  data: { step: 'liveness' },
  ...(from !== undefined && { from }),
});

const happened = (type: string): EntryDraft => ({ ...base, kind: 'verification_event', type, data: { score: 1 } });

const drafts: readonly EntryDraft[] = [
  moved('created', undefined, 'created'),
  happened('claimed.updated'),
  moved('flow_opened', 'created', 'in_progress'),
  happened('consent.granted'),
  moved('submitted', 'in_progress', 'processing'),
  moved('checks_completed', 'processing', 'in_review'),
];

const chainOf = (id: string, given: readonly EntryDraft[] = drafts): readonly LedgerEntry[] =>
  chainEntries({ profileId: id, seq: 0, hash: genesisHash }, given, '2026-05-01T10:00:01.000Z');

const chain = chainOf(profileId);
const row = { version: 6, status: 'in_review' } as const;
const at = (seq: number): LedgerEntry => {
  const entry = chain[seq - 1];
  if (!entry) throw new Error(`there is no entry ${seq}`);
  return entry;
};
const without = (seq: number): readonly LedgerEntry[] => chain.filter((entry) => entry.seq !== seq);
const withEntry = (seq: number, over: Partial<LedgerEntry>): readonly LedgerEntry[] =>
  chain.map((entry) => (entry.seq === seq ? { ...entry, ...over } : entry));
const verify = (entries: readonly LedgerEntry[]) => verifyChain(profileId, entries, row);
const bad = (seq: number, fault: string) => ({ ok: false, seq, fault });

describe('the ledger verifier', () => {
  it('accepts an untouched chain, and answers where it ends', () => {
    expect(verify(chain)).to.deep.equal({ ok: true, seq: 6, hash: at(6).hash, status: 'in_review' });
  });

  it('accepts a chain that was stored and read again', () => {
    expect(verify(JSON.parse(JSON.stringify(chain)))).to.deep.include({ ok: true, seq: 6 });
  });

  it('accepts an empty chain only of a profile that has none', () => {
    expect(verifyChain(profileId, [])).to.deep.equal({ ok: true, seq: 0, hash: genesisHash, status: null });
    expect(verify([])).to.deep.equal(bad(1, 'missing'));
  });

  const changes: readonly (readonly [keyof LedgerEntry, Partial<LedgerEntry>, string])[] = [
    ['id', { id: 'entry0000000000' }, 'changed'],
    ['profile_id', { profile_id: 'profile00000002' }, 'foreign'],
    ['kind', { kind: 'verification_event' }, 'changed'],
    ['type', { type: 'flow_opened' }, 'changed'],
    ['from', { from: 'created' }, 'changed'],
    ['to', { to: 'approved' }, 'changed'],
    ['reasons', { reasons: [] }, 'changed'],
    ['actor', { actor: { type: 'system', id: 'acme-server' } }, 'changed'],
    ['data', { data: { step: 'livenesS' } }, 'changed'],
    ['occurred_at', { occurred_at: '2026-05-01T10:00:00.001Z' }, 'changed'],
    ['recorded_at', { recorded_at: '2026-05-01T10:00:01.001Z' }, 'changed'],
    ['prev_hash', { prev_hash: genesisHash }, 'changed'],
    ['hash', { hash: `${'0'.repeat(63)}1` }, 'changed'],
  ];

  it('is tested with a change of every field except seq', () => {
    const tested = changes.map(([field]) => field);
    expect([...tested, 'seq'].sort()).to.deep.equal(Object.keys(at(5)).sort());
  });

  for (const [field, over, fault] of changes) {
    it(`detects a changed ${field} at its seq`, () => {
      expect(verify(withEntry(5, over))).to.deep.equal(bad(5, fault));
    });
  }

  it('detects a changed seq as a missing or misplaced entry', () => {
    expect(verify(withEntry(5, { seq: 9 }))).to.deep.equal(bad(5, 'missing'));
    expect(verify(withEntry(5, { seq: 4 }))).to.deep.equal(bad(5, 'out_of_order'));
  });

  it('detects a change of the first entry and of the last', () => {
    expect(verify(withEntry(1, { data: { step: 'else' } }))).to.deep.equal(bad(1, 'changed'));
    expect(verify(withEntry(6, { data: { step: 'else' } }))).to.deep.equal(bad(6, 'changed'));
  });

  it('detects a changed entry with a recomputed hash at the entry after it', () => {
    const forged = chainEntries(
      { profileId, seq: 3, hash: at(3).hash },
      [happened('consent.declined')],
      base.occurred_at,
    );
    expect(verify([...chain.slice(0, 3), ...forged, ...chain.slice(4)])).to.deep.equal(bad(5, 'broken_link'));
  });

  for (const seq of [1, 2, 3, 4, 5, 6]) {
    it(`detects that entry ${seq} is missing`, () => {
      expect(verify(without(seq))).to.deep.equal(bad(seq, 'missing'));
    });
  }

  for (const seq of [1, 2, 3, 4, 5]) {
    it(`detects that the entries ${seq} and ${seq + 1} were swapped`, () => {
      const swapped = [...chain.slice(0, seq - 1), at(seq + 1), at(seq), ...chain.slice(seq + 1)];
      expect(verify(swapped)).to.deep.equal(bad(seq, 'missing'));
    });
  }

  it('detects a duplicate entry', () => {
    expect(verify([...chain.slice(0, 4), at(4), ...chain.slice(4)])).to.deep.equal(bad(5, 'out_of_order'));
  });

  it('detects an entry that was appended', () => {
    const added = chainEntries({ profileId, seq: 6, hash: at(6).hash }, [happened('partner.event')], base.occurred_at);
    expect(verify([...chain, ...added])).to.deep.equal(bad(7, 'out_of_order'));
  });

  it('detects a chain that was truncated at its end by the row alone', () => {
    expect(verify(chain.slice(0, 4))).to.deep.equal(bad(5, 'missing'));
    expect(verifyChain(profileId, chain.slice(0, 4))).to.deep.include({ ok: true, seq: 4, status: 'in_progress' });
  });

  it('detects an entry of another profile', () => {
    const other = chainOf('profile00000002');
    expect(verify([...chain.slice(0, 3), ...other.slice(3)])).to.deep.equal(bad(4, 'foreign'));
    expect(verify(other)).to.deep.equal(bad(1, 'foreign'));
  });

  it('detects a status change that does not begin where the one before ended', () => {
    const jumping = chainOf(profileId, [
      moved('created', undefined, 'created'),
      moved('submitted', 'in_progress', 'processing'),
    ]);
    expect(verify(jumping)).to.deep.equal(bad(2, 'status_jump'));
  });

  it('detects a row whose status differs from the end of the chain', () => {
    expect(verifyChain(profileId, chain, { version: 6, status: 'approved' })).to.deep.equal(bad(6, 'status_jump'));
  });
});

describe('the erasable part of a chain', () => {
  const salt = '5a'.repeat(16);
  const personal = { note: 'Anna has moved.' };
  const written: EntryDraft = { ...happened('crm.call_made'), personal, personal_digest: saltedDigest(salt, personal) };
  const whole = chainOf(profileId, [...drafts, written]);
  const last = whole.slice(-1);
  const known = { version: 7, status: 'in_review', salt } as const;
  const ending = (entry: Partial<LedgerEntry>) => [...whole.slice(0, 6), ...last.map((one) => ({ ...one, ...entry }))];
  const erased = [...whole.slice(0, 6), ...last.map(({ personal: _, ...rest }) => rest)];

  it('is compared with its digest where the salt is given', () => {
    expect(verifyChain(profileId, whole, known)).to.deep.include({ ok: true, seq: 7 });
    const other = ending({ personal: { note: 'Anna has not moved.' } });
    expect(verifyChain(profileId, other, known)).to.deep.equal(bad(7, 'changed'));
    expect(verifyChain(profileId, whole, { ...known, salt: '5b'.repeat(16) })).to.deep.equal(bad(7, 'changed'));
    expect(verifyChain(profileId, other)).to.deep.include({ ok: true, seq: 7 });
  });

  it('leaves a valid chain, with the salt, without it, and with the salt destroyed', () => {
    expect(verifyChain(profileId, erased, known)).to.deep.include({ ok: true, seq: 7 });
    expect(verifyChain(profileId, erased)).to.deep.include({ ok: true, seq: 7 });
    expect(verifyChain(profileId, erased, { ...known, salt: '' })).to.deep.include({ ok: true, seq: 7 });
  });

  it('cannot be added to an entry that was written without it, nor lose its digest', () => {
    const added = whole.map((entry) => (entry.seq === 2 ? { ...entry, personal } : entry));
    expect(verifyChain(profileId, added)).to.deep.equal(bad(2, 'changed'));
    const { personal_digest: _, ...rest } = ending({}).at(-1) ?? {};
    const bare = [...whole.slice(0, 6), ...last.map(() => rest as LedgerEntry)];
    expect(verifyChain(profileId, bare)).to.deep.equal(bad(7, 'changed'));
  });
});

describe('the status of a chain', () => {
  it('is that of its last status change', () => {
    const folds = [0, 1, 2, 3, 4, 5, 6].map((length) => foldStatus(chain.slice(0, length)));
    expect(folds).to.deep.equal([null, 'created', 'created', 'in_progress', 'in_progress', 'processing', 'in_review']);
  });
});
