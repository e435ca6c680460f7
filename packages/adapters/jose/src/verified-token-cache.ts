import type { Principal } from '@portcullis/domain';

const maxEntries = 2000;
const maxAgeMs = 60_000;

type CacheEntry = { readonly principal: Principal; readonly from: number; readonly until: number };

/** Tokens whose signature was verified recently. Only valid tokens are cached; a rejection is computed each time. */
export type VerifiedTokenCache = {
  readonly get: (token: string, now: number) => Principal | null;
  /** Caches a principal until `expiresAt`, for a minute at most. Times are in milliseconds. */
  readonly put: (token: string, principal: Principal, now: number, expiresAt: number) => void;
};

/**
 * The cache key is the whole token as it was sent, so another encoding of it is another key. The least recently used
 * entry is evicted first.
 */
export const verifiedTokenCache = (): VerifiedTokenCache => {
  const entries = new Map<string, CacheEntry>();
  return {
    get: (token, now) => {
      const found = entries.get(token);
      if (found === undefined) return null;
      entries.delete(token);
      // Outside of this period the token is verified again. After the clock was set back, an entry is not used either.
      if (now < found.from || now >= found.until) return null;
      entries.set(token, found);
      return found.principal;
    },
    put: (token, principal, now, expiresAt) => {
      const until = Math.min(expiresAt, now + maxAgeMs);
      if (until <= now) return;
      const oldest = entries.size >= maxEntries ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
      entries.set(token, { principal, from: now, until });
    },
  };
};
