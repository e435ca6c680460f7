import { type Condition, type TableName, tableOf } from '@portcullis/record-store/driver';
import { quoted, type StatementValues } from '../connection/statement.ts';
import { isNullable, membersColumn } from '../schema/columns.ts';
import { memberMark, storedText } from './column-values.ts';

/** Where the columns of a condition stand: in a table, under the name that it has in the statement. */
export type Place = { readonly table: TableName; readonly alias: string };

const columnAt = ({ alias }: Place, column: string): string => `${alias}.${quoted(column)}`;

/** A column that is compared: one without a value is empty. */
export const comparedColumn = (place: Place, column: string): string => {
  const at = columnAt(place, column);
  return isNullable(place.table, column) ? `coalesce(${at}, '')` : at;
};

const typeOf = ({ table }: Place, column: string): 'text' | 'bigint' =>
  tableOf(table).columns[column] === 'number' ? 'bigint' : 'text';

type Comparison = Extract<Condition, { readonly kind: 'compare' }>;

const comparedValue = (place: Place, column: string, value: string | number): unknown =>
  typeOf(place, column) === 'bigint' ? value : storedText(String(value));

const comparisonSql = (place: Place, { column, operator, value }: Comparison, values: StatementValues): string => {
  // An index has no value for what is empty, so only such a comparison does without it.
  const at = operator === '=' && value !== '' ? columnAt(place, column) : comparedColumn(place, column);
  const sign = operator === '!=' ? '<>' : operator;
  return `${at} ${sign} ${values.add(comparedValue(place, column, value), typeOf(place, column))}`;
};

const isEquality = (condition: Condition): condition is Comparison =>
  condition.kind === 'compare' && condition.operator === '=' && condition.value !== '';

/** The one column that all of these conditions compare for equality; `null` where they do anything else. */
const commonColumn = (conditions: readonly Condition[]): string | null => {
  const [first] = conditions;
  if (first === undefined || !isEquality(first) || conditions.length < 2) return null;
  return conditions.every((one) => isEquality(one) && one.column === first.column) ? first.column : null;
};

/** One of several values is one comparison, so that the number of values does not change the statement. */
const oneOfSql = (place: Place, column: string, conditions: readonly Condition[], values: StatementValues): string => {
  const wanted = conditions.flatMap((one) => (isEquality(one) ? [comparedValue(place, column, one.value)] : []));
  return `${columnAt(place, column)} = any(${values.add(wanted, `${typeOf(place, column)}[]`)})`;
};

/** A condition as it stands in a statement. */
export const conditionSql = (place: Place, condition: Condition, values: StatementValues): string => {
  switch (condition.kind) {
    case 'compare':
      return comparisonSql(place, condition, values);
    case 'lacksPrefix': {
      const length = values.add([...condition.prefix].length, 'int');
      const prefix = values.add(storedText(condition.prefix), 'text');
      return `left(${comparedColumn(place, condition.column)}, ${length}) <> ${prefix}`;
    }
    case 'hasMember':
    case 'lacksMember': {
      const mark = values.add(memberMark(condition.member), 'text');
      const found = `position(${mark} in ${columnAt(place, membersColumn(condition.column))})`;
      return `${found} ${condition.kind === 'hasMember' ? '>' : '='} 0`;
    }
    case 'all':
    case 'any': {
      const { conditions, kind } = condition;
      if (conditions.length === 0) return kind === 'all' ? 'true' : 'false';
      const column = kind === 'any' ? commonColumn(conditions) : null;
      if (column !== null) return oneOfSql(place, column, conditions, values);
      return `(${conditions.map((one) => conditionSql(place, one, values)).join(kind === 'all' ? ' and ' : ' or ')})`;
    }
  }
};
