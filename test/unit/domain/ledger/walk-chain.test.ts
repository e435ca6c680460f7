import { createHash } from 'node:crypto';
import { E, type LedgerEntry, type Status, verifyChain } from '@portcullis/domain';
import { canonicalJson } from '@portcullis/domain/kernel';
import { type ChainFault, chainEntries, chainStart, genesisHash, verifyNextEntry } from '@portcullis/domain/ledger';
import { expect } from 'chai';
import fc from 'fast-check';
import type { EntryDraft } from '#domain/ledger/chain';
import { runs } from '../../../support/effort.ts';

const profileId = 'profile00000001';
const recordedAt = '2026-05-01T10:00:01.000Z';

const draft = (over: Partial<EntryDraft>): EntryDraft => ({
  kind: 'verification_event',
  type: 'thing.happened',
  reasons: [],
  actor: { type: 'system', id: 'portcullis' },
  data: {},
  occurred_at: '2026-05-01T10:00:00.000Z',
  ...over,
});

/** Makes a chain that goes through these statuses, with other entries in between. */
const chainOf = (id: string, path: readonly (Status | null)[]): readonly LedgerEntry[] => {
  let status: Status = 'created';
  const first = draft({ kind: 'status_change', type: 'created', to: 'created' });
  const drafts = path.map((to, at) => {
    if (to === null) return draft({ data: { at } });
    const move = draft({ kind: 'status_change', type: 'moved', from: status, to });
    status = to;
    return move;
  });
  return chainEntries({ profileId: id, seq: 0, hash: genesisHash }, [first, ...drafts], recordedAt);
};

const paths = fc.array(fc.option(fc.constantFrom<Status>('in_progress', 'processing', 'in_review')), { maxLength: 12 });

type Damage = (chain: readonly LedgerEntry[], at: number, other: number) => readonly LedgerEntry[];

const edit = (chain: readonly LedgerEntry[], at: number, over: Partial<LedgerEntry>): readonly LedgerEntry[] =>
  chain.map((entry, i) => (i === at ? { ...entry, ...over } : entry));

const rehashed = ({ hash: _, ...entry }: LedgerEntry): LedgerEntry => ({
  ...entry,
  hash: createHash('sha256').update(canonicalJson(entry)).digest('hex'),
});

const damages: Readonly<Record<string, Damage>> = {
  none: (chain) => chain,
  removed: (chain, at) => chain.toSpliced(at, 1),
  doubled: (chain, at) => chain.toSpliced(at, 0, ...chain.slice(at, at + 1)),
  swapped: (chain, at, other) => chain.map((entry, i) => chain[i === at ? other : i === other ? at : i] ?? entry),
  edited: (chain, at) => edit(chain, at, { type: 'something.else' }),
  relinked: (chain, at) => edit(chain, at, { prev_hash: 'f'.repeat(64) }).map((e, i) => (i === at ? rehashed(e) : e)),
  replaced: (chain, at) => edit(chain, at, { data: { forged: true } }).map((e, i) => (i === at ? rehashed(e) : e)),
  jumping: (chain, at) =>
    edit(chain, at, { kind: 'status_change', from: 'lapsed', to: 'approved' }).map((e, i) =>
      i === at ? rehashed(e) : e,
    ),
  foreign: (chain, at) => chain.toSpliced(at, 0, ...chainOf('profile00000002', []).slice(0, 1)),
  ill: (chain, at) => edit(chain, at, { type: '\ud800' }),
};

/** Finds the first fault by looking at the list as a whole. */
const firstFault = (chain: readonly LedgerEntry[]): ChainFault | null => {
  const statusBefore = (at: number) =>
    chain.slice(0, at).findLast(({ kind, to }) => kind === 'status_change' && to)?.to ?? null;
  for (const [at, entry] of chain.entries()) {
    const seq = at + 1;
    const told = (fault: ChainFault['fault']) => ({ seq, fault });
    if (entry.profile_id !== profileId) return told('foreign');
    if (entry.seq !== seq) return told(entry.seq > seq ? 'missing' : 'out_of_order');
    if (!entry.type.isWellFormed() || rehashed(entry).hash !== entry.hash) return told('changed');
    if (entry.prev_hash !== (chain[at - 1]?.hash ?? genesisHash)) return told('broken_link');
    if (entry.kind === 'status_change' && (entry.from ?? null) !== statusBefore(at)) return told('status_jump');
  }
  return null;
};

/** Finds the first fault by one step after the other. */
const firstFaultByStep = (chain: Iterable<LedgerEntry>): ChainFault | null => {
  let place = chainStart;
  for (const entry of chain) {
    const step = verifyNextEntry({ profileId, salt: null }, place, entry);
    if (E.isLeft(step)) return step.left;
    place = step.right;
  }
  return null;
};

describe('the stepwise verification of a chain', () => {
  it('finds of every damage what looking at the whole chain finds, and so does the verifier', () => {
    const found = new Set<string>();
    const places = fc.nat({ max: 12 });
    fc.assert(
      fc.property(paths, fc.constantFrom(...Object.keys(damages)), places, places, (path, name, at, other) => {
        const chain = chainOf(profileId, path);
        const damaged = damages[name]?.(chain, at % chain.length, other % chain.length) ?? [];
        const expected = firstFault(damaged);
        found.add(expected?.fault ?? 'none');
        expect(firstFaultByStep(damaged), name).to.deep.equal(expected);
        const verdict = verifyChain(profileId, damaged);
        expect(verdict.ok ? null : { seq: verdict.seq, fault: verdict.fault }).to.deep.equal(expected);
      }),
      { numRuns: runs(3000, 150) },
    );
    // A property over damages that are never detected would prove nothing.
    const all = ['broken_link', 'changed', 'foreign', 'missing', 'none', 'out_of_order', 'status_jump'];
    expect([...found].toSorted()).to.deep.equal(all);
  });
});
