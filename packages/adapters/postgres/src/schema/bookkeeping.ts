import type { Session } from '../connection/client.ts';
import { type Statement, statement } from '../connection/statement.ts';
import type { MigrationStep } from './schema-steps.ts';

/** The tables in which migrations are recorded, and by whom they are executed now. */
export const bookkeepingTables: readonly Statement[] = [
  statement(`create table if not exists "schema_migrations" (
    "id" text collate "C" primary key,
    "digest" text collate "C" not null,
    "applied_at" bigint not null
  )`),
  statement(`create table if not exists "schema_lease" (
    "name" text collate "C" primary key,
    "holder" text collate "C" not null,
    "held_until" bigint not null
  )`),
];

/** Milliseconds since 1970 by the clock of the database, so that clocks of several machines do not matter. */
const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

const takeText =
  `insert into "schema_lease" ("name", "holder", "held_until") values ('migrate', $1::text, ${now} + $2::bigint) ` +
  'on conflict ("name") do update set "holder" = excluded."holder", "held_until" = excluded."held_until" ' +
  `where "schema_lease"."holder" = excluded."holder" or "schema_lease"."held_until" < ${now}`;

/** Takes the lease, or holds on to it. Its count is 0 while somebody else has it. */
export const takeLease = (holder: string, leaseMs: number): Statement => statement(takeText, [holder, leaseMs]);

export const giveLeaseBack = (holder: string): Statement =>
  statement('update "schema_lease" set "held_until" = 0 where "holder" = $1::text', [holder]);

const appliedSteps: Statement = statement('select "id", "digest" from "schema_migrations" order by "id"');

/** Records an executed statement. Its count is 0 where another version has recorded another statement of this id. */
export const recordStep = ({ id, digest }: MigrationStep): Statement =>
  statement(
    `insert into "schema_migrations" ("id", "digest", "applied_at") values ($1::text, $2::text, ${now}) ` +
      'on conflict ("id") do update set "digest" = excluded."digest" ' +
      'where "schema_migrations"."digest" = excluded."digest"',
    [id, digest],
  );

/** The digests of the statements that were executed, by their ids. */
export const readApplied = async (session: Session): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await session.run(appliedSteps);
  return new Map(rows.map(([id, digest]) => [String(id), String(digest)]));
};

/** What is said of a statement that the database has recorded with another text. */
export const changedMigration = (id: string): string =>
  `The migration ${id} of the database is not the one of this version.`;

/** What in the record of a database differs from the migrations of this version, in a sentence; `null`: nothing. */
export const differenceIn = (applied: ReadonlyMap<string, string>, steps: readonly MigrationStep[]): string | null => {
  const known = new Map(steps.map(({ id, digest }) => [id, digest]));
  for (const [id, digest] of applied) {
    const expected = known.get(id);
    if (expected === undefined) return `The database has the migration ${id}, which this version does not know.`;
    if (expected !== digest) return changedMigration(id);
  }
  return null;
};
