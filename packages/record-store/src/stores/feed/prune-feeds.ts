import { E, type Either, type TaskEither, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { compare } from '../../driver/condition.ts';
import { pageOfRows } from '../../driver/read-rows.ts';
import type { RecordDriver } from '../../driver/record-driver.ts';
import { behindPlace, eventOfRow, FeedRow, feedColumns, HeadRow } from './feed-rows.ts';

const IdentifiedHead = t.intersection([HeadRow, t.type({ id: t.string })], 'feed head row');
type IdentifiedHead = t.TypeOf<typeof IdentifiedHead>;

const headsPerRead = 200;
const rowsPerRead = 200;

/** The heads of feeds behind an id, without the row that belongs to no partner. */
const headsAfter = (driver: RecordDriver, id: string): TaskEither<Unavailable, readonly IdentifiedHead[]> =>
  pageOfRows(driver, 'feed_heads', IdentifiedHead, {
    filter: compare('id', '>', id),
    sort: ['id'],
    limit: headsPerRead,
  });

/** The place of the first event of a feed that is no older. An event that cannot be read is kept no longer. */
const firstKept = async (
  driver: RecordDriver,
  { first, partner_key, place }: HeadRow,
  before: string,
): Promise<Either<Unavailable, number>> => {
  for (let from = first; ; ) {
    if (from > place) return E.right(from);
    const rows: Either<Unavailable, readonly FeedRow[]> = await pageOfRows(driver, 'ledger', FeedRow, {
      filter: behindPlace(partner_key, from - 1),
      sort: ['feed_place'],
      columns: feedColumns,
      limit: rowsPerRead,
    })();
    if (E.isLeft(rows)) return rows;
    const kept = rows.right.find((row) => (eventOfRow(row)?.event.at ?? '') >= before);
    if (kept !== undefined) return E.right(kept.feed_place);
    const last = rows.right.at(-1);
    if (last === undefined) return E.right(from);
    from = last.feed_place + 1;
  }
};

const pruneFeed = async (
  driver: RecordDriver,
  head: IdentifiedHead,
  before: string,
): Promise<Either<Unavailable, number>> => {
  const kept = await firstKept(driver, head, before);
  if (E.isLeft(kept) || kept.right <= head.first) return E.isLeft(kept) ? kept : E.right(0);
  const { first, id } = head;
  const moved = await driver.updateIf({
    table: 'feed_heads',
    id,
    expected: { first },
    columns: { first: kept.right },
  })();
  if (E.isLeft(moved)) return moved;
  return E.right(moved.right ? kept.right - first : 0);
};

/** Lets every feed begin with its first event that is no older than a time. Of several instances one moves it. */
export const pruneFeeds =
  (driver: RecordDriver) =>
  (before: string): TaskEither<Unavailable, number> =>
  async () => {
    let pruned = 0;
    for (let after = ''; ; ) {
      const heads: Either<Unavailable, readonly IdentifiedHead[]> = await headsAfter(driver, after)();
      if (E.isLeft(heads)) return heads;
      for (const head of heads.right.filter(({ partner_key }) => partner_key !== '')) {
        const one = await pruneFeed(driver, head, before);
        if (E.isLeft(one)) return one;
        pruned += one.right;
      }
      const last = heads.right.at(-1);
      if (last === undefined || heads.right.length < headsPerRead) return E.right(pruned);
      after = last.id;
    }
  };
