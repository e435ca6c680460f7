/** Text that may stand between the quotes of a filter without a meaning to the filter's parser. */
const filterSafe = /^[^"'\\\p{Cc}\p{Cs}]*$/u;

/**
 * Writes a value as it stands in a filter. A text that the filter language could interpret is rejected, and no request
 * is sent: PocketBase's filters do not handle a backslash. The server does not undo the one before a quote, so a text
 * that ends in one would escape the closing quote.
 */
export const filterValue = (value: string | number): string => {
  if (typeof value === 'number') return String(value);
  if (!filterSafe.test(value)) throw new Error('a filter value with a quote or a backslash');
  return `"${value}"`;
};

/** The same without the brackets and braces that PocketBase replaces in a statement, and without an end of one. */
const statementSafe = /^[^"'\\\p{Cc}\p{Cs}[\]{};]*$/u;

/** Whether a value means itself between the quotes of a statement of SQL, in the hands of PocketBase too. */
export const isStatementSafe = (value: string | number): boolean =>
  typeof value === 'number' || statementSafe.test(value);

/** Writes a value as it stands in a statement of SQL. A text with a quote or a backslash is rejected. */
export const sqlValue = (value: string | number): string => {
  if (typeof value === 'number') return String(value);
  if (!filterSafe.test(value)) throw new Error('a value of a statement with a quote or a backslash');
  return `'${value}'`;
};
