import { E, type IdempotencyStore } from '@portcullis/domain';
import type { KeyClaim } from '@portcullis/domain/ports';
import type { MemoryIdempotencyKey, MemoryRecords } from './records.ts';

/** Stores idempotency keys and responses in memory. Several stores over the same records see the same keys. */
export const memoryIdempotencyStore = ({ keys }: MemoryRecords): IdempotencyStore => {
  const ownedBy = ({ key, owner }: KeyClaim): MemoryIdempotencyKey | null => {
    const row = keys.get(key);
    return row?.owner === owner && row.answer === null ? row : null;
  };
  const take = (claim: KeyClaim, operation: string): void => {
    const { request, owner, heldUntil, keptUntil } = claim;
    keys.set(claim.key, {
      request,
      operation,
      owner,
      heldUntil,
      keptUntil,
      answer: null,
      profileId: null,
    });
  };
  return {
    claim: (claim) => async () => {
      const found = keys.get(claim.key);
      const row = found && found.keptUntil > claim.now ? found : undefined;
      if (row && row.request !== claim.request) return E.right({ state: 'mismatch' });
      if (row?.answer) return E.right({ state: 'completed', answer: row.answer, profileId: row.profileId });
      if (row?.profileId) return E.right({ state: 'erased' });
      if (row && row.heldUntil > claim.now) return E.right({ state: 'in_progress' });
      const operation = row?.operation ?? claim.operation;
      take(claim, operation);
      return E.right({ state: 'acquired', operation, isRetry: row !== undefined });
    },
    renew: (claim, heldUntil) => async () => {
      const row = ownedBy(claim);
      if (row) keys.set(claim.key, { ...row, heldUntil });
      return E.right(row !== null);
    },
    complete: (claim, answer, profileId) => async () => {
      const row = ownedBy(claim);
      if (row) keys.set(claim.key, { ...row, answer: { ...answer, headers: { ...answer.headers } }, profileId });
      return E.right(row !== null);
    },
    release: (claim) => async () => {
      const row = ownedBy(claim);
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
