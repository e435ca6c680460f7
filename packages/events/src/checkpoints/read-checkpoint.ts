import { withPorts } from '@portcullis/domain/input';
import { type NotFound, notFound, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain/kernel';
import type { Checkpoint } from '../ledger/checkpoint.ts';
import type { LedgerLog } from '../ports/ledger-log.ts';

/** Reads the newest head of the log. Before the first one there is none. */
export type ReadCheckpoint = () => TaskEither<NotFound | Unavailable, Checkpoint>;

export const readCheckpoint = withPorts(
  'readCheckpoint',
  ['ledgerLog'],
  ({ ledgerLog }: { readonly ledgerLog: Pick<LedgerLog, 'newestHead'> }): ReadCheckpoint =>
    () =>
      pipe(
        ledgerLog.newestHead(),
        TE.flatMap((head) => (head === null ? TE.left(notFound) : TE.right(head))),
      ),
);
