import { type NotFound, notFound, type Unavailable } from '../../kernel/errors.ts';
import { pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { Checkpoint } from '../../ledger/checkpoint.ts';
import type { LedgerLog } from '../../ports/logs/ledger-log.ts';
import { withPorts } from '../input/use-case.ts';

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
