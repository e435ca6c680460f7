import type { TaskEither, Unavailable } from '@portcullis/domain';

/** An object of a list. `modifiedAt` is in milliseconds, by the clock of the store. */
export type StoredObject = { readonly key: string; readonly modifiedAt: number };

/**
 * A store of bytes under keys: texts of `a-z`, `A-Z`, `0-9`, `-` and `/`. No call needs a condition or a version of the
 * store, and each can be repeated. A write without an answer is `Unavailable`, and may have been executed. Every store
 * passes `objectStoreContract` of `@portcullis/contracts`.
 */
export type ObjectStore = {
  /** Stores bytes under a key, in place of those that it has. A later `get` and a later `list` see them. */
  readonly put: (key: string, bytes: Uint8Array) => TaskEither<Unavailable, void>;
  /** The bytes under a key, as they were stored; `null` when there are none. Damaged ones are `invalid_response`. */
  readonly get: (key: string) => TaskEither<Unavailable, Uint8Array | null>;
  /** Removes a key. One that is not there is a success. */
  readonly remove: (key: string) => TaskEither<Unavailable, void>;
  /** At most `limit` (up to 1000) objects whose keys begin with a prefix and follow `after`, in the order of keys. */
  readonly list: (
    prefix: string,
    after: string | null,
    limit: number,
  ) => TaskEither<Unavailable, readonly StoredObject[]>;
};
