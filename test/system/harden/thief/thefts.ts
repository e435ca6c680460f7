import type { Profile } from '@portcullis/domain';
import { type Row, type TableName, tables } from '@portcullis/record-store/driver';
import { between, type Random } from '../../../support/generators/seeded-random.ts';
import type { StoredRow } from '../../../support/servers/stored-tables.ts';
import type { ThiefEnvironment } from './environment.ts';
import type { Run } from './seed.ts';

/** One thing that a thief does to one row, or to the bytes of one file, and how it is undone. */
export type Theft = {
  readonly table: TableName;
  readonly what: string;
  /** The column that is changed alone. */
  readonly column?: string;
  readonly row: StoredRow;
  readonly commit: () => Promise<void>;
  readonly undo: () => Promise<void>;
};

const columnsOf = (table: TableName): { readonly [column: string]: string } => tables[table].columns;

const valuesOf = ({ id: _, ...columns }: StoredRow) => columns;

/** Whether two values of columns are the same. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const isEmpty = (value: unknown): boolean => value === '' || value === 0 || value === null;

const emptyOf = (kind: string | undefined): unknown => {
  if (kind === 'number') return 0;
  return kind === 'json' ? null : '';
};

/** The columns whose values may occur twice, so that a row can have those of another. */
const ordinaryColumns = (table: TableName): readonly string[] => {
  const unique = new Set<string>(tables[table].unique.flat());
  if ('uniqueUnlessEmpty' in tables[table]) unique.add('current_key');
  return Object.keys(columnsOf(table)).filter((name) => !unique.has(name));
};

const half = (value: unknown): unknown => {
  if (typeof value === 'string') return value.slice(0, Math.floor(value.length / 2));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (entries.length > 1) return Object.fromEntries(entries.slice(0, entries.length / 2));
  return Object.fromEntries(entries.map(([name, inner]) => [name, half(inner)]));
};

const longestColumn = (row: StoredRow): string =>
  Object.entries(valuesOf(row)).toSorted(
    ([, a], [, b]) => JSON.stringify(b ?? '').length - JSON.stringify(a ?? '').length,
  )[0]?.[0] ?? 'id';

/** What a thief can do to one row with the rows that are there, and with older ones. */
export const theftsOfRow = (
  { change, insert, remove }: ThiefEnvironment,
  { older, newest }: Run,
  table: TableName,
  row: StoredRow,
  random: Random,
): readonly Theft[] => {
  const changed = (what: string, columns: Row, column?: string): Theft => ({
    table,
    what,
    row,
    commit: () => change(table, row.id, columns),
    undo: () => change(table, row.id, Object.fromEntries(Object.keys(columns).map((name) => [name, row[name]]))),
    ...(column !== undefined && { column }),
  });
  const others = [...(newest.get(table)?.values() ?? [])].filter(({ id }) => id !== row.id);
  const donor = others[between(random, 0, Math.max(0, others.length - 1))];
  const before = older.get(table)?.get(row.id);
  const mixed = ordinaryColumns(table).filter((name) => donor !== undefined && !isSame(donor[name], row[name]));
  const longest = longestColumn(row);
  return [
    ...Object.keys(columnsOf(table)).flatMap((name) =>
      isEmpty(row[name]) ? [] : [changed('cleared', { [name]: emptyOf(columnsOf(table)[name]) }, name)],
    ),
    ...mixed.map((name) => changed('mixed', { [name]: donor?.[name] }, name)),
    ...(mixed.length === 0
      ? []
      : [changed('replaced', Object.fromEntries(mixed.map((name) => [name, donor?.[name]])))]),
    ...(before === undefined || isSame(before, row) ? [] : [changed('put back', valuesOf(before))]),
    changed('truncated', { [longest]: half(row[longest]) }, longest),
    { table, what: 'deleted', row, commit: () => remove(table, row.id), undo: () => insert(table, row) },
  ];
};

/** What a thief can do to the bytes of a file. */
export const theftsOfBytes = async (
  { bytesOf, setBytes }: ThiefEnvironment,
  { newest }: Run,
  files: readonly StoredRow[],
): Promise<readonly Theft[]> => {
  const all = files.map(async (row): Promise<readonly Theft[]> => {
    const bytes = Buffer.from((await bytesOf(row)) ?? []);
    const other = [...(newest.get('files')?.values() ?? [])].find(({ id }) => id !== row.id) ?? row;
    const theft = (what: string, commit: () => Promise<void>): Theft => ({
      table: 'files',
      what,
      row,
      commit,
      undo: () => setBytes(row, bytes),
    });
    const changed = Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]);
    return [
      theft('bytes replaced', async () => setBytes(row, await bytesOf(other))),
      theft('bytes truncated', () => setBytes(row, bytes.subarray(0, bytes.length / 2))),
      theft('a byte changed', () => setBytes(row, changed)),
      theft('bytes deleted', () => setBytes(row, null)),
    ];
  });
  return (await Promise.all(all)).flat();
};

/** An approval in clear in the place of what was sealed, with a reference that is found. */
export const forgedApproval = ({ change }: ThiefEnvironment, { newest }: Run, profile: Profile): readonly Theft[] => {
  const row = newest.get('profiles')?.get(profile.id);
  if (row === undefined) return [];
  const { decision } = profile;
  const data = { ...profile, status: 'approved', salt: profile.salt === '' ? 'ab'.repeat(32) : profile.salt };
  const approved = { ...data, decision: decision && { ...decision, outcome: 'approve', reasons: [] } };
  const columns = { status: 'approved', key: '', reference_key: 'forged', current_key: '', data: approved };
  return [
    {
      table: 'profiles',
      what: 'approved in clear',
      row,
      commit: () => change('profiles', row.id, columns),
      undo: () => change('profiles', row.id, valuesOf(row)),
    },
  ];
};
