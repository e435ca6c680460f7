import type { MachineCaller } from '../access/caller.ts';
import type { NotFound, Unavailable } from '../errors.ts';
import type { TaskEither } from '../fp.ts';
import type { ProfileId } from '../ids.ts';
import type { EntryKind, LedgerEntry } from '../ledger/entry.ts';

/** The entries of one kind after `afterSeq`, in order. */
export type ReadHistory = (input: {
  readonly caller: MachineCaller;
  readonly id: ProfileId;
  readonly kind: EntryKind;
  readonly afterSeq: number;
  readonly limit: number;
}) => TaskEither<NotFound | Unavailable, readonly LedgerEntry[]>;
