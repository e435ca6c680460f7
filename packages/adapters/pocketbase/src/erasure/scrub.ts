import { E, pipe, type TaskEither, TE, t, type Unavailable, unavailable } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { pageOfRows } from '../rows.ts';
import { asOutage, Row } from './rows.ts';

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

/** Does it until it succeeds, some times at most. */
const persistently =
  <A>(tries: number, work: TaskEither<Unavailable, A>): TaskEither<Unavailable, A> =>
  async () => {
    let done = await work();
    for (let tried = 1; E.isLeft(done) && tried < tries; tried += 1) done = await work();
    return done;
  };

/** More rows than one page holds of `data_keys`. */
const firstRows = 64;

const FirstRows = pageOfRows(Row);

/**
 * Whether a key is one of the first of its table. When the first page of a table is full, SQLite copies what is in it to
 * another one, and what stood there stays: of the keys that are first there is a copy that overwriting does not reach.
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
 * SQLite leaves what was deleted or overwritten where it stood, in free pages and in the journal, until something else is
 * written there; PocketBase does not ask it to do otherwise (`secure_delete` is off). `VACUUM` writes the database anew
 * without them, and the truncated journal has nothing left. Where everything personal is sealed, the pages are of no use
 * to anybody without the keys, and the journal alone is emptied: no writer waits for it. What was written anew is not
 * written anew once more for somebody who reads the journal: it is tried again to empty that, some times.
 */
export const scrubbed = (client: PocketbaseClient, anew: boolean, tries = 3): TaskEither<Unavailable, void> =>
  anew ? TE.flatMap(() => persistently(tries, checkpointed(client)))(run(client, 'VACUUM')) : checkpointed(client);
