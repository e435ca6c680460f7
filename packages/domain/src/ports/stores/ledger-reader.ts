import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { EntryKind, LedgerEntry } from '../../ledger/entry.ts';

/** Selects entries with `seq > afterSeq`, of one kind or of both, at most `limit` (1 to 1000). */
export type EntryQuery = { readonly kind?: EntryKind; readonly afterSeq: number; readonly limit: number };

/** Reads the ledger. The ledger is written through the profile store alone. An unknown profile has no entries. */
export type LedgerReader = {
  /** Answers entries in order of `seq`. */
  readonly entries: (profileId: ProfileId, query: EntryQuery) => TaskEither<Unavailable, readonly LedgerEntry[]>;
};

/** Where an entry is in the ledger of a profile. */
export type EntryPosition = { readonly profileId: ProfileId; readonly seq: number };

/** Finds entries of several ledgers at once. */
export type EntryFinder = {
  /** Answers those entries at these positions (at most 50) that there are and open, in no order. */
  readonly entriesAt: (positions: readonly EntryPosition[]) => TaskEither<Unavailable, readonly LedgerEntry[]>;
};

/**
 * A part of the history of a profile. `damaged` are the numbers of the entries among it that do not open, or contradict
 * their rows: they are left out. `next` is the `afterSeq` of the part that follows; `null` after the last one.
 */
export type EntryPage = {
  readonly entries: readonly LedgerEntry[];
  readonly damaged: readonly number[];
  readonly next: number | null;
};

/** Reads the history of a profile, to be looked at: one entry that is damaged hides no other. */
export type HistoryReader = {
  /** Answers entries of one kind in order of `seq`. An entry whose row has no known kind is damaged in both. */
  readonly history: (
    profileId: ProfileId,
    query: EntryQuery & { readonly kind: EntryKind },
  ) => TaskEither<Unavailable, EntryPage>;
};
