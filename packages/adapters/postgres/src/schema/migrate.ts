import { E, type Either, type TaskEither, type Unavailable, unavailable } from '@portcullis/domain';
import { withOutageCause } from '@portcullis/domain/kernel';
import { anotherBuild, tableNames } from '@portcullis/record-store/driver';
import type { PostgresClient, Session } from '../connection/client.ts';
import { outageOfThrown } from '../connection/failure.ts';
import { inTransaction } from '../connection/in-transaction.ts';
import { sqlFailureOf } from '../connection/sql-state.ts';
import { quoted, statement } from '../connection/statement.ts';
import { bookkeepingTable, isOfAnotherBuild, readApplied, recordMigration } from './bookkeeping.ts';
import { bytesTable } from './columns.ts';
import { migration } from './schema-steps.ts';

const deadlineMs = 600_000;

/** How often it is begun while others, who migrate at the same time, are in its way. */
const maxAttempts = 5;

/** Several who create a table at once disturb each other, although each says "if not exists". */
const isRace = (cause: unknown): boolean =>
  ['23505', '42710', '42P07', '40001', '40P01', 'XX000'].includes(sqlFailureOf(cause).code);

const anotherBuildText = `${anotherBuild.what} ${anotherBuild.remedy}`;

/** Executes the statements of the migration, unless one is recorded. Answers whether it did. */
const migrateOnce = async (session: Session): Promise<Either<Unavailable, boolean>> => {
  await session.run(bookkeepingTable);
  const applied = await readApplied(session);
  if (isOfAnotherBuild(applied))
    return E.left(withOutageCause(unavailable('database', anotherBuildText, 'rejected'), 'schema_differs'));
  if (applied.size > 0) return E.right(false);
  for (const text of migration.statements) await session.run({ text, values: [] });
  await session.run(recordMigration);
  return E.right(true);
};

const granteeText =
  `select quote_ident(current_schema()), quote_ident(r."rolname"), current_setting('server_version_num')::bigint ` +
  'from "pg_catalog"."pg_roles" r where r."rolname" = $1::text';

/** The first version that has the right to rewrite the tables of others. */
const maintainSince = 170_000;

/** The names of a role and of the schema as statements have them, or why the role cannot be one beside the owner. */
const granteeOf = async (session: Session, role: string): Promise<Either<Unavailable, readonly string[]>> => {
  const [found] = (await session.run(statement(granteeText, [role]))).rows;
  const refused = (why: string) => E.left(unavailable('database', why, 'rejected'));
  if (found === undefined) return refused(`There is no role ${role}: create it first.`);
  const [schema, grantee, version] = found;
  return Number(version) < maintainSince
    ? refused('A role beside the owner needs PostgreSQL 17, by which it may clear erased rows.')
    : E.right([String(schema), String(grantee)]);
};

/**
 * Lets a role read and write rows, and rewrite tables when data is erased, which is a right of its own since PostgreSQL
 * 17 (`MAINTAIN`). It may neither make, change nor drop anything.
 */
const grantRows = async (session: Session, [schema, grantee]: readonly string[]): Promise<void> => {
  const tables = [...tableNames, bytesTable].map(quoted).join(', ');
  for (const text of [
    `grant usage on schema ${schema} to ${grantee}`,
    `grant select, insert, update, delete, maintain on ${tables} to ${grantee}`,
    `grant select on "schema_migrations" to ${grantee}`,
  ])
    await session.run({ text, values: [] });
};

const migrateAndGrant = async (session: Session, role: string | null): Promise<Either<Unavailable, boolean>> => {
  if (role === null) return migrateOnce(session);
  const grantee = await granteeOf(session, role);
  if (E.isLeft(grantee)) return grantee;
  const made = await migrateOnce(session);
  if (E.isRight(made)) await grantRows(session, grantee.right);
  return made;
};

/**
 * Makes the schema of this version in one transaction, where there is none. One of several who do this at once works,
 * and the others wait for it and find it done; one that is cut off leaves nothing. Answers whether the schema was made.
 * A role that is named gets the rights of a service that does not own its tables.
 */
export const migrate =
  (client: PostgresClient, grantTo: string | null = null): TaskEither<Unavailable, boolean> =>
  async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const once = (session: Session) => inTransaction(session, () => migrateAndGrant(session, grantTo), E.isRight);
        return await client.write(once, client.remaining({ deadlineMs }));
      } catch (cause) {
        if (attempt === maxAttempts || !isRace(cause)) return E.left(outageOfThrown('database', cause));
      }
    }
  };
