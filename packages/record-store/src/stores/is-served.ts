import { E, type TaskEither, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { maxSkewMs } from '@portcullis/domain/ports';
import { compare } from '../driver/condition.ts';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';

const LeaseRow = t.type({ held_until: t.string });

/** How much the clocks of two working instances may differ. */
const maxDifferenceMs = 2 * maxSkewMs;

/** The message for a database that is served. Its leases are in a copy of it as well, and count there for as long. */
export const servedText = (database: string): string =>
  `A service works with the ${database}, or did less than three minutes ago: it was killed, or the ${database} was restored from a backup of that time. Stop every instance, and call this again; where none runs, wait three minutes first.`;

/**
 * Whether somebody has a lease on work that a running service does: on placing entries, on delivering webhooks, or on
 * what is due by time. One that has ended counts as long as a clock that is behind may have written it. `now` is in
 * milliseconds since 1970.
 */
export const isServed =
  (driver: RecordDriver, now: number): TaskEither<Unavailable, boolean> =>
  async () => {
    const current = compare('held_until', '>', new Date(now - maxDifferenceMs).toISOString());
    for (const table of ['ledger_log', 'work_leases'] as const) {
      const held = await pageOfRows(driver, table, LeaseRow, { filter: current, limit: 1 })();
      if (E.isLeft(held)) return held;
      if (held.right.length > 0) return E.right(true);
    }
    return E.right(false);
  };
