import { tables } from '@portcullis/record-store/driver';

const idColumn = "id text primary key default ('r'||lower(hex(randomblob(7)))) not null";

/** What PocketBase 0.39 writes for the fields of a collection, by their types. */
const definitions = new Set([
  "text default '' not null",
  'numeric default 0 not null',
  'boolean default false not null',
  'json default null',
  "json default '[]' not null",
]);

const created = ["created text default (strftime('%y-%m-%d %h:%m:%fz')) not null"];
const updated = ["updated text default (strftime('%y-%m-%d %h:%m:%fz')) not null"];

/** The tables that are of no collection, with all of their columns. */
const ownTables: { readonly [name: string]: readonly string[] } = {
  _migrations: ['file varchar(255) primary key not null', 'applied integer not null'],
  _params: [idColumn, 'value json default null', ...created, ...updated],
  _collections: [
    idColumn,
    'system boolean default false not null',
    "type text default 'base' not null",
    'name text unique not null',
    "fields json default '[]' not null",
    "indexes json default '[]' not null",
    ...['list', 'view', 'create', 'update', 'delete'].map((rule) => `${rule}rule text default null`),
    "options json default '{}' not null",
    ...created,
    ...updated,
  ],
  sqlite_sequence: ['name', 'seq'],
  sqlite_stat1: ['tbl', 'idx', 'stat'],
  sqlite_stat4: ['tbl', 'idx', 'neq', 'nlt', 'ndlt', 'sample'],
};

/** The definitions between the outer parentheses, split at the commas outside of others and of texts. */
const splitColumns = (text: string): readonly string[] => {
  const columns: string[] = [''];
  let depth = 0;
  let isText = false;
  for (const sign of text) {
    if (sign === "'") isText = !isText;
    if (!isText && sign === '(') depth += 1;
    if (!isText && sign === ')') depth -= 1;
    if (sign === ',' && depth === 0 && !isText) columns.push('');
    else columns[columns.length - 1] += sign;
  }
  return columns.map((column) => column.trim());
};

/** The columns of a definition in lower case, with one form of quotes and spaces; `null` where it is another one. */
const columnsOf = (name: string, sql: string): readonly string[] | null => {
  // SQLite takes every other sign for a part of a name, and a regular expression some of them for spaces.
  if (!/^[\t\n\r -~]*$/.test(sql)) return null;
  const text = sql
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[`"](\w+)[`"](?= (text|json|boolean|numeric|integer|varchar))/g, '$1')
    .replace(/(?<=default )"([^"']*)"/g, "'$1'");
  const head = /^create table [`"]?(\w+)[`"]? ?\((.*)\)$/.exec(text.trim());
  return head?.[1] === name.toLowerCase() ? splitColumns(head[2] ?? '') : null;
};

/**
 * Whether a table is defined as PocketBase defines it: with nothing but columns, each as for a type of field, and,
 * where it is of the record store, none that the store does not know. Anything else could pass over a write, or make
 * something else of it.
 */
export const isTableOfPocketbase = (name: string, sql: string): boolean => {
  const columns = columnsOf(name, sql);
  if (columns === null) return false;
  const own = ownTables[name];
  if (own !== undefined) return columns.length === own.length && own.every((column) => columns.includes(column));
  const known = new Map(Object.entries(tables)).get(name)?.columns;
  return columns.every((column) => {
    if (column === idColumn) return true;
    const [, field = '', definition = ''] = /^(\w+) (.*)$/.exec(column) ?? [];
    return definitions.has(definition) && (known === undefined || Object.hasOwn(known, field));
  });
};
