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
