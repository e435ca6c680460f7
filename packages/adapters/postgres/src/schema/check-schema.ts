import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import {
  anotherBuild,
  recordsFormat,
  type TableName,
  tableNames,
  type WaitOptions,
  waitForAnswer,
} from '@portcullis/record-store/driver';
import type { PostgresClient, Session } from '../connection/client.ts';
import { inTransaction } from '../connection/in-transaction.ts';
import { statement } from '../connection/statement.ts';
import { isOfAnotherBuild, readApplied } from './bookkeeping.ts';
import { bytesTable, sqlColumnsOf, uniqueIndexes } from './columns.ts';
import { migration } from './schema-steps.ts';

/** The fault of the schema, and its remedy for an operator. */
export type SchemaFault = { readonly what: string; readonly remedy: string; readonly isMissingCollection?: true };

/** Asks the database until it answers. Returns the last failure when the time is over. */
export const waitForDatabase = (client: PostgresClient, options: WaitOptions = {}): TaskEither<Unavailable, void> =>
  waitForAnswer(
    client.read(async (session) => void (await session.run(statement('select 1')))),
    options,
  );

const tablesText =
  'from "pg_catalog"."pg_class" t join "pg_catalog"."pg_namespace" n on n."oid" = t."relnamespace" ' +
  `where n."nspname" = current_schema() and t."relkind" in ('r', 'p', 'v', 'f')`;

/** The catalogue has every column; the information schema leaves out those of tables that the account may not use. */
const columnsText =
  'select t."relname"::text, c."attname"::text, format_type(c."atttypid", null), ' +
  `case when c."attnotnull" then 'NO' else 'YES' end ` +
  `from (select t."oid", t."relname" ${tablesText}) t join "pg_catalog"."pg_attribute" c on c."attrelid" = t."oid" ` +
  'where c."attnum" > 0 and not c."attisdropped" order by 1, 2';

const writes = ['INSERT', 'UPDATE', 'DELETE'].map((right) => `has_table_privilege(t."oid", '${right}')`).join(' and ');

/** The tables whose rows the account may not read and write; those of the record of migrations it only reads. */
const ungrantedText =
  `select t."relname"::text ${tablesText} and not (has_table_privilege(t."oid", 'SELECT') ` +
  `and (t."relname" = 'schema_migrations' or (${writes}))) order by 1`;

const indexesText =
  'select "indexname"::text, "indexdef"::text from "pg_catalog"."pg_indexes" where "schemaname" = current_schema() ' +
  'order by "indexname"';

/**
 * The schema as the database has it: its columns and indexes, a line for each, and the tables that the account may not
 * read and write. `name` is `null` where the account may use no schema of its search path.
 */
export type FoundSchema = {
  readonly name: string | null;
  readonly columns: ReadonlyMap<string, string>;
  readonly indexes: ReadonlyMap<string, string>;
  readonly ungranted: readonly string[];
};

const readInTransaction = async (session: Session): Promise<FoundSchema> => {
  const [[name] = []] = (await session.run(statement('select current_schema()::text'))).rows;
  const columns = await session.run(statement(columnsText));
  const indexes = await session.run(statement(indexesText));
  const ungranted = await session.run(statement(ungrantedText));
  return {
    name: name === undefined || name === null ? null : String(name),
    columns: new Map(
      columns.rows.map(([table, column, type, nullable]) => [`${table}.${column}`, `${type} ${nullable}`]),
    ),
    indexes: new Map(indexes.rows.map(([index, definition]) => [String(index), String(definition)])),
    ungranted: ungranted.rows.map(([table]) => String(table)),
  };
};

/**
 * Reads which columns and indexes there are, in a transaction of several statements: a pooler that allows none is found
 * out here, and not by the first write that has two rows.
 */
export const readSchema = (client: PostgresClient): TaskEither<Unavailable, FoundSchema> =>
  client.read((session) =>
    inTransaction(
      session,
      () => readInTransaction(session),
      () => true,
    ),
  );

const remedy = 'Run npx portcullis migrate.';

const columnFaults = (found: FoundSchema, table: TableName): readonly SchemaFault[] => {
  const columns = sqlColumnsOf(table);
  if (columns.every(({ name }) => !found.columns.has(`${table}.${name}`)))
    return [{ what: `The table ${table} is missing.`, remedy, isMissingCollection: true }];
  return columns.flatMap(({ name, type, isNullable }) => {
    const is = found.columns.get(`${table}.${name}`);
    if (is === undefined) return [{ what: `The column ${table}.${name} is missing.`, remedy }];
    const expected = `${type} ${isNullable ? 'YES' : 'NO'}`;
    return is === expected ? [] : [{ what: `The column ${table}.${name} is ${is} instead of ${expected}.`, remedy }];
  });
};

const isUnique = (definition: string | undefined): boolean => /^create unique index /i.test(definition ?? '');

const ownTables: ReadonlySet<string> = new Set([...tableNames, bytesTable]);

const faultsIn = (found: FoundSchema): readonly SchemaFault[] => [
  ...tableNames.flatMap((table) => columnFaults(found, table)),
  ...(found.columns.has(`${bytesTable}.bytes`)
    ? []
    : [{ what: `The table ${bytesTable} is missing.`, remedy, isMissingCollection: true } as const]),
  ...uniqueIndexes
    .filter(({ name }) => !isUnique(found.indexes.get(name)))
    .map(({ name, table }) => ({ what: `The table ${table} lacks the unique index ${name}.`, remedy })),
];

const neverMigrated: SchemaFault = {
  what: 'The database is empty: it was never migrated.',
  remedy,
  isMissingCollection: true,
};

/** Whether a database has none of our tables. That is told once, and not table by table. */
const isEmpty = ({ columns }: FoundSchema): boolean =>
  [...ownTables, 'schema_migrations'].every(
    (table) => ![...columns.keys()].some((name) => name.startsWith(`${table}.`)),
  );

const grantRemedy = 'Let the owner run npx portcullis migrate --grant-to with the name of the account.';

const noSchema: SchemaFault = {
  what: 'The account may use no schema: that of its search path is missing, or was never granted.',
  remedy: grantRemedy,
};

/** The tables that are there, and that the account may not read and write. */
const grantFaults = ({ ungranted }: FoundSchema): readonly SchemaFault[] => {
  const tables = ungranted.filter((table) => ownTables.has(table) || table === 'schema_migrations');
  return tables.length === 0
    ? []
    : [{ what: `The account may not read and write ${tables.join(', ')}.`, remedy: grantRemedy }];
};

const formatOfRecords = statement('select "format" from "installation"');

/** The missing and different entries in the record of migrations. */
const recordFaults = (client: PostgresClient, found: FoundSchema): TaskEither<Unavailable, readonly SchemaFault[]> => {
  if (!found.columns.has('schema_migrations.id'))
    return TE.right([{ what: 'The table schema_migrations is missing.', remedy, isMissingCollection: true }]);
  return client.read(async (session) => {
    const applied = await readApplied(session);
    if (isOfAnotherBuild(applied)) return [anotherBuild];
    if (found.columns.has('installation.format')) {
      const { rows } = await session.run(formatOfRecords);
      if (rows.some(([format]) => Number(format) !== recordsFormat)) return [anotherBuild];
    }
    return applied.size > 0 ? [] : [{ what: `The migration ${migration.id} is missing.`, remedy }];
  });
};

/** Whether PostgreSQL has the right to rewrite the tables of others. */
const hasMaintain = `current_setting('server_version_num')::integer >= 170000`;

/** The tables that a purge may not rewrite: those of others, without a right to that or a membership in their role. */
const foreignText =
  'select t."tablename"::text from "pg_catalog"."pg_tables" t where t."schemaname" = current_schema() ' +
  `and not pg_has_role(t."tableowner", 'USAGE') and not (case when ${hasMaintain} then ` +
  `has_table_privilege(format('%I.%I', t."schemaname", t."tablename"), 'MAINTAIN') else false end) order by t."tablename"`;

const ownerFaults = (client: PostgresClient): TaskEither<Unavailable, readonly SchemaFault[]> =>
  client.read(async (session) => {
    const { rows } = await session.run(statement(foreignText));
    const foreign = rows.map(([name]) => String(name)).filter((name) => ownTables.has(name));
    if (foreign.length === 0) return [];
    return [
      {
        what: `The account does not own ${foreign.join(', ')}: what is erased there cannot be cleared.`,
        remedy:
          'Make it the owner (ALTER TABLE … OWNER TO …), or a member of the role that is, or let the owner run npx portcullis migrate --grant-to with its name.',
      },
    ];
  });

const rightsText =
  `select r."rolsuper"::text, (${hasMaintain} and pg_has_role(t."tableowner", 'USAGE'))::text ` +
  'from "pg_catalog"."pg_roles" r, "pg_catalog"."pg_tables" t ' +
  `where r."rolname" = current_user and t."schemaname" = current_schema() and t."tablename" = 'profiles'`;

const fewerRights =
  'Let the owner run npx portcullis migrate --grant-to with the name of a role that only reads and writes rows, and let the service use that role.';

/** The rights of the account that a service does not need: they are no fault, as long as nobody else has it. */
export const checkRights = (client: PostgresClient): TaskEither<Unavailable, readonly SchemaFault[]> =>
  client.read(async (session) => {
    const [[isSuperuser, isOwner] = []] = (await session.run(statement(rightsText))).rows;
    if (isSuperuser === 'true') return [{ what: 'The account is a superuser of PostgreSQL.', remedy: fewerRights }];
    if (isOwner === 'true')
      return [{ what: 'The account owns its tables, and may change and drop them.', remedy: fewerRights }];
    return [];
  });

/**
 * What is wrong with a schema that was found. Where the account may not read and write every table, the record of
 * migrations may be none that it can read.
 */
const schemaFaults =
  (client: PostgresClient) =>
  (found: FoundSchema): TaskEither<Unavailable, readonly SchemaFault[]> => {
    if (found.name === null) return TE.right([noSchema]);
    if (isEmpty(found)) return TE.right([neverMigrated]);
    const ungranted = grantFaults(found);
    if (ungranted.length > 0) return TE.right([...ungranted, ...faultsIn(found)]);
    return pipe(
      TE.Do,
      TE.bindW('recorded', () => recordFaults(client, found)),
      TE.bindW('owned', () => ownerFaults(client)),
      TE.map(({ owned, recorded }) =>
        recorded.includes(anotherBuild) ? recorded : [...recorded, ...faultsIn(found), ...owned],
      ),
    );
  };

/**
 * Waits until the database answers, then compares its tables, columns, unique indexes, their owner and the record of
 * migrations with what the stores rely on. Returns everything that is wrong, or an empty list. It changes nothing.
 */
export const checkSchema = (
  client: PostgresClient,
  options: WaitOptions = {},
): TaskEither<Unavailable, readonly SchemaFault[]> =>
  pipe(
    waitForDatabase(client, options),
    TE.flatMap(() => readSchema(client)),
    TE.flatMap(schemaFaults(client)),
  );
