import type { Condition } from '@portcullis/record-store/driver';
import type PocketBase from 'pocketbase';
import { buildFilter } from '../client/columns.ts';

/** Every row has an id. */
const selectsNothing = "id = ''";

/** Follows every text that is stored: it is the last code point, which stands for no character. */
const lastLetter = '\u{10ffff}';

/**
 * Writes a condition as an expression of PocketBase's filter language, and adds its values to `values`. The empty
 * expression selects every row.
 */
const expressionOf = (condition: Condition, values: Map<string, string | number>): string => {
  const bind = (value: string | number): string => {
    const name = `v${values.size}`;
    values.set(name, value);
    return `{:${name}}`;
  };
  switch (condition.kind) {
    case 'compare':
      return `${condition.column} ${condition.operator} ${bind(condition.value)}`;
    case 'lacksPrefix':
      // By the order of texts: PocketBase's own search for a prefix ignores case, and takes some letters as wildcards.
      return `(${condition.column} < ${bind(condition.prefix)} || ${condition.column} > ${bind(condition.prefix + lastLetter)})`;
    case 'hasMember':
      return `${condition.column}.${condition.member} != null`;
    case 'all': {
      const parts = condition.conditions.map((part) => expressionOf(part, values)).filter((part) => part !== '');
      const [first = ''] = parts;
      return parts.length < 2 ? first : `(${parts.join(' && ')})`;
    }
    case 'any': {
      const parts = condition.conditions.map((part) => expressionOf(part, values));
      const [first = selectsNothing] = parts;
      if (parts.includes('')) return '';
      return parts.length < 2 ? first : `(${parts.join(' || ')})`;
    }
  }
};

/** The filter for a condition, with its values bound. */
export const filterOf = (pb: PocketBase, condition: Condition): string => {
  const values = new Map<string, string | number>();
  const expression = expressionOf(condition, values);
  return buildFilter(pb, expression, Object.fromEntries(values));
};
