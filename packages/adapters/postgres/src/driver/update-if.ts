import type { TaskEither, Unavailable } from '@portcullis/domain';
import { type ConditionalUpdate, maxNumbered, type RecordDriver } from '@portcullis/record-store/driver';
import type { PostgresClient, Session } from '../connection/client.ts';
import { newValues, quoted, type Statement, type StatementValues, statement } from '../connection/statement.ts';
import { withAttempts } from './attempts.ts';
import { sqlRowOf } from './column-values.ts';

const movedSql = ({ table, id, expected, columns }: ConditionalUpdate, values: StatementValues): string => {
  const assign = (row: ConditionalUpdate['columns'], separator: string): string =>
    [...sqlRowOf(table, row)]
      .map(([name, { value, type }]) => `${quoted(name)} = ${values.add(value, type)}`)
      .join(separator);
  return `update ${quoted(table)} set ${assign(columns, ', ')} where ${assign({ id, ...expected }, ' and ')}`;
};

type Numbered = NonNullable<ConditionalUpdate['numbered']>;

/** Numbers rows where the statement `moved`, beside this one, has found its row. */
const numbersSql = ({ table, column, ids, from }: Numbered, values: StatementValues): string => {
  const places = ids.map((_, position) => from + position);
  const rows = `unnest(${values.add(ids, 'text[]')}, ${values.add(places, 'bigint[]')}) as v ("id", "place")`;
  const target = quoted(table);
  const at = quoted(column);
  return (
    `update ${target} set ${at} = v."place" from ${rows}, moved ` +
    `where ${target}."id" = v."id" and ${target}.${at} = 0`
  );
};

/** Both updates as one statement: rows are numbered only where the first update has found what it expects. */
const atOnce = (update: ConditionalUpdate, numbered: Numbered): Statement => {
  const values = newValues();
  const moved = `moved as (${movedSql(update, values)} returning 1 as "is")`;
  const placed = `placed as (${numbersSql(numbered, values)} returning 1)`;
  return statement(`with ${moved}, ${placed} select count(*) from moved`, values.values);
};

const moved = (update: ConditionalUpdate): Statement => {
  const values = newValues();
  return statement(movedSql(update, values), values.values);
};

const runOne = async (session: Session, update: ConditionalUpdate): Promise<boolean> =>
  (await session.run(moved(update))).count === 1;

const runBoth = async (session: Session, update: ConditionalUpdate, numbered: Numbered): Promise<boolean> => {
  const { rows } = await session.run(atOnce(update, numbered));
  return Number(rows[0]?.[0]) === 1;
};

/** Updates a row that has certain values. After a lost answer nobody can tell whose update it is that is there. */
export const updateIfIn =
  (client: PostgresClient): RecordDriver['updateIf'] =>
  (update): TaskEither<Unavailable, boolean> =>
  () => {
    const { numbered } = update;
    if (numbered !== undefined && numbered.ids.length > maxNumbered)
      throw new Error(`more than ${maxNumbered} rows are to be numbered`);
    const deadline = client.remaining();
    const attempt = (): Promise<boolean> =>
      client.write(
        (session) =>
          numbered === undefined || numbered.ids.length === 0
            ? runOne(session, update)
            : runBoth(session, update, numbered),
        deadline,
      );
    return withAttempts({ attempt, deadline });
  };
