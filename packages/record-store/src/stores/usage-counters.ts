import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import type { CallCount, StoredBytes, UsageCounters } from '@portcullis/domain/ports';
import { allOf, compare } from '../driver/condition.ts';
import { getRow, pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { unexpectedRejection } from '../driver/rejection.ts';
import { decodeColumnText, encodeColumnText } from '../rows/column-text.ts';
import { storedBytesName, UsageRow, usageAddition, usageRowId } from '../rows/usage-row.ts';
import { pruneOldest } from './prune-oldest.ts';

const table = 'usage_counters';

const addCallsTo =
  (driver: RecordDriver) =>
  ({ day, partnerId, provider: name }: CallCount, calls: number): TaskEither<Unavailable, number> =>
    pipe(
      driver.transaction([usageAddition({ name, day, partnerId }, calls)]),
      TE.mapLeft(unexpectedRejection()),
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

/** Counts what tenants use in rows that are only ever added to; the database adds, so that no writer's part is lost. */
export const usageCountersOver = (driver: RecordDriver): UsageCounters => ({
  addCalls: addCallsTo(driver),
  storedBytes: storedBytesIn(driver),
  prune: (day, limit) => {
    const filter = allOf([compare('day', '>', ''), compare('day', '<', day)]);
    return pruneOldest(driver, table, { filter, sort: ['day', 'id'] }, limit);
  },
});
