import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import type { FeedNumbers } from '@portcullis/events/ports';
import { allOf, compare } from '../../driver/condition.ts';
import { getRow, pageOfRows } from '../../driver/read-rows.ts';
import type { RecordDriver, WriteRejection } from '../../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../../driver/rejection.ts';
import { encodeColumnText } from '../../rows/column-text.ts';
import { FeedHeadRow, FollowedRow, feedHeadId, followedColumns, followedOfRow } from './feed-rows.ts';

const table = 'feed_heads';

/** The row that says how far the log was followed has no partner. */
const ofLog = '';

const ignoreTaken = (failure: WriteRejection | Unavailable): TaskEither<Unavailable, void> =>
  isNotUnique(failure, 'id', 'partner_key') ? TE.right(undefined) : TE.left(unexpectedRejection()(failure));

/** The place in a row of `feed_heads`. The row is created where there is none; of several writers one does. */
const openedPlace = (driver: RecordDriver, partnerKey: string): TaskEither<Unavailable, number> => {
  const id = feedHeadId(partnerKey);
  const read = getRow(driver, table, id, FeedHeadRow);
  const row = { id, partner_key: partnerKey, place: 0, first: 1 };
  const created = pipe(
    driver.transaction([{ kind: 'insert', table, row }]),
    TE.orElse(ignoreTaken),
    TE.flatMap(() => read),
  );
  return pipe(
    read,
    TE.flatMap((found) => (found === null ? created : TE.right(found))),
    TE.map((found) => found?.place ?? 0),
  );
};

/** Numbers the events in the rows of the ledger, each feed under a compare-and-set of its row in `feed_heads`. */
export const feedNumbersOver = (driver: RecordDriver): FeedNumbers => ({
  followed: () => openedPlace(driver, ofLog),
  behind: (place, last, limit) =>
    pipe(
      pageOfRows(driver, 'ledger', FollowedRow, {
        filter: allOf([
          compare('place', '>', Math.max(place, 0)),
          compare('place', '<=', last),
          compare('event', '!=', ''),
        ]),
        sort: ['place'],
        columns: followedColumns,
        limit,
      }),
      TE.map((rows) => rows.map(followedOfRow)),
    ),
  open: (partnerId) => openedPlace(driver, encodeColumnText(partnerId)),
  number: (partnerId, seen, rows) =>
    driver.updateIf({
      table,
      id: feedHeadId(encodeColumnText(partnerId)),
      expected: { place: seen },
      columns: { place: seen + rows.length },
      numbered: { table: 'ledger', column: 'feed_place', ids: rows, from: seen + 1 },
    }),
  moveOn: (seen, next) =>
    driver.updateIf({ table, id: feedHeadId(ofLog), expected: { place: seen }, columns: { place: next } }),
});
