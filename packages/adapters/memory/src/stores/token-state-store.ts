import { E } from '@portcullis/domain';
import type { RevokedToken, TokenStateStore } from '@portcullis/domain/ports';
import type { MemoryRecords } from './records.ts';

/** Removes at most `limit` entries that expired before this time. */
const removeExpired = <Value>(
  entries: Map<string, Value>,
  expiryOf: (value: Value) => string,
  before: string,
  limit: number,
): number => {
  const expired = [...entries].filter(([, value]) => expiryOf(value) < before).slice(0, limit);
  for (const [id] of expired) entries.delete(id);
  return expired.length;
};

/** Remembers revoked tokens and used assertions. Services over the same records share them. */
export const memoryTokenStateStore = ({ tokenStates: { revoked, used } }: MemoryRecords): TokenStateStore => ({
  revoke: (token) => async () => {
    if (!revoked.has(token.id)) revoked.set(token.id, token);
    return E.right(undefined);
  },
  revokedSince: (since) => async () =>
    E.right([...revoked.values()].filter(({ revokedAt }: RevokedToken) => revokedAt >= since)),
  useAssertion:
    ({ id, expiresAt }) =>
    async () => {
      if (used.has(id)) return E.right('repeated');
      used.set(id, expiresAt);
      return E.right('first');
    },
  prune: (expiredBefore, limit) => async () => {
    const tokens = removeExpired(revoked, ({ expiresAt }) => expiresAt, expiredBefore, limit);
    return E.right(tokens + removeExpired(used, (expiresAt) => expiresAt, expiredBefore, limit - tokens));
  },
});
