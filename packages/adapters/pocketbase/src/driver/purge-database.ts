import { E, pipe, type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { TableName } from '@portcullis/record-store/driver';
import type { PocketbaseClient } from '../client/client.ts';
import { outageOfRejection } from '../client/failure.ts';
import { pageCodec } from '../client/page-codec.ts';
import { runStatements } from './statements.ts';

/** PocketBase ends a statement after three minutes. */
const statementDeadlineMs = 170_000;

/**
 * Runs statements that must not be in a transaction, over the one connection of all writes. PocketBase executes a
 * statement there that begins with an UPDATE, in a transaction, which ends before the statements and begins again after
 * them. Over another connection a checkpoint makes the view of every transaction outdated that has begun and not yet
 * written: it can write no more, PocketBase retries it for seven seconds, and every other write waits for it. This also
 * holds for the writes of other instances.
 */
const runAmongWrites = (client: PocketbaseClient, statements: string): TaskEither<Unavailable, void> =>
  pipe(
    runStatements(client, `UPDATE data_keys SET id=id WHERE 0;COMMIT;${statements};BEGIN`, {
      isRead: false,
      deadlineMs: statementDeadlineMs,
    }),
    TE.mapLeft(outageOfRejection()),
    TE.map(() => undefined),
  );

/**
 * The number of pages in the journal, which are written into the database at the same time, as far as no reader
 * prevents it. Nobody waits for that.
 */
const pagesOfJournal = (client: PocketbaseClient): TaskEither<Unavailable, number> =>
  pipe(
    runStatements(client, 'PRAGMA wal_checkpoint(PASSIVE)', { isRead: true }),
    TE.mapLeft(outageOfRejection()),
    TE.map(({ rows }) => Number(rows[0]?.[1] ?? 0)),
  );

/** Writes wait no longer than a second for a reader; PocketBase itself waits for ten. */
const truncation = 'PRAGMA busy_timeout=1000;PRAGMA wal_checkpoint(TRUNCATE);PRAGMA busy_timeout=10000';

const journalRead = unavailable('database', 'the journal is being read');

/**
 * Writes the whole journal into the database and truncates it. Its result has no place in an answer: a journal that is
 * not shorter than before was not truncated, because somebody reads it, or so much was written in between.
 */
const truncateJournal =
  (client: PocketbaseClient): TaskEither<Unavailable, void> =>
  async () => {
    const before = await pagesOfJournal(client)();
    if (E.isLeft(before)) return before;
    const truncated = await runAmongWrites(client, truncation)();
    if (E.isLeft(truncated)) return truncated;
    const after = await pagesOfJournal(client)();
    if (E.isLeft(after)) return after;
    return after.right === 0 || after.right < before.right ? E.right(undefined) : E.left(journalRead);
  };

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
 * the keys, so only the journal is truncated. Only the truncation is retried, a number of times.
 */
export const purgeDatabase = (
  client: PocketbaseClient,
  rewrite: boolean,
  maxAttempts = 5,
): TaskEither<Unavailable, void> =>
  pipe(
    rewrite ? runAmongWrites(client, 'VACUUM') : TE.right(undefined),
    TE.flatMap(() => withAttempts(maxAttempts, truncateJournal(client))),
  );
