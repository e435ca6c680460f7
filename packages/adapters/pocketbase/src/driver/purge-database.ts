import { E, pipe, type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { TableName } from '@portcullis/record-store/driver';
import type { PocketbaseClient } from '../client/client.ts';
import { outageOfRejection } from '../client/failure.ts';
import { pageCodec } from '../client/page-codec.ts';

const StatementResult = t.type({ rows: t.readonlyArray(t.readonlyArray(t.unknown)) });
type StatementResult = t.TypeOf<typeof StatementResult>;

/** PocketBase aborts a response that takes longer than five minutes. */
const statementDeadlineMs = 290_000;

const runStatement = (client: PocketbaseClient, statement: string): TaskEither<Unavailable, StatementResult> =>
  pipe(
    client.call(StatementResult, (pb, options) => pb.sql.run(statement, options), { deadlineMs: statementDeadlineMs }),
    TE.mapLeft(outageOfRejection()),
  );

/**
 * Writes the whole journal into the database and truncates the journal. The first column of the result is not 0 when a
 * reader prevented it.
 */
const truncateJournal = (client: PocketbaseClient): TaskEither<Unavailable, void> =>
  pipe(
    runStatement(client, 'PRAGMA wal_checkpoint(TRUNCATE)'),
    TE.flatMap(({ rows }) =>
      String(rows[0]?.[0]) === '0'
        ? TE.right(undefined)
        : TE.left(unavailable('database', 'the journal is being read')),
    ),
  );

/** Repeats the work until it succeeds, up to a number of attempts. */
const withAttempts =
  <A>(maxAttempts: number, work: TaskEither<Unavailable, A>): TaskEither<Unavailable, A> =>
  async () => {
    let done = await work();
    for (let attempt = 1; E.isLeft(done) && attempt < maxAttempts; attempt += 1) done = await work();
    return done;
  };

/** This is more rows of a table of keys than one page holds. */
const firstRowCount = 64;

const RowPage = pageCodec(t.type({ id: t.string }));

/**
 * Whether a row is among the first of its table. When the first page of a table is full, SQLite copies its content to
 * another page and leaves the original in place, so of the first rows there is a copy that overwriting does not reach.
 */
export const isAmongFirstRows = (
  client: PocketbaseClient,
  table: TableName,
  rowId: string,
): TaskEither<Unavailable, boolean> =>
  pipe(
    client.call(RowPage, (pb, options) =>
      pb.collection(table).getList(1, firstRowCount, { ...options, sort: '@rowid', fields: 'id', skipTotal: true }),
    ),
    TE.mapLeft(outageOfRejection()),
    TE.map(({ items }) => items.some(({ id }) => id === rowId)),
  );

/**
 * SQLite leaves deleted and overwritten data in free pages and in the journal until something else is written there;
 * PocketBase does not configure it otherwise (`secure_delete` is off). `VACUUM` rewrites the database without this
 * data, and truncating the journal removes it there. When everything personal is sealed, the pages are useless without
 * the keys, so only the journal is truncated, and no writer waits for that. When a reader blocks the truncation after a
 * `VACUUM`, only the truncation is retried, a number of times.
 */
export const purgeDatabase = (
  client: PocketbaseClient,
  rewrite: boolean,
  maxAttempts = 3,
): TaskEither<Unavailable, void> =>
  rewrite
    ? pipe(
        runStatement(client, 'VACUUM'),
        TE.flatMap(() => withAttempts(maxAttempts, truncateJournal(client))),
      )
    : truncateJournal(client);
