import type { Unavailable } from '../../kernel/errors.ts';
import { E, type Either, type TaskEither } from '../../kernel/fp.ts';
import { type Clock, monotonicNow } from '../../ports/clock.ts';
import type { TokenStateStore } from '../../ports/stores/token-state-store.ts';
import { clockFault } from '../../ports/trusted-clock.ts';
import { isoNow } from '../access/change-profile.ts';

/**
 * The revoked tokens of all instances, in the memory of this one: a request asks a set and no store. Revocations of
 * another instance are known here after the next `refresh`.
 */
export type RevocationList = {
  readonly isRevoked: (tokenId: string) => boolean;
  /** Revokes a token, for this instance from the moment at which it succeeds. */
  readonly revoke: (tokenId: string, expiresAt: string) => TaskEither<Unavailable, void>;
  /** Reads what was revoked since the last refresh, the first time all that has not expired. */
  readonly refresh: TaskEither<Unavailable, void>;
  /**
   * Is `null` once the list has been read for the first time. Before, it resolves when it has been, or with the failure
   * of the store, which is asked once a second: nobody can say then which tokens are revoked. It never rejects.
   */
  readonly firstRead: () => Promise<Either<Unavailable, void>> | null;
};

/** How much earlier than the newest known revocation a refresh reads: the clocks of the instances differ. */
const overlapMs = 120_000;
/** How long a failed first read is answered, until the next request reads again. */
const retryAfterMs = 1000;
/** Tokens are accepted for some seconds after they have expired, since clocks differ. */
export const keptAfterExpiryMs = 60_000;

export const revocationList = (deps: {
  readonly tokenStates: TokenStateStore;
  readonly clock: Clock;
}): RevocationList => {
  const { tokenStates, clock } = deps;
  const expiries = new Map<string, number>();
  let newest = 0;
  let isRead = false;
  let reading: Promise<Either<Unavailable, void>> | null = null;
  let failure: { readonly answer: Promise<Either<Unavailable, void>>; readonly at: number } | null = null;

  const forgetExpired = (): void => {
    const limit = clock.now() - keptAfterExpiryMs;
    for (const [id, expiresAt] of expiries) if (expiresAt < limit) expiries.delete(id);
  };

  const refresh = async (): Promise<Either<Unavailable, void>> => {
    const found = await tokenStates.revokedSince(new Date(Math.max(0, newest - overlapMs)).toISOString())();
    if (E.isLeft(found)) return found;
    for (const { id, expiresAt, revokedAt } of found.right) {
      expiries.set(id, Date.parse(expiresAt));
      newest = Math.max(newest, Date.parse(revokedAt));
    }
    // A clock that is ahead must not hide what the others revoke.
    newest = Math.min(newest, clock.now());
    // A token that a wrong clock would forget is not read again, and would be accepted again when the clock is right.
    if (clockFault(clock) === null) forgetExpired();
    isRead = true;
    return E.right(undefined);
  };

  const readFirst = async (): Promise<Either<Unavailable, void>> => {
    const read = await refresh();
    failure = E.isLeft(read) ? { answer: Promise.resolve(read), at: monotonicNow(clock) } : null;
    reading = null;
    return read;
  };

  return {
    isRevoked: (tokenId) => expiries.size > 0 && expiries.has(tokenId),
    revoke: (tokenId, expiresAt) => async () => {
      const written = await tokenStates.revoke({ id: tokenId, expiresAt, revokedAt: isoNow(clock) })();
      if (E.isRight(written)) expiries.set(tokenId, Date.parse(expiresAt));
      return written;
    },
    refresh,
    firstRead: () => {
      if (isRead) return null;
      if (failure !== null && monotonicNow(clock) - failure.at < retryAfterMs) return failure.answer;
      reading ??= readFirst();
      return reading;
    },
  };
};
