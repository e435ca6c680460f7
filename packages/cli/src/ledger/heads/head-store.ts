/**
 * A place where heads are kept, each under a name; the names are in the order of the heads. Every function throws when
 * the place cannot be used; the error's `code` says why in a word.
 */
export type HeadStore = {
  readonly kind: 'folder' | 'bucket';
  /** The names of the heads; `null` where the place is not there yet. */
  readonly names: () => Promise<readonly string[] | null>;
  readonly read: (name: string) => Promise<string>;
  /** Adds a head, as a whole or not at all. Nothing is replaced. */
  readonly add: (name: string, text: string) => Promise<void>;
};
