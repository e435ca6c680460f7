import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import type { EventFeed, FeedEvent, FeedHead, FeedPage } from '@portcullis/events/ports';
import { oneOfTexts } from '../../driver/condition.ts';
import { getRow, pageOfRows } from '../../driver/read-rows.ts';
import type { RecordDriver } from '../../driver/record-driver.ts';
import { isRowId } from '../../driver/row-id.ts';
import { encodeColumnText } from '../../rows/column-text.ts';
import {
  afterFeedPlace,
  eventOfRow,
  FeedHeadRow,
  FeedRow,
  feedColumns,
  feedHeadId,
  feedHeadOfRow,
} from './feed-rows.ts';
import { pruneFeeds } from './prune-feeds.ts';

/**
 * The page of these rows. They are in the order of their places; a place that is skipped, or that two rows have, was
 * changed by somebody, and so was an order that is not the one of the log.
 */
const pageOf = (rows: readonly FeedRow[]): FeedPage => {
  const events: FeedEvent[] = [];
  let damaged = 0;
  let before: FeedRow | null = null;
  for (const row of rows) {
    const skipped = before === null ? 0 : row.feed_place - before.feed_place - 1;
    const isInOrder = before === null || (skipped >= 0 && row.place > before.place);
    const event = isInOrder ? eventOfRow(row) : null;
    damaged += Math.max(skipped, 0) + (event === null ? 1 : 0);
    if (event !== null) events.push(event);
    before = row;
  }
  const first = rows[0]?.feed_place ?? null;
  const last = before?.feed_place ?? null;
  return { events, first, last, rows: rows.length, damaged };
};

const headsFrom =
  (driver: RecordDriver) =>
  (partnerIds: readonly string[]): TaskEither<Unavailable, readonly FeedHead[]> => {
    if (partnerIds.length === 0) return TE.right([]);
    const ids = partnerIds.map((partnerId) => feedHeadId(encodeColumnText(partnerId)));
    return pipe(
      pageOfRows(driver, 'feed_heads', FeedHeadRow, { filter: oneOfTexts('id', ids), limit: ids.length }),
      TE.map((rows) => {
        const found = new Map(rows.map((row) => [row.partner_key, feedHeadOfRow(row)]));
        return partnerIds.map(
          (partnerId) => found.get(encodeColumnText(partnerId)) ?? { partnerId, place: 0, first: 1 },
        );
      }),
    );
  };

/** The feeds of the partners: places stand in the rows of the ledger, and how far each has come in `feed_heads`. */
export const eventFeedOver = (driver: RecordDriver): EventFeed => ({
  heads: headsFrom(driver),
  page: (partnerId, afterPlace, limit) =>
    pipe(
      pageOfRows(driver, 'ledger', FeedRow, {
        filter: afterFeedPlace(encodeColumnText(partnerId), afterPlace),
        sort: ['feed_place'],
        columns: feedColumns,
        limit,
      }),
      TE.map(pageOf),
    ),
  find: (partnerId, row) =>
    isRowId(row)
      ? pipe(
          getRow(driver, 'ledger', row, FeedRow, { columns: feedColumns }),
          TE.map((found) => {
            const isIn = found !== null && found.feed_place > 0 && found.partner_key === encodeColumnText(partnerId);
            return isIn ? eventOfRow(found) : null;
          }),
        )
      : TE.right(null),
  prune: pruneFeeds(driver),
});
