import type { WorkCounts } from '@portcullis/backoffice/ports';
import { pipe, TE } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { maxDueRows } from '@portcullis/domain/ports';
import type { Condition } from '../driver/condition.ts';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { dueCondition, listCondition, processingCondition } from '../rows/profile-conditions.ts';

const DueRow = t.type({ due_at: t.string });
const CreatedRow = t.type({ created_at: t.string });

/**
 * The times of a page, in the order of the index of due times: an engine that counts without an order may read every
 * profile instead.
 */
const dueTimes = (driver: RecordDriver, filter: Condition) =>
  pageOfRows(driver, 'profiles', DueRow, {
    filter,
    sort: ['due_at', 'id'],
    columns: ['due_at'],
    limit: maxDueRows,
  });

export const workCountsOver = (driver: RecordDriver): WorkCounts => ({
  due: (now, kind) =>
    pipe(
      dueTimes(driver, dueCondition(now, { kind, after: null })),
      TE.map((rows) => ({ profiles: rows.length, since: rows[0]?.due_at ?? null })),
    ),
  processing: (now) =>
    pipe(
      dueTimes(driver, processingCondition(now)),
      TE.map((rows) => rows.length),
    ),
  created: (viewer, status, since) =>
    pipe(
      pageOfRows(driver, 'profiles', CreatedRow, {
        filter: listCondition(
          viewer,
          { status, limit: maxDueRows, ...(since !== null && { createdAfter: since }) },
          null,
        ),
        // The order of a list, which is that of its index.
        sort: ['-created_at', 'id'],
        columns: ['created_at'],
        limit: maxDueRows,
      }),
      TE.map((rows) => rows.map((row) => row.created_at)),
    ),
  databaseSize: () => driver.size,
});
