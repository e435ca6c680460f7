import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { ClientAssertion } from './client-registry.ts';

/** A token that must not be accepted any more. Its row is needed until the token would have expired by itself. */
export type RevokedToken = {
  /** The digest of the token. */
  readonly id: string;
  readonly revokedAt: string;
  readonly expiresAt: string;
};

/** `repeated` means that the assertion was used before. */
export type AssertionUse = 'first' | 'repeated';

/** The state of tokens that all instances of the service must share. Times are ISO 8601 UTC with milliseconds. */
export type TokenStateStore = {
  /** Revoking a token again changes nothing. */
  readonly revoke: (token: RevokedToken) => TaskEither<Unavailable, void>;
  /** All tokens that were revoked at this time or later, in no particular order. */
  readonly revokedSince: (since: string) => TaskEither<Unavailable, readonly RevokedToken[]>;
  /** Exactly one of the uses of one assertion, also at the same time, is the first. */
  readonly useAssertion: (assertion: ClientAssertion, usedAt: string) => TaskEither<Unavailable, AssertionUse>;
  /** Forgets at most `limit` tokens and assertions that expired before this time, and answers how many. */
  readonly prune: (expiredBefore: string, limit: number) => TaskEither<Unavailable, number>;
};
