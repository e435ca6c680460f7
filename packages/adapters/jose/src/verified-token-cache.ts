import type { Principal } from '@portcullis/domain';
import { expiringCache } from '@portcullis/domain/kernel';

const maxEntries = 2000;
const maxAgeMs = 60_000;

/** Tokens whose signature was verified recently. Only valid tokens are cached; a rejection is computed each time. */
export type VerifiedTokenCache = {
  readonly get: (token: string, now: number) => Principal | null;
  /** Caches a principal until `expiresAt`, for a minute at most. Times are in milliseconds. */
  readonly put: (token: string, principal: Principal, now: number, expiresAt: number) => void;
};

/** The cache key is the whole token as it was sent, so another encoding of it is another key. */
export const verifiedTokenCache = (): VerifiedTokenCache => {
  const entries = expiringCache<string, Principal>(maxEntries);
  return {
    get: (token, now) => entries.get(token, now) ?? null,
    put: (token, principal, now, expiresAt) => entries.set(token, principal, now, Math.min(expiresAt, now + maxAgeMs)),
  };
};
