import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { Checkpoint } from '../../ledger/checkpoint.ts';
import type { TreeHash } from '../../ledger/merkle/merkle-hash.ts';

/**
 * The size of the log of all entries, and who may append to it. `generation` counts the changes of the lease's holder;
 * `holder` is empty if there is none, and the lease expires at `heldUntil`. `frontier` has the hashes of the complete
 * subtrees of which the tree of the first `size` entries consists, from left to right.
 */
export type LogState = {
  readonly logId: string;
  readonly generation: number;
  readonly holder: string;
  readonly heldUntil: string;
  readonly size: number;
  readonly frontier: readonly TreeHash[];
};

/** An entry that has no place in the log yet. `row` is the id under which it is stored. */
export type UnplacedEntry = {
  readonly row: string;
  readonly profileId: ProfileId;
  readonly seq: number;
  readonly hash: string;
};

/** An entry at its place, counted from 1; `hash` is `null` when what is stored there has none. */
export type PlacedEntry = {
  readonly place: number;
  readonly profileId: ProfileId;
  readonly seq: number;
  readonly hash: string | null;
};

/**
 * An entry without a place in the log: `place` is 0 until it gets one, and is never made negative. `recordedAt` is the
 * time of the entry, `null` if it has none.
 */
export type WaitingEntry = Omit<PlacedEntry, 'hash'> & { readonly recordedAt: string | null };

/** The entries whose leaves one tile has; each tile of a higher level has the roots of as many tiles below it. */
export const tileWidth = 256;

/** 256 hashes of a level of the tree, with the hash of the subtree over them. Levels and positions begin with 0. */
export type Tile = {
  readonly level: number;
  readonly position: number;
  readonly hashes: readonly TreeHash[];
  readonly root: TreeHash;
};

/** The maximum number of entries that are appended in one step. */
export const maxAppended = 150;

/**
 * The log of the entries of all profiles: which entry stands at which place, the Merkle tree over their hashes, and its
 * heads. Entries are placed after they were written, so that a write costs nothing more. They stay when a profile is
 * erased: a hash says nothing about a person.
 */
export type LedgerLog = {
  /** The state of the log; `null` before anything was appended. */
  readonly state: () => TaskEither<Unavailable, LogState | null>;
  /** Creates the log, unless there is one. */
  readonly create: (state: LogState) => TaskEither<Unavailable, void>;
  /** At most `limit` entries without a place, those of a profile in their order. */
  readonly unplaced: (limit: number) => TaskEither<Unavailable, readonly UnplacedEntry[]>;
  /**
   * Replaces the state and places entries behind it, at most 150, in one step, if lease and size are still those that
   * were seen. Answers whether; otherwise nothing was written.
   */
  readonly append: (
    seen: LogState,
    next: LogState,
    entries: readonly UnplacedEntry[],
  ) => TaskEither<Unavailable, boolean>;
  /** At most `limit` (1 to 1000) entries behind a place, in their order. */
  readonly entries: (afterPlace: number, limit: number) => TaskEither<Unavailable, readonly PlacedEntry[]>;
  /** At most `limit` (1 to 1000) entries that stand at no place, also those that have no hash and get none. */
  readonly waiting: (limit: number) => TaskEither<Unavailable, readonly WaitingEntry[]>;
  /** The entry with a number in the ledger of a profile, where it has a place. */
  readonly entryOf: (profileId: ProfileId, seq: number) => TaskEither<Unavailable, PlacedEntry | null>;
  readonly tile: (level: number, position: number) => TaskEither<Unavailable, Tile | null>;
  /** The roots of the stored tiles of a level, from a position up to another one (excluded), at most 256. */
  readonly tileRoots: (
    level: number,
    from: number,
    to: number,
  ) => TaskEither<Unavailable, readonly Pick<Tile, 'position' | 'root'>[]>;
  /** The position of the last stored tile of a level; -1 when there is none. */
  readonly lastTile: (level: number) => TaskEither<Unavailable, number>;
  /** Stores a tile, unless it is stored already. */
  readonly addTile: (tile: Tile) => TaskEither<Unavailable, void>;
  /** The newest head. */
  readonly newestHead: () => TaskEither<Unavailable, Checkpoint | null>;
  /** At most `limit` (1 to 1000) heads of more than `afterSize` entries, in their order. */
  readonly heads: (afterSize: number, limit: number) => TaskEither<Unavailable, readonly Checkpoint[]>;
  /** Stores a head, in the place of an earlier one of the same size. */
  readonly putHead: (head: Checkpoint) => TaskEither<Unavailable, void>;
};
