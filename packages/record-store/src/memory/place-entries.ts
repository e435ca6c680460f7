import type { ConditionalUpdate, Row } from '../driver/index.ts';
import { sortRows } from './conditions.ts';
import { type MemoryTables, rowsOf } from './tables.ts';

const numberRows = (tables: MemoryTables, { numbered }: ConditionalUpdate): void => {
  if (numbered === undefined) return;
  const { table, column, ids, from } = numbered;
  ids.forEach((id, position) => {
    const row = rowsOf(tables, table).get(id);
    if (row?.[column] === 0) rowsOf(tables, table).set(id, { ...row, [column]: from + position });
  });
};

/** Updates a row if it has the values that are expected, and then numbers the others. */
export const updateIfIn = (tables: MemoryTables, update: ConditionalUpdate): boolean => {
  const { table, id, expected, columns } = update;
  const row = rowsOf(tables, table).get(id);
  const isExpected = Object.entries(expected).every(([column, value]) => row?.[column] === value);
  if (row === undefined || !isExpected) return false;
  numberRows(tables, update);
  rowsOf(tables, table).set(id, { ...row, ...columns });
  return true;
};

const hashOf = ({ data }: Row): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, 'hash') : undefined;

/** The entries without a place whose data has a hash, by profile and seq. */
export const entriesWithoutPlaceIn = (tables: MemoryTables, limit: number): readonly Row[] => {
  const entries = [...rowsOf(tables, 'ledger').values()].flatMap((row) => {
    const hash = hashOf(row);
    const isEntry = row['place'] === 0 && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash);
    return isEntry ? [{ id: row['id'], profile: row['profile'], seq: row['seq'], hash }] : [];
  });
  return sortRows(entries, ['profile', 'seq']).slice(0, limit);
};
