import type { TaskEither, Unavailable } from '@portcullis/domain';
import { type TableName, tableNames } from '@portcullis/record-store/driver';
import type { PostgresClient } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { bytesTable } from './columns.ts';

/** The tables of a database before it is migrated: those of something else, and whether it has one of this schema. */
export type FoundTables = { readonly others: readonly string[]; readonly has: (table: TableName) => boolean };

const own: ReadonlySet<string> = new Set([...tableNames, bytesTable, 'schema_migrations']);

/** The catalogue has the tables of other accounts as well; the information schema leaves out what is not accessible. */
const tablesText =
  'select t."tablename"::text from "pg_catalog"."pg_tables" t where t."schemaname" = current_schema() ' +
  'order by t."tablename"';

/** Reads which tables there are in the schema that would be migrated. Views, such as those of extensions, are none. */
export const foundTables = (client: PostgresClient): TaskEither<Unavailable, FoundTables> =>
  client.read(async (session) => {
    const { rows } = await session.run(statement(tablesText));
    const names = rows.map(([name]) => String(name));
    return { others: names.filter((name) => !own.has(name)), has: (table) => names.includes(table) };
  });
