import type { ProfileId, TaskEither, Unavailable } from '@portcullis/domain/kernel';
import type { Checkpoint } from '../ledger/checkpoint.ts';

/**
 * The size of the log of all entries, and who may append to it. `generation` counts the changes of the lease's holder;
 * `holder` is empty if there is none, and the lease expires at `heldUntil`. `hash` covers all of its entries.
 */
export type LogState = {
  readonly logId: string;
  readonly generation: number;
  readonly holder: string;
  readonly heldUntil: string;
  readonly size: number;
  readonly hash: string;
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

/** The maximum number of entries that are appended in one step. */
export const maxAppended = 150;

/**
 * The log of the entries of all profiles: which entry stands at which place, and the heads of the log. Entries are
 * placed after they were written, so that a write costs nothing more. They stay when a profile is erased: a hash says
 * nothing about a person.
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
  /** The newest head. */
  readonly newestHead: () => TaskEither<Unavailable, Checkpoint | null>;
  /** Stores a head, in the place of an earlier one of the same size. */
  readonly putHead: (head: Checkpoint) => TaskEither<Unavailable, void>;
};
