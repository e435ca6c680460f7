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

/** What in the record of a database differs from the migration of this version, in a sentence; `null`: nothing. */
export const differenceIn = (applied: ReadonlyMap<string, string>): string | null => {
  for (const [id, digest] of applied) {
    if (id !== migration.id) return `The database has the migration ${id}, which this version does not know.`;
    if (digest !== migration.digest) return `The migration ${id} of the database is not the one of this version.`;
  }
  return null;
};
