import { createHash } from 'node:crypto';
import { indexes, type TableName, tableNames } from '@portcullis/record-store/driver';
import { quoted } from '../connection/statement.ts';
import { bytesTable, type SqlColumn, sqlColumnsOf, uniqueIndexes } from './columns.ts';

const definitionOf = ({ name, type, empty, isNullable }: SqlColumn): string => {
  const column = `${quoted(name)} ${type === 'text' ? 'text collate "C"' : type}`;
  if (name === 'id') return `${column} primary key`;
  return isNullable ? column : `${column} not null default ${empty}`;
};

const tableStep = (table: TableName): string =>
  `create table ${quoted(table)} (${sqlColumnsOf(table).map(definitionOf).join(', ')})`;

const indexStep = (kind: string, name: string, table: TableName, columns: readonly string[]): string =>
  `create ${kind} ${quoted(name)} on ${quoted(table)} (${columns.map(quoted).join(', ')})`;

const indexSteps = (table: TableName): readonly string[] =>
  Object.entries(indexes[table] ?? {}).map(([name, columns]) =>
    indexStep('index', `${table}_${name}`, table, columns.replaceAll(' DESC', '').split(', ')),
  );

/**
 * The statements that make the schema. They follow from the tables of the record store. Until there is a release they
 * change with them, and a database of another build is refused by their digest.
 */
const statements: readonly string[] = [
  ...tableNames.map(tableStep),
  ...uniqueIndexes
    .filter(({ columns: [first] }) => first !== 'id')
    .map(({ name, table, columns }) => indexStep('unique index', name, table, columns)),
  ...tableNames.flatMap(indexSteps),
  `create table ${quoted(bytesTable)} (
    "file" text collate "C" primary key,
    "content" text collate "C" not null,
    "bytes" bytea not null
  )`,
  // PostgreSQL keeps samples of the values of a column, which would outlive a key that was destroyed.
  'alter table "data_keys" alter column "wrapped" set statistics 0',
];

/** The one migration: its statements are executed together, or none of them. */
export const migration = {
  id: '0001-schema',
  statements,
  /** SHA-256 of the statements, in hexadecimal. */
  digest: createHash('sha256').update(statements.join(';')).digest('hex'),
};
