import { expiringCache } from '@portcullis/domain/kernel';
import type { VerifiedToken } from '@portcullis/domain/ports';

const maxEntries = 2000;
const maxAgeMs = 60_000;

/** Tokens whose signature was verified recently. Only valid tokens are cached; a rejection is computed each time. */
export type VerifiedTokenCache = {
  readonly get: (token: string, now: number) => VerifiedToken | null;
  /** Caches a token until it expires, for a minute at most. Times are in milliseconds. */
  readonly put: (token: string, verified: VerifiedToken, now: number) => void;
};

/** The cache key is the whole token as it was sent, so another encoding of it is another key. */
export const verifiedTokenCache = (): VerifiedTokenCache => {
  const entries = expiringCache<string, VerifiedToken>(maxEntries);
  return {
    get: (token, now) => entries.get(token, now) ?? null,
    put: (token, verified, now) =>
      entries.set(token, verified, now, Math.min(Date.parse(verified.expiresAt), now + maxAgeMs)),
  };
};
