import { E, type Either, type TaskEither, type Unavailable } from '@portcullis/domain';
import type { Condition } from '../driver/condition.ts';
import { IdRow, pageOfRows } from '../driver/read-rows.ts';
import { maxWrites, type RecordDriver } from '../driver/record-driver.ts';
import { unexpectedRejection } from '../driver/rejection.ts';
import type { TableName } from '../driver/tables.ts';

/** The rows that may go, and the order in which they go. */
type Old = { readonly filter: Condition; readonly sort: readonly string[] };

/**
 * Deletes at most `limit` rows, the first in the order first, and answers how many it has deleted. When another
 * instance has deleted one of them meanwhile, the others are left for the next call.
 */
export const pruneOldest =
  (driver: RecordDriver, table: TableName, old: Old, limit: number): TaskEither<Unavailable, number> =>
  async () => {
    for (let pruned = 0; ; ) {
      const rows: Either<Unavailable, readonly IdRow[]> = await pageOfRows(driver, table, IdRow, {
        ...old,
        columns: ['id'],
        limit: Math.min(maxWrites, limit - pruned),
      })();
      if (E.isLeft(rows)) return rows;
      if (rows.right.length === 0) return E.right(pruned);
      const deleted = await driver.transaction(rows.right.map(({ id }) => ({ kind: 'delete', table, id })))();
      if (E.isLeft(deleted))
        return deleted.left._tag === 'NoSuchRow' ? E.right(pruned) : E.left(unexpectedRejection()(deleted.left));
      pruned += rows.right.length;
      if (pruned >= limit) return E.right(pruned);
    }
  };
