import type { Actor } from '@portcullis/domain/kernel';
import { type ChainHead, genesisHash, type LedgerEntry } from '@portcullis/domain/ledger';
import type { IdGenerator } from '@portcullis/domain/ports';
import { administrationEntry } from '../access/administration-event.ts';
import type { ListEntry, ListEntryRecord } from '../ports/list-store.ts';

// Each time that something is put on a list begins a ledger of its own, whose id is random: its rest leads to no digest
// once it was taken off. The entries say who, when and what kind, and name no profile.

type Said = Pick<ListEntry, 'kind' | 'list' | 'tenant'>;

const newChain = (ids: IdGenerator): ChainHead => ({ profileId: ids.id(), seq: 0, hash: genesisHash });

/** The ledger entry for an addition to a list, and where the ledger ends then. */
export const additionOf = (
  ids: IdGenerator,
  { kind, list, tenant }: Said,
  actor: Actor,
  at: string,
): { readonly added: LedgerEntry; readonly head: ChainHead } => {
  const start = newChain(ids);
  const added = administrationEntry(start, { type: 'list_entry.added', actor, tenant, at, data: { list, kind } });
  return { added, head: { profileId: start.profileId, seq: added.seq, hash: added.hash } };
};

/** The ledger entry for a removal. One that has no ledger, or does not open, begins one with it. */
export const removalOf = (
  ids: IdGenerator,
  { head, kind, list, tenant }: ListEntryRecord,
  actor: Actor,
  at: string,
): LedgerEntry =>
  administrationEntry(head ?? newChain(ids), {
    type: 'list_entry.removed',
    actor,
    tenant,
    at,
    data: { ...(list !== null && { list }), kind },
  });
