import type { Caller } from '@portcullis/domain';

const maxEntries = 2000;
const maxAgeMs = 60_000;

type Verified = { readonly caller: Caller; readonly from: number; readonly until: number };

/** Tokens whose signature was checked a moment ago. Only good ones are kept: a refusal is worked out each time. */
export type VerifiedTokens = {
  readonly get: (token: string, now: number) => Caller | null;
  /** Kept until `expiresAt`, at most for a minute; times in milliseconds. */
  readonly put: (token: string, caller: Caller, now: number, expiresAt: number) => void;
};

/** The key is the whole token as it was sent, so another spelling of it is another key. The least recently used goes first. */
export const verifiedTokens = (): VerifiedTokens => {
  const entries = new Map<string, Verified>();
  return {
    get: (token, now) => {
      const found = entries.get(token);
      if (found === undefined) return null;
      entries.delete(token);
      // Outside its time it is verified anew; a clock that was set back says nothing about a token either.
      if (now < found.from || now >= found.until) return null;
      entries.set(token, found);
      return found.caller;
    },
    put: (token, caller, now, expiresAt) => {
      const until = Math.min(expiresAt, now + maxAgeMs);
      if (until <= now) return;
      const oldest = entries.size >= maxEntries ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
      entries.set(token, { caller, from: now, until });
    },
  };
};
