import { E, type Either, pipe, type TaskEither, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { EventFeed } from '@portcullis/events/ports';
import { compare } from '../../driver/condition.ts';
import { pageOfRows } from '../../driver/read-rows.ts';
import type { RecordDriver } from '../../driver/record-driver.ts';
import { afterFeedPlace, eventOfRow, FeedHeadRow, FeedRow, feedColumns } from './feed-rows.ts';

const IdentifiedHead = t.intersection([FeedHeadRow, t.type({ id: t.string })]);
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

/** Answers whether another page may be read. */
type MayRead = () => boolean;

/** Where a feed begins afterwards, and whether every event before that was looked at that is too old. */
type Kept = { readonly first: number; readonly isFound: boolean };

/** The place of the first event of a feed that is no older. An event that cannot be read is kept no longer. */
const firstKept = async (
  driver: RecordDriver,
  { first, partner_key, place }: FeedHeadRow,
  before: string,
  mayRead: MayRead,
): Promise<Either<Unavailable, Kept>> => {
  let from = first;
  while (from <= place) {
    if (!mayRead()) return E.right({ first: from, isFound: false });
    const rows: Either<Unavailable, readonly FeedRow[]> = await pageOfRows(driver, 'ledger', FeedRow, {
      filter: afterFeedPlace(partner_key, from - 1),
      sort: ['feed_place'],
      columns: feedColumns,
      limit: rowsPerRead,
    })();
    if (E.isLeft(rows)) return rows;
    const kept = rows.right.find((row) => (eventOfRow(row)?.event.at ?? '') >= before);
    if (kept !== undefined) return E.right({ first: kept.feed_place, isFound: true });
    const last = rows.right.at(-1);
    if (last === undefined) break;
    from = last.feed_place + 1;
  }
  return E.right({ first: from, isFound: true });
};

const nothingPruned = E.right({ pruned: 0, isFound: true });

/** Answers how many events a feed has lost, and whether it was looked at to the end. */
const pruneFeed = async (
  driver: RecordDriver,
  { first, id, ...head }: IdentifiedHead,
  before: string,
  mayRead: MayRead,
): Promise<Either<Unavailable, { readonly pruned: number; readonly isFound: boolean }>> => {
  const kept = await firstKept(driver, { first, ...head }, before, mayRead);
  if (E.isLeft(kept)) return kept;
  const { first: next, isFound } = kept.right;
  if (next <= first) return E.right({ pruned: 0, isFound });
  const columns = { first: next };
  const moved = await driver.updateIf({ table: 'feed_heads', id, expected: { first }, columns })();
  return pipe(
    moved,
    E.map((isMoved) => ({ pruned: isMoved ? next - first : 0, isFound })),
  );
};

/**
 * Lets every feed begin with its first event that is no older than a time. One of several instances moves it. Its
 * findings are kept when no further page may be read, so that the next call goes on there.
 */
export const pruneFeeds =
  (driver: RecordDriver): EventFeed['prune'] =>
  (before, from, pages) =>
  async () => {
    let pruned = 0;
    let after = from;
    let read = 0;
    const mayRead: MayRead = () => {
      read += 1;
      return read <= pages;
    };
    for (;;) {
      const heads: Either<Unavailable, readonly IdentifiedHead[]> = await headsAfter(driver, after)();
      if (E.isLeft(heads)) return heads;
      for (const head of heads.right) {
        const isOfLog = head.partner_key === '';
        const one = isOfLog ? nothingPruned : await pruneFeed(driver, head, before, mayRead);
        if (E.isLeft(one)) return one;
        pruned += one.right.pruned;
        if (!one.right.isFound) return E.right({ pruned, next: after });
        after = head.id;
      }
      if (heads.right.length < headsPerRead) return E.right({ pruned, next: null });
    }
  };
