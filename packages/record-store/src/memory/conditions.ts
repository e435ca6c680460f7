import type { Condition, Row } from '../driver/index.ts';

const surrogate = /[\ud800-\udfff]/;

/** The order of UTF-8 bytes, which is that of UTF-16 units where neither text has a surrogate. */
const compareTexts = (a: string, b: string): number => {
  if (a === b) return 0;
  if (surrogate.test(a) || surrogate.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
};

/** The order of two values of a column. */
export const compareColumnValues = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(String(a), String(b));

type Comparison = Extract<Condition, { readonly kind: 'compare' }>;

const comparisons: { readonly [Operator in Comparison['operator']]: (order: number) => boolean } = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

const memberOf = (value: unknown, member: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, member) : null;

/** Whether a condition selects a row. */
export const selects = (condition: Condition, row: Row): boolean => {
  switch (condition.kind) {
    case 'compare':
      // Most conditions ask for one text, of thousands of rows.
      if (condition.operator === '=' && row[condition.column] === condition.value) return true;
      return comparisons[condition.operator](compareColumnValues(row[condition.column], condition.value));
    case 'lacksPrefix':
      return !String(row[condition.column]).startsWith(condition.prefix);
    case 'hasMember':
      return (memberOf(row[condition.column], condition.member) ?? null) !== null;
    case 'lacksMember':
      return (memberOf(row[condition.column], condition.member) ?? null) === null;
    case 'all':
      return condition.conditions.every((one) => selects(one, row));
    case 'any':
      return condition.conditions.some((one) => selects(one, row));
  }
};

/** Sorts rows by columns, each preceded by `-` when it descends. */
export const sortRows = (rows: readonly Row[], sort: readonly string[]): readonly Row[] =>
  rows.toSorted((a, b) => {
    for (const column of sort) {
      const name = column.replace(/^-/, '');
      const order = compareColumnValues(a[name], b[name]);
      if (order !== 0) return name === column ? order : -order;
    }
    return 0;
  });
