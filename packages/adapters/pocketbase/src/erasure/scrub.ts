import { E, pipe, type TaskEither, TE, t, type Unavailable, unavailable } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { pageOfRows } from '../rows.ts';
import { asOutage, Row } from './rows.ts';

const Answer = t.type({ rows: t.readonlyArray(t.readonlyArray(t.unknown)) }, 'answer of a statement');
type Answer = t.TypeOf<typeof Answer>;

/** PocketBase aborts a response that takes longer than five minutes. */
const longestMs = 290_000;

const run = (client: PocketbaseClient, statement: string): TaskEither<Unavailable, Answer> =>
  TE.mapLeft(asOutage)(client.call(Answer, (pb, options) => pb.sql.run(statement, options), { deadlineMs: longestMs }));

/**
 * Writes the whole journal into the database and truncates the journal. The first column of the result is not 0 when a
 * reader prevented it.
 */
const checkpointed = (client: PocketbaseClient): TaskEither<Unavailable, void> =>
  TE.flatMap(({ rows }: Answer) =>
    String(rows[0]?.[0]) === '0'
      ? TE.right<Unavailable, void>(undefined)
      : TE.left(unavailable('database', 'the journal is being read')),
  )(run(client, 'PRAGMA wal_checkpoint(TRUNCATE)'));

/** Repeats the work until it succeeds, up to a number of attempts. */
const persistently =
  <A>(tries: number, work: TaskEither<Unavailable, A>): TaskEither<Unavailable, A> =>
  async () => {
    let done = await work();
    for (let tried = 1; E.isLeft(done) && tried < tries; tried += 1) done = await work();
    return done;
  };

/** This is more rows of `data_keys` than one page holds. */
const firstRows = 64;

const FirstRows = pageOfRows(Row);

/**
 * Whether a key is among the first of its table. When the first page of a table is full, SQLite copies its content to
 * another page and leaves the original in place, so of the first keys there is a copy that overwriting does not reach.
 */
export const isAmongFirst = (client: PocketbaseClient, keyRowId: string): TaskEither<Unavailable, boolean> =>
  pipe(
    client.call(FirstRows, (pb, options) =>
      pb.collection('data_keys').getList(1, firstRows, { ...options, sort: '@rowid', fields: 'id', skipTotal: true }),
    ),
    TE.mapLeft(asOutage),
    TE.map(({ items }) => items.some(({ id }) => id === keyRowId)),
  );

/**
 * SQLite leaves deleted and overwritten data in free pages and in the journal until something else is written there;
 * PocketBase does not configure it otherwise (`secure_delete` is off). `VACUUM` rewrites the database without this
 * data, and truncating the journal removes it there. When everything personal is sealed, the pages are useless without
 * the keys, so only the journal is truncated, and no writer waits for that. When a reader blocks the truncation after a
 * `VACUUM`, only the truncation is retried, a number of times.
 */
export const scrubbed = (client: PocketbaseClient, anew: boolean, tries = 3): TaskEither<Unavailable, void> =>
  anew ? TE.flatMap(() => persistently(tries, checkpointed(client)))(run(client, 'VACUUM')) : checkpointed(client);
