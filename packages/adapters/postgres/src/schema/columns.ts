import { type TableName, tableNames, tableOf } from '@portcullis/record-store/driver';

/** A column as PostgreSQL has it. */
export type SqlColumn = {
  readonly name: string;
  readonly type: 'text' | 'bigint';
  /** The value where nothing was written, as a statement has it. */
  readonly empty: string;
  readonly isNullable?: true;
};

/**
 * The column beside a JSON value that names its members that are not `null`, each between commas: a condition finds
 * them without a JSON type, which the dialect does not have.
 */
export const membersColumn = (column: string): string => `${column}_members`;

/** A column where only values that are not empty occur once. It holds no value in place of an empty one. */
export const isNullable = (table: TableName, column: string): boolean => tableOf(table).uniqueUnlessEmpty === column;

const columnsFor = (table: TableName, name: string, kind: string): readonly SqlColumn[] => {
  if (kind === 'number') return [{ name, type: 'bigint', empty: '0' }];
  const column = { name, type: 'text', empty: "''" } as const;
  if (kind === 'json')
    return [
      { ...column, empty: "'null'" },
      { ...column, name: membersColumn(name) },
    ];
  return [isNullable(table, name) ? { ...column, isNullable: true } : column];
};

/** The columns of a table of the record store, the id first. */
export const sqlColumnsOf = (table: TableName): readonly SqlColumn[] => [
  { name: 'id', type: 'text', empty: "''" },
  ...Object.entries(tableOf(table).columns).flatMap(([name, kind]) => columnsFor(table, name, kind)),
];

/** The table of the bytes of files, which no store but that of files knows. */
export const bytesTable = 'file_bytes';

/** A unique set of columns, and the index that keeps it. */
export type UniqueIndex = { readonly name: string; readonly table: TableName; readonly columns: readonly string[] };

const uniqueSetsOf = (table: TableName): readonly (readonly string[])[] => {
  const { unique, uniqueUnlessEmpty } = tableOf(table);
  return uniqueUnlessEmpty === undefined ? unique : [...unique, [uniqueUnlessEmpty]];
};

/** Every unique set of every table. PostgreSQL names the index of a primary key itself. */
export const uniqueIndexes: readonly UniqueIndex[] = tableNames.flatMap((table) => [
  { name: `${table}_pkey`, table, columns: ['id'] },
  ...uniqueSetsOf(table).map((columns) => ({ name: `${table}_${columns.join('_')}_key`, table, columns })),
]);

const byName = new Map(uniqueIndexes.map((index) => [index.name, index.columns]));

/** The columns that an index keeps unique; `null` for an unknown one. */
export const columnsOfIndex = (name: string | null): readonly string[] | null => byName.get(name ?? '') ?? null;
