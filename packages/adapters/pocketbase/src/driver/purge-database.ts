import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { E, type Either, pipe, type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { TableName } from '@portcullis/record-store/driver';
import type { PocketbaseClient } from '../client/client.ts';
import { outageOfRejection } from '../client/failure.ts';
import { pageCodec } from '../client/page-codec.ts';
import { runStatements } from './statements.ts';

/** PocketBase aborts a response that takes longer than five minutes. */
const rewriteDeadlineMs = 290_000;

/**
 * Runs statements that must not be in a transaction, over the one connection of all writes. PocketBase executes a
 * statement there that begins with an UPDATE, in a transaction, which ends before the statements and begins again after
 * them. Over another connection a checkpoint makes the view of every transaction outdated that has begun and not yet
 * written: it can write no more, PocketBase retries it for seven seconds, and every other write waits for it. This also
 * holds for the writes of other instances.
 */
const runAmongWrites = (
  client: PocketbaseClient,
  statements: string,
  options: { readonly deadlineMs?: number } = {},
): TaskEither<Unavailable, void> =>
  pipe(
    runStatements(client, `UPDATE data_keys SET id=id WHERE 0;COMMIT;${statements};BEGIN`, {
      isRead: false,
      ...options,
    }),
    TE.mapLeft(outageOfRejection()),
    TE.map(() => undefined),
  );

/** A number that a statement reads beside the writes. */
const numberOf = (client: PocketbaseClient, statement: string): TaskEither<Unavailable, number> =>
  pipe(
    runStatements(client, statement, { isRead: true }),
    TE.mapLeft(outageOfRejection()),
    TE.map(({ rows }) => Number(rows[0]?.[0] ?? Number.NaN)),
  );

/** Keeps the connection of writes for about a tenth of a second. */
const delay = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<500000) SELECT max(i) FROM n';

/** How often the mark is looked for, which may come only after a backup or a long write of somebody else. */
const lookEveryMs = 5;

/** Holds all writes, and shows by a mark while it does. */
const holdingWrites = (mark: number): string => `PRAGMA user_version=${mark};${delay};PRAGMA user_version=0`;

/**
 * A reader is waited for a moment only; the first column is not 0 if one was in the way. The connection keeps this
 * patience, which reads do not need: beside the journal they wait for nobody.
 */
const truncation = 'PRAGMA busy_timeout=50;PRAGMA wal_checkpoint(TRUNCATE)';

const journalRead = unavailable('database', 'the journal is being read');

/**
 * Writes the whole journal into the database and truncates it, and answers whether that succeeded. Only the connections
 * of reads answer what a statement says, so the truncation runs over one of them, while the one of writes is held.
 */
const truncateOnce = async (client: PocketbaseClient): Promise<Either<Unavailable, boolean>> => {
  const mark = randomInt(1, 2 ** 31);
  let isHeld = true;
  const holding = runAmongWrites(client, holdingWrites(mark))().finally(() => {
    isHeld = false;
  });
  let isMarked = false;
  while (isHeld && !isMarked) {
    const seen = await numberOf(client, 'PRAGMA user_version')();
    isMarked = E.isRight(seen) && seen.right === mark;
    if (!isMarked) await pause(lookEveryMs);
  }
  const truncated = isMarked ? await numberOf(client, truncation)() : E.right(Number.NaN);
  const held = await holding;
  if (E.isLeft(held)) return held;
  return E.isLeft(truncated) ? truncated : E.right(truncated.right === 0);
};

/** In between everybody's writes go on. */
const nextAttemptMs = 250;

/** Truncates the journal. This is tried again, because a reader can be in the way. */
const truncateJournal =
  (client: PocketbaseClient, attempts: number): TaskEither<Unavailable, void> =>
  async () => {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const truncated = await truncateOnce(client);
      if (E.isLeft(truncated)) return truncated;
      if (truncated.right) return E.right(undefined);
      await pause(nextAttemptMs);
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
  maxAttempts = 5,
): TaskEither<Unavailable, void> =>
  pipe(
    rewrite ? runAmongWrites(client, 'VACUUM', { deadlineMs: rewriteDeadlineMs }) : TE.right(undefined),
    TE.flatMap(() => truncateJournal(client, maxAttempts)),
  );
