import type { Session } from '../connection/client.ts';
import { type Statement, statement } from '../connection/statement.ts';
import { migration } from './schema-steps.ts';

/** The table in which migrations are recorded. */
export const bookkeepingTable: Statement = statement(`create table if not exists "schema_migrations" (
  "id" text collate "C" primary key,
  "digest" text collate "C" not null,
  "applied_at" bigint not null
)`);

/** Records the migration, at the time of the database. */
export const recordMigration: Statement = statement(
  'insert into "schema_migrations" ("id", "digest", "applied_at") ' +
    'values ($1::text, $2::text, (extract(epoch from clock_timestamp()) * 1000)::bigint)',
  [migration.id, migration.digest],
);

/** The digests of the migrations that were executed, by their ids. */
export const readApplied = async (session: Session): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await session.run(statement('select "id", "digest" from "schema_migrations" order by "id"'));
  return new Map(rows.map(([id, digest]) => [String(id), String(digest)]));
};

/** Whether the record of a database has another migration than this version. */
export const isOfAnotherBuild = (applied: ReadonlyMap<string, string>): boolean =>
  [...applied].some(([id, digest]) => id !== migration.id || digest !== migration.digest);
