import type { Unavailable } from '@portcullis/domain';
import type { Write, WriteRejection } from '../driver/record-driver.ts';
import { isNotUnique } from '../driver/rejection.ts';
import { ledgerRowId } from '../rows/ledger-row.ts';

/**
 * Locks a row that has a ledger of its own, such as a profile, for one transaction: its next position in the ledger is
 * taken, and released at the end. When another writer has changed the row since it was read, the position is already
 * taken and the transaction is rejected; a later writer finds the position free.
 */
export const withLedgerLock = (ownerId: string, version: number, write: Write): readonly Write[] => {
  const id = ledgerRowId(ownerId, version + 1);
  const lockRow = {
    id,
    profile: ownerId,
    seq: version + 1,
    kind: 'held',
    data: { held: true },
    follows: ledgerRowId(ownerId, version),
  };
  return [{ kind: 'insert', table: 'ledger', row: lockRow }, write, { kind: 'delete', table: 'ledger', id }];
};

/** Whether the row was changed since it was read. */
export const hasMoved = (failure: WriteRejection | Unavailable): boolean =>
  isNotUnique(failure, 'id', 'profile', 'seq') && failure._tag === 'NotUnique' && failure.write === 0;
