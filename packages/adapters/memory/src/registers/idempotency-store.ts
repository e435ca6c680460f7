import { E, type IdempotencyStore, type KeyClaim } from '@portcullis/domain';
import type { MemoryKey, MemoryRecords } from '../records.ts';

/** Stores idempotency keys and responses in memory. Several stores over the same records see the same keys. */
export const memoryIdempotencyStore = ({ keys }: MemoryRecords): IdempotencyStore => {
  const heldBy = ({ key, holder }: KeyClaim): MemoryKey | null => {
    const row = keys.get(key);
    return row?.holder === holder && row.answer === null ? row : null;
  };
  const take = (claim: KeyClaim, operation: string): void => {
    const { request, holder, heldUntil, keptUntil } = claim;
    keys.set(claim.key, { request, operation, holder, heldUntil, keptUntil, answer: null, profileId: null });
  };
  return {
    claim: (claim) => async () => {
      const found = keys.get(claim.key);
      const row = found && found.keptUntil > claim.now ? found : undefined;
      if (row && row.request !== claim.request) return E.right({ state: 'other' });
      if (row?.answer) return E.right({ state: 'done', answer: row.answer, profileId: row.profileId });
      if (row?.profileId) return E.right({ state: 'erased' });
      if (row && row.heldUntil > claim.now) return E.right({ state: 'busy' });
      const operation = row?.operation ?? claim.operation;
      take(claim, operation);
      return E.right({ state: 'mine', operation, again: row !== undefined });
    },
    renew: (claim, heldUntil) => async () => {
      const row = heldBy(claim);
      if (row) keys.set(claim.key, { ...row, heldUntil });
      return E.right(row !== null);
    },
    complete: (claim, answer, profileId) => async () => {
      const row = heldBy(claim);
      if (row) keys.set(claim.key, { ...row, answer: { ...answer, headers: { ...answer.headers } }, profileId });
      return E.right(row !== null);
    },
    release: (claim) => async () => {
      const row = heldBy(claim);
      if (row) keys.set(claim.key, { ...row, heldUntil: claim.now });
      return E.right(undefined);
    },
    prune: (now, limit) => async () => {
      const old = [...keys].filter(([, { keptUntil }]) => keptUntil <= now).slice(0, limit);
      for (const [key] of old) keys.delete(key);
      return E.right(old.length);
    },
  };
};
