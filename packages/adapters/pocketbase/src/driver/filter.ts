import type { Condition } from '@portcullis/record-store/driver';
import { filterValue } from '../client/columns.ts';

/** Every row has an id. */
const selectsNothing = "id = ''";

/** Follows every text that is stored: it is the last code point, which stands for no character. */
const lastLetter = '\u{10ffff}';

/** The filter for a condition, in PocketBase's filter language. The empty filter selects every row. */
export const filterOf = (condition: Condition): string => {
  switch (condition.kind) {
    case 'compare':
      return `${condition.column} ${condition.operator} ${filterValue(condition.value)}`;
    case 'lacksPrefix': {
      const { column, prefix } = condition;
      // By the order of texts: PocketBase's own search for a prefix ignores case, and takes some letters as wildcards.
      return `(${column} < ${filterValue(prefix)} || ${column} > ${filterValue(prefix + lastLetter)})`;
    }
    case 'hasMember':
      return `${condition.column}.${condition.member} != null`;
    case 'lacksMember':
      return `${condition.column}.${condition.member} = null`;
    case 'all': {
      const parts = condition.conditions.map(filterOf).filter((part) => part !== '');
      const [first = ''] = parts;
      return parts.length < 2 ? first : `(${parts.join(' && ')})`;
    }
    case 'any': {
      const parts = condition.conditions.map(filterOf);
      const [first = selectsNothing] = parts;
      if (parts.includes('')) return '';
      return parts.length < 2 ? first : `(${parts.join(' || ')})`;
    }
  }
};
