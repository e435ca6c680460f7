import type { Unavailable } from '../../errors.ts';
import type { TaskEither } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';

/** An answer as it went out: what a repetition gets, byte for byte. */
export type KeptAnswer = {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
};

/** One use of a key. `owner` is whose key it is (a tenant, or the one profile of a flow token). */
export type KeyClaim = {
  readonly owner: string;
  readonly key: string;
  /** SHA-256 over what was asked: method, path, and content. */
  readonly request: string;
  /** Random; tells this try from another one of the same request. */
  readonly holder: string;
  /** ISO 8601. */
  readonly now: string;
  /** Until when nobody else may take the request on, unless it is renewed. */
  readonly heldUntil: string;
  /** Until when the key is remembered. */
  readonly keptUntil: string;
};

/**
 * `mine`: this try carries the request out; `operation` is the same for every try of it, and what the request writes is
 * named after it, so that a try that follows a crash finds what was written. `busy`: another try is under way.
 * `other`: the key was used for another request. `done`: it was carried out.
 */
export type KeyState =
  | { readonly state: 'mine'; readonly operation: string }
  | { readonly state: 'busy' }
  | { readonly state: 'other' }
  | { readonly state: 'done'; readonly answer: KeptAnswer };

/** Remembers which requests were carried out under which keys, and their answers. */
export type IdempotencyStore = {
  /** Of many that claim one key at a time, one gets it. */
  readonly claim: (claim: KeyClaim) => TaskEither<Unavailable, KeyState>;
  /** Holds a claim longer; `false` when somebody else has it. */
  readonly renew: (claim: KeyClaim, heldUntil: string) => TaskEither<Unavailable, boolean>;
  /** Keeps the answer; `profileId`: whose personal data is in it, so that it is erased with it. */
  readonly complete: (
    claim: KeyClaim,
    answer: KeptAnswer,
    profileId: ProfileId | null,
  ) => TaskEither<Unavailable, void>;
  /** Lets go of a claim whose request had no lasting effect: the key is free again for the same request. */
  readonly release: (claim: KeyClaim) => TaskEither<Unavailable, void>;
  /** Forgets at most `limit` keys that are kept no longer; answers how many. */
  readonly prune: (now: string, limit: number) => TaskEither<Unavailable, number>;
};
