// Rows of the record store as PostgreSQL's COPY reads them from a file of text.
import { tableOf } from '@portcullis/record-store/driver';

const escapes = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (text) => text.replace(/[\\\t\n\r]/g, (letter) => escapes[letter]);

/** The members of a JSON value that are not `null`, each between commas, as the column beside it has them. */
const membersOf = (value) => {
  const names = Object.entries(value ?? {}).flatMap(([name, member]) => (member == null ? [] : [name]));
  return names.length === 0 ? '' : `,${names.join()},`;
};

const cellsOf = (kind, isNullable, value) => {
  if (kind === 'number') return [String(value ?? 0)];
  if (kind === 'json') return [escaped(JSON.stringify(value ?? null)), membersOf(value)];
  const text = escaped(value ?? '');
  return [text === '' && isNullable ? '\\N' : text];
};

/** The names of the columns of a table, in the order of the cells of `copyLine`. */
export const copyColumns = (table) => [
  'id',
  ...Object.entries(tableOf(table).columns).flatMap(([name, kind]) =>
    kind === 'json' ? [name, `${name}_members`] : name,
  ),
];

/** A row as a line. */
export const copyLine = (table, row) => {
  const { columns, uniqueUnlessEmpty } = tableOf(table);
  const cells = Object.entries(columns).flatMap(([name, kind]) => cellsOf(kind, name === uniqueUnlessEmpty, row[name]));
  return `${[row.id, ...cells].join('\t')}\n`;
};
