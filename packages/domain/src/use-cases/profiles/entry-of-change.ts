import { damagedRecord, type Unavailable } from '../../kernel/errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { LedgerReader } from '../../ports/stores/ledger-reader.ts';
import type { ChangeDeps, Changed } from '../access/change-profile.ts';
import { entriesOf } from '../access/records.ts';

export type EntryDeps = ChangeDeps & { readonly ledgerReader: LedgerReader };

/** Every requested change has an entry, so a ledger without one at its position was damaged: it does not come back. */
const requireEntry = ([entry]: readonly LedgerEntry[]): Either<Unavailable, LedgerEntry> =>
  entry ? E.right(entry) : E.left(damagedRecord('an entry is not in the ledger'));

/** The last entry of a change: one that it has just added, or the one that an earlier attempt added. */
export const entryOfChange = (
  deps: EntryDeps,
  { entries, profile, appliedSeq }: Changed,
): TaskEither<Unavailable, LedgerEntry> =>
  appliedSeq === undefined
    ? TE.fromEither(requireEntry(entries.slice(-1)))
    : pipe(
        entriesOf(deps, profile, { afterSeq: appliedSeq - 1, limit: 1 }),
        TE.flatMap((found) => TE.fromEither(requireEntry(found))),
      );
