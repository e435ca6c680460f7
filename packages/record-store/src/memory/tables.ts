import { type Row, type TableName, tableOf } from '../driver/index.ts';

/** A database in memory: rows by table and id, and the bytes of files by `bytesKey`. */
export type MemoryTables = {
  readonly rows: Map<TableName, Map<string, Row>>;
  readonly bytes: Map<string, Uint8Array>;
  /** Counts what was named here, so that a run with the same calls has the same names. */
  readonly named: { count: number };
};

/** Creates an empty database. Drivers over the same one see the same rows. */
export const memoryTables = (): MemoryTables => ({ rows: new Map(), bytes: new Map(), named: { count: 0 } });

/** A name that was not given before. */
export const nextName = ({ named }: MemoryTables, prefix: string): string => {
  named.count += 1;
  return prefix + String(named.count).padStart(15 - prefix.length, '0');
};

/** Where the bytes of a file rest. The id comes first, so that they are found without the row. */
export const bytesKey = (fileId: unknown, content: unknown): string => `${fileId}/${content}`;

export const rowsOf = ({ rows }: MemoryTables, table: TableName): Map<string, Row> => {
  const known = rows.get(table) ?? new Map<string, Row>();
  rows.set(table, known);
  return known;
};

const emptyValues = { text: '', number: 0, json: null };

/** A row with all of its columns, as a copy. */
export const completeRow = (table: TableName, row: Row): Row => {
  const empty = Object.entries(tableOf(table).columns).map(([column, kind]) => [column, emptyValues[kind]]);
  return { ...Object.fromEntries(empty), ...JSON.parse(JSON.stringify(row)) };
};
