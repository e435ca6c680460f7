import { type TaskEither, TE, t, type Unavailable, unavailable } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { asOutage } from './rows.ts';

const Answer = t.type({ rows: t.readonlyArray(t.readonlyArray(t.unknown)) }, 'answer of a statement');
type Answer = t.TypeOf<typeof Answer>;

/** PocketBase cuts off an answer that takes longer than five minutes. */
const longestMs = 290_000;

const run = (client: PocketbaseClient, statement: string): TaskEither<Unavailable, Answer> =>
  TE.mapLeft(asOutage)(client.call(Answer, (pb, options) => pb.sql.run(statement, options), { deadlineMs: longestMs }));

/**
 * Writes everything that is in the journal into the database, and empties the journal. The first column of the answer is
 * not 0 when a reader stood in the way.
 */
const checkpointed = (client: PocketbaseClient): TaskEither<Unavailable, void> =>
  TE.flatMap(({ rows }: Answer) =>
    String(rows[0]?.[0]) === '0'
      ? TE.right<Unavailable, void>(undefined)
      : TE.left(unavailable('database', 'the journal is being read')),
  )(run(client, 'PRAGMA wal_checkpoint(TRUNCATE)'));

/** More rows than one page holds of `data_keys`. */
const firstRows = 64;

/**
 * Whether a key is one of the first of its table. When the first page of a table is full, SQLite copies what is in it to
 * another one, and what stood there stays: of the keys that are first there is a copy that overwriting does not reach.
 */
export const isAmongFirst = (client: PocketbaseClient, keyRowId: string): TaskEither<Unavailable, boolean> =>
  TE.map(({ rows }: Answer) => String(rows[0]?.[0]) === '1')(
    run(
      client,
      `SELECT id IN (SELECT id FROM data_keys ORDER BY rowid LIMIT ${firstRows}) FROM data_keys WHERE id = '${keyRowId}'`,
    ),
  );

/**
 * SQLite leaves what was deleted or overwritten where it stood, in free pages and in the journal, until something else is
 * written there; PocketBase does not ask it to do otherwise (`secure_delete` is off). `VACUUM` writes the database anew
 * without them, and the truncated journal has nothing left. Where everything personal is sealed, the pages are of no use
 * to anybody without the keys, and the journal alone is emptied: no writer waits for it.
 */
export const scrubbed = (client: PocketbaseClient, anew: boolean): TaskEither<Unavailable, void> =>
  anew ? TE.flatMap(() => checkpointed(client))(run(client, 'VACUUM')) : checkpointed(client);
