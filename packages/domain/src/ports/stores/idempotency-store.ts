import type { Unavailable } from '../../errors.ts';
import type { TaskEither } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';

/** An answer as it went out: what a repetition gets, byte for byte. */
export type KeptAnswer = {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
};

/** One try to carry out a request under a key. Every time is ISO 8601 UTC with milliseconds. */
export type KeyClaim = {
  /** Whose key it is, and the key: 64 hex characters. */
  readonly key: string;
  /** SHA-256 over what was asked: method, path, and content. */
  readonly request: string;
  /** An id that tells this try from every other one. */
  readonly holder: string;
  /** Random; the name under which everything is written that the request writes. The first try's stays. */
  readonly operation: string;
  readonly now: string;
  /** Until when nobody else may take the request on, unless it is renewed. */
  readonly heldUntil: string;
  /** Until when the key is remembered. */
  readonly keptUntil: string;
};

/**
 * `mine`: this try carries the request out; `again`: an earlier one began to, and may have written what it had to.
 * `busy`: another try is under way. `other`: the key was used for another request. `done`: it was carried out, and the
 * answer may tell of this profile. `erased`: it was carried out, and the answer was erased with its profile.
 */
export type KeyState =
  | { readonly state: 'mine'; readonly operation: string; readonly again: boolean }
  | { readonly state: 'busy' }
  | { readonly state: 'other' }
  | { readonly state: 'done'; readonly answer: KeptAnswer; readonly profileId: ProfileId | null }
  | { readonly state: 'erased' };

/** Remembers which requests were carried out under which keys, and their answers. */
export type IdempotencyStore = {
  /** Of many that claim one key at a time, one gets it. A key that is kept no longer is a new one. */
  readonly claim: (claim: KeyClaim) => TaskEither<Unavailable, KeyState>;
  /** Holds a claim longer; `false` when somebody else has it. */
  readonly renew: (claim: KeyClaim, heldUntil: string) => TaskEither<Unavailable, boolean>;
  /**
   * Keeps the answer; `profileId`: whose personal data is in it, so that it is erased with it. `false`, and nothing kept,
   * when somebody else has the claim.
   */
  readonly complete: (
    claim: KeyClaim,
    answer: KeptAnswer,
    profileId: ProfileId | null,
  ) => TaskEither<Unavailable, boolean>;
  /** Lets go of a claim without an answer: the same request may be tried again at once, as the same operation. */
  readonly release: (claim: KeyClaim) => TaskEither<Unavailable, void>;
  /** Forgets at most `limit` keys that are kept no longer; answers how many. */
  readonly prune: (now: string, limit: number) => TaskEither<Unavailable, number>;
};
