import { E, type Either, pipe, type TaskEither, type Unavailable } from '@portcullis/domain';
import { compare, equal, oneOfTexts } from '../../driver/condition.ts';
import { IdRow, pageOfRows } from '../../driver/read-rows.ts';
import type { RecordDriver } from '../../driver/record-driver.ts';
import { pruneOldest } from '../prune-oldest.ts';

const deliveries = 'webhook_deliveries';

/** How many endpoints with failed deliveries are looked up at a time. */
const endpointsPerRead = 100;

type Count = Promise<Either<Unavailable, number>>;

const pruneBefore = async (driver: RecordDriver, before: string, limit: number): Count => {
  let pruned = 0;
  for (const table of [deliveries, 'webhook_tries'] as const) {
    const old = { filter: compare('at', '<', before), sort: ['at', 'id'] };
    const done = await pruneOldest(driver, table, old, limit)();
    if (E.isLeft(done)) return done;
    pruned += done.right;
  }
  return E.right(pruned);
};

/** Answers the endpoints that are gone. Nothing is written for an endpoint once it is. */
const missingOf = async (
  driver: RecordDriver,
  ids: readonly string[],
): Promise<Either<Unavailable, readonly string[]>> => {
  const query = { filter: oneOfTexts('id', ids), columns: ['id'], limit: ids.length };
  const found = await pageOfRows(driver, 'webhook_endpoints', IdRow, query)();
  return pipe(
    found,
    E.map((rows) => ids.filter((id) => !rows.some((row) => row.id === id))),
  );
};

/** Removes failed deliveries of endpoints that are gone, which would be counted as if they waited. */
const pruneAbandoned = async (driver: RecordDriver, limit: number): Count => {
  let pruned = 0;
  for (let after: string | null = null; ; ) {
    const ids: Either<Unavailable, readonly string[]> = await driver.distinct(
      deliveries,
      'endpoint',
      after,
      endpointsPerRead,
    )();
    if (E.isLeft(ids)) return ids;
    const missing = ids.right.length === 0 ? ids : await missingOf(driver, ids.right);
    if (E.isLeft(missing)) return missing;
    for (const endpoint of missing.right) {
      const own = { filter: equal({ endpoint }), sort: ['place'] };
      const done = await pruneOldest(driver, deliveries, own, limit - pruned)();
      if (E.isLeft(done)) return done;
      pruned += done.right;
      if (pruned >= limit) return E.right(pruned);
    }
    after = ids.right.at(-1) ?? null;
    if (after === null) return E.right(pruned);
  }
};

/** Removes at most `limit` rows of each kind: what was written before a time, and what belongs to no endpoint. */
export const pruneDeliveries =
  (driver: RecordDriver) =>
  (before: string, limit: number): TaskEither<Unavailable, number> =>
  async () => {
    const old = await pruneBefore(driver, before, limit);
    if (E.isLeft(old)) return old;
    return pipe(
      await pruneAbandoned(driver, limit),
      E.map((abandoned) => old.right + abandoned),
    );
  };
