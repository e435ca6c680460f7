import { setTimeout as pause } from 'node:timers/promises';
import { E, type TaskEither, type Unavailable, unavailable } from '@portcullis/domain';
import { type RecordDriver, tableNames } from '@portcullis/record-store/driver';
import type { PostgresClient, Session } from '../connection/client.ts';
import { codedError, outageOfThrown } from '../connection/failure.ts';
import { quoted, statement } from '../connection/statement.ts';
import { bytesTable } from '../schema/columns.ts';

/** A table is locked while it is rewritten, so nobody is kept waiting for longer than this. The server ends it then. */
const statementDeadlineMs = 290_000;
/** A statement that waits for a table keeps others behind it waiting, so that the purge soon gives up for a while. */
const lockDeadlineMs = 2000;
const pollMs = 200;
/** How often it is looked, in one attempt, whether transactions have ended that began before. */
const maxLooks = 25;

/** The keys of profiles: every purge clears overwritten ones. */
const keyTables = ['data_keys'];

/**
 * The oldest transaction whose view of the rows somebody still has, and the next one, as numbers that grow. One that
 * has written keeps rows while it is idle, and so do a prepared one and the slot of a replica.
 * https://www.postgresql.org/docs/current/monitoring-stats.html#MONITORING-PG-STAT-ACTIVITY-VIEW
 */
const horizonText =
  'select pg_snapshot_xmax(pg_current_snapshot())::text, greatest(' +
  '(select max(greatest(age(a."backend_xid"), age(a."backend_xmin"))) ' +
  'from "pg_catalog"."pg_stat_activity" a where a."pid" <> pg_backend_pid()), ' +
  '(select max(age(p."transaction")) from "pg_catalog"."pg_prepared_xacts" p), ' +
  '(select max(age(s."xmin")) from "pg_catalog"."pg_replication_slots" s), 0)::bigint';

type Horizon = { readonly next: number; readonly oldest: number };

const readHorizon = (client: PostgresClient): TaskEither<Unavailable, Horizon> =>
  client.read(async (session) => {
    const { rows } = await session.run(statement(horizonText));
    const [next, age] = (rows[0] ?? []).map(Number);
    return { next: next ?? 0, oldest: (next ?? 0) - (age ?? 0) };
  });

/** Waits until everybody has ended who may still see what was deleted: a table that is rewritten keeps that. */
const waitForReaders = async (client: PostgresClient, attempts: number): Promise<Unavailable | null> => {
  const begun = await readHorizon(client)();
  if (E.isLeft(begun)) return begun.left;
  for (let look = 0, now = begun.right; now.oldest < begun.right.next; look += 1) {
    if (look === maxLooks * attempts) return unavailable('database', 'a transaction sees what was deleted');
    await pause(look === 0 ? 1 : pollMs);
    const read = await readHorizon(client)();
    if (E.isLeft(read)) return read.left;
    now = read.right;
  }
  return null;
};

/** The name of the file of a table, which is another one when the table was rewritten. */
const fileOf = async (session: Session, table: string): Promise<unknown> => {
  const text = 'select c."relfilenode"::text from "pg_catalog"."pg_class" c where c."oid" = to_regclass($1::text)';
  return (await session.run(statement(text, [quoted(table)]))).rows[0]?.[0];
};

/** Executes work on a session whose statements the server ends by itself. */
const withLimits = async (session: Session, work: () => Promise<void>): Promise<void> => {
  const limit = (text: string) => session.run({ text, values: [] });
  await limit(`set lock_timeout = ${lockDeadlineMs}`);
  await limit(`set statement_timeout = ${statementDeadlineMs}`);
  try {
    await work();
  } finally {
    // Where the connection is lost there is nothing to reset, and the first failure is what counts.
    for (const one of ['reset statement_timeout', 'reset lock_timeout']) await limit(one).catch(() => undefined);
  }
};

/** Rewrites a table. To an account that may not do that the server says so in a notice alone. */
const writeAnew = async (session: Session, table: string): Promise<void> => {
  const before = await fileOf(session, table);
  await withLimits(session, async () => {
    await session.run({ text: `vacuum (full) ${quoted(table)}`, values: [] });
  });
  if ((await fileOf(session, table)) === before) throw codedError('42501', 'the table was not written anew');
};

const clear = async (client: PostgresClient, tables: readonly string[]): Promise<void> => {
  for (const table of tables)
    await client.write(
      (session) => writeAnew(session, table),
      client.remaining({ deadlineMs: statementDeadlineMs + lockDeadlineMs }),
    );
};

/**
 * PostgreSQL leaves deleted and overwritten rows in their pages until something else is written there. `VACUUM FULL`
 * rewrites a table without them, and cuts the file of before. Every table is rewritten, or those of the keys alone:
 * sealed data are useless without them. The write-ahead log and replicas are not reached; they forget by themselves, as
 * `docs/scaling.md` says.
 */
export const purgeWith =
  (client: PostgresClient): RecordDriver['purge'] =>
  (rewrite, attempts = 3) =>
  async () => {
    const prevented = await waitForReaders(client, attempts);
    if (prevented !== null) return E.left(prevented);
    try {
      await clear(client, rewrite ? [...tableNames, bytesTable] : keyTables);
      return E.right(undefined);
    } catch (cause) {
      return E.left(outageOfThrown('database', cause));
    }
  };

/** Whether a row may have copies that the purge does not reach that is made without rewriting everything. */
export const mayHoldCopies: RecordDriver['mayHoldCopies'] = (table) => async () => E.right(!keyTables.includes(table));
