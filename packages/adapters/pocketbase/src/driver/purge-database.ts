import { E, type Either, pipe, type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { TableName } from '@portcullis/record-store/driver';
import type { PocketbaseClient } from '../client/client.ts';
import { outageOfRejection } from '../client/failure.ts';
import { pageCodec } from '../client/page-codec.ts';
import { runStatements } from './statements.ts';

/** PocketBase aborts a response that takes longer than five minutes. */
const statementDeadlineMs = 290_000;

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
    TE.map(({ rows }) => Number(rows[0]?.[1] ?? Number.NaN)),
  );

/** Keeps the connection of writes for some milliseconds, so that an empty journal is seen before the next write. */
const pause = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<100000) SELECT max(i) FROM n';

/** The wait for a reader is short, because all writes wait too; otherwise PocketBase waits for ten seconds. */
const truncation = `PRAGMA busy_timeout=50;PRAGMA wal_checkpoint(TRUNCATE);${pause};PRAGMA busy_timeout=10000`;

const journalRead = unavailable('database', 'the journal is being read');

/**
 * Writes the whole journal into the database and truncates it, and answers whether it was seen empty meanwhile. Whether
 * the truncation succeeded has no place in its answer, and that the journal is shorter says nothing: a writer can begin
 * it from its start without shortening its file.
 */
const truncateOnce = async (client: PocketbaseClient): Promise<Either<Unavailable, boolean>> => {
  let isRunning = true;
  let isEmpty = false;
  const truncating = runAmongWrites(client, truncation)().finally(() => {
    isRunning = false;
  });
  while (isRunning && !isEmpty) {
    const pages = await pagesOfJournal(client)();
    if (E.isLeft(pages)) break;
    isEmpty = pages.right === 0;
  }
  const truncated = await truncating;
  return E.isLeft(truncated) ? truncated : E.right(isEmpty);
};

/** Truncates the journal. This is tried again, because a reader can come in between. */
const truncateJournal =
  (client: PocketbaseClient, attempts: number): TaskEither<Unavailable, void> =>
  async () => {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const truncated = await truncateOnce(client);
      if (E.isLeft(truncated)) return truncated;
      if (truncated.right) return E.right(undefined);
    }
    return E.left(journalRead);
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
 * the keys, so only the journal is truncated.
 */
export const purgeDatabase = (
  client: PocketbaseClient,
  rewrite: boolean,
  maxAttempts = 20,
): TaskEither<Unavailable, void> =>
  pipe(
    rewrite ? runAmongWrites(client, 'VACUUM') : TE.right(undefined),
    TE.flatMap(() => truncateJournal(client, maxAttempts)),
  );
