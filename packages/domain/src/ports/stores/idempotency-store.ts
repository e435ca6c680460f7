import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';

/** A response as it was sent. A repeated request gets it byte for byte. */
export type StoredResponse = {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
};

/** One attempt to carry out a request under an idempotency key. Every time is ISO 8601 UTC with milliseconds. */
export type KeyClaim = {
  /** A digest of the key and of whose key it is: 64 hex characters. */
  readonly key: string;
  /** SHA-256 over what was requested: method, path, and content. */
  readonly request: string;
  /** An id that distinguishes this attempt from every other one. */
  readonly owner: string;
  /**
   * A random name for the operation. Ids of everything that the request writes are derived from it. The name of the
   * first attempt stays.
   */
  readonly operation: string;
  readonly now: string;
  /** Until this time nobody else may take over the request. The attempt can renew it. */
  readonly heldUntil: string;
  /** Until this time the key is remembered. */
  readonly keptUntil: string;
};

/**
 * `acquired`: this attempt carries the request out; `isRetry` says that an earlier attempt began to, and may have
 * written what it had to. `in_progress`: another attempt carries it out. `mismatch`: the key was used for another
 * request. `completed`: the request was carried out, and the response may contain data of this profile. `erased`: the
 * request was carried out, and the response was erased with its profile.
 */
export type KeyState =
  | { readonly state: 'acquired'; readonly operation: string; readonly isRetry: boolean }
  | { readonly state: 'in_progress' }
  | { readonly state: 'mismatch' }
  | { readonly state: 'completed'; readonly answer: StoredResponse; readonly profileId: ProfileId | null }
  | { readonly state: 'erased' };

/** Remembers which requests were carried out under which keys, and their responses. */
export type IdempotencyStore = {
  /** One of many attempts that claim one key at the same time gets it. A key that has expired counts as a new one. */
  readonly claim: (claim: KeyClaim) => TaskEither<Unavailable, KeyState>;
  /** Extends a claim; answers `false` when somebody else has it. */
  readonly renew: (claim: KeyClaim, heldUntil: string) => TaskEither<Unavailable, boolean>;
  /**
   * Stores the response. `profileId` says whose personal data is in it, so that it is erased with that profile. When
   * somebody else has the claim, it answers `false` and stores nothing.
   */
  readonly complete: (
    claim: KeyClaim,
    answer: StoredResponse,
    profileId: ProfileId | null,
  ) => TaskEither<Unavailable, boolean>;
  /** Releases a claim without a response: the same request may be attempted again at once, as the same operation. */
  readonly release: (claim: KeyClaim) => TaskEither<Unavailable, void>;
  /** Removes at most `limit` expired keys; answers how many it removed. */
  readonly prune: (now: string, limit: number) => TaskEither<Unavailable, number>;
};
