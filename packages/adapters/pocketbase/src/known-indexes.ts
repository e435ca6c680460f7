import { expectedCollections } from './schema/expected-schema.ts';
import { normalizedIndex } from './schema/normalized-index.ts';

const ofAccounts = (table: string): readonly string[] => [
  `unique ${table}(tokenkey)`,
  `unique ${table}(email)where email != ''`,
];

/** Every index that can refuse a row or leave one out, as PocketBase 0.39 and the migrations make it. */
const known = new Set([
  ...expectedCollections.flatMap(({ indexes }) => indexes.map(normalizedIndex)),
  ...ofAccounts('_superusers'),
  ...ofAccounts('users'),
  'unique _externalauths(collectionref,recordref,provider)',
  'unique _externalauths(collectionref,provider,providerid)',
  'unique _authorigins(collectionref,recordref,fingerprint)',
]);

/** Whether an index is one that PocketBase or the migrations make, under whatever name. */
export const isKnownIndex = (sql: string): boolean => known.has(normalizedIndex(sql));

const isPrintable = (text: string): boolean => /^[\t\n\r -~]*$/.test(text);

const plainColumn = /^\w+(?: collate (?:binary|nocase|rtrim))?(?: asc| desc)?$/;

/**
 * Whether an index is known, or has all rows by nothing but columns, so that it makes reads faster at most. A unique
 * one refuses rows, one with a condition leaves rows out, and the expression of another one may fail for some.
 */
export const isHarmlessIndex = (sql: string): boolean => {
  if (isKnownIndex(sql)) return true;
  const columns = /^\w+\(([^()]+)\)$/.exec(normalizedIndex(sql))?.[1]?.split(',') ?? [];
  return isPrintable(sql) && columns.length > 0 && columns.every((column) => plainColumn.test(column));
};
