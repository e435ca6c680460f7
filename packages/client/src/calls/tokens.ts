import type { Token } from '../api/openapi.ts';
import type { Result } from '../api/result.ts';
import type { TokenResult } from './send.ts';

/** The share of its life after which a token is replaced, and how long before its end at the latest. */
const usedShare = 0.9;
const marginMs = 60_000;

/** Milliseconds of a clock that nobody sets. */
const now = (): number => performance.now();

const lifeMs = ({ expires_in: seconds }: Token): number =>
  Math.max(seconds * 1000 * usedShare, seconds * 1000 - marginMs);

/**
 * Keeps a token until shortly before its end. However many calls want one, one request for it is under way at a time.
 * `drop` gives up the token, if it still is this one.
 */
export const tokenCache = (issue: () => Promise<Result<Token>>) => {
  let held: { readonly value: string; readonly until: number } | null = null;
  let asking: Promise<TokenResult> | null = null;
  const ask = async (): Promise<TokenResult> => {
    const began = now();
    const issued = await issue();
    if (!issued.ok) return issued;
    const { access_token: value } = issued.value;
    held = { value, until: began + lifeMs(issued.value) };
    return { ok: true, value };
  };
  return {
    token: async (): Promise<TokenResult> => {
      if (held !== null && now() < held.until) return { ok: true, value: held.value };
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
    drop: (token: string): boolean => {
      if (held?.value === token) held = null;
      return true;
    },
  };
};
