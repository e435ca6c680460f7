import { E, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import type { CallCount, StoredBytes, UsageCounters } from '@portcullis/domain/ports';
import { allOf, compare } from '../driver/condition.ts';
import { getRow, IdRow, pageOfRows } from '../driver/read-rows.ts';
import { maxWrites, type RecordDriver, type Write } from '../driver/record-driver.ts';
import { unexpectedRejection } from '../driver/rejection.ts';
import { decodeColumnText, encodeColumnText } from '../rows/column-text.ts';
import { storedBytesName, UsageRow, usageAddition, usageRowId } from '../rows/usage-row.ts';

const table = 'usage_counters';

const addCallsTo =
  (driver: RecordDriver) =>
  ({ day, partnerId, provider: name }: CallCount, calls: number): TaskEither<Unavailable, number> =>
    pipe(
      TE.mapLeft(unexpectedRejection())(driver.transaction([usageAddition({ name, day, partnerId }, calls)])),
      TE.flatMap(() => getRow(driver, table, usageRowId({ name, day, partnerId }), UsageRow)),
      TE.map((row) => row?.amount ?? 0),
    );

const storedBytesIn =
  (driver: RecordDriver) =>
  (after: string | null, limit: number): TaskEither<Unavailable, readonly StoredBytes[]> =>
    pipe(
      pageOfRows(driver, table, UsageRow, {
        filter: allOf([
          compare('name', '=', storedBytesName),
          compare('partner_key', '>', after === null ? '' : encodeColumnText(after)),
        ]),
        sort: ['partner_key'],
        columns: ['partner_key', 'amount'],
        limit,
      }),
      TE.map((rows) => rows.map((row) => ({ partnerId: decodeColumnText(row.partner_key), bytes: row.amount }))),
    );

const deletion = ({ id }: { readonly id: string }): Write => ({ kind: 'delete', table, id });

/** When another instance has deleted one of the rows meanwhile, they are left for the next round. */
const pruneFrom =
  (driver: RecordDriver): UsageCounters['prune'] =>
  (day, limit) =>
  async () => {
    const old = await pageOfRows(driver, table, IdRow, {
      filter: allOf([compare('day', '>', ''), compare('day', '<', day)]),
      sort: ['day', 'id'],
      columns: ['id'],
      limit: Math.min(maxWrites, limit),
    })();
    if (E.isLeft(old)) return old;
    const removed = await driver.transaction(old.right.map(deletion))();
    if (E.isRight(removed)) return E.right(old.right.length);
    return removed.left._tag === 'NoSuchRow' ? E.right(0) : E.left(unexpectedRejection()(removed.left));
  };

/** Counts what tenants use in rows that are only ever added to; the database adds, so that no writer's part is lost. */
export const usageCountersOver = (driver: RecordDriver): UsageCounters => ({
  addCalls: addCallsTo(driver),
  storedBytes: storedBytesIn(driver),
  prune: pruneFrom(driver),
});
