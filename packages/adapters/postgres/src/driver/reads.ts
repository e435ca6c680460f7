import {
  type Condition,
  type PageQuery,
  type ReadOptions,
  type RecordDriver,
  type Row,
  serviceOf,
  type TableName,
  tableOf,
} from '@portcullis/record-store/driver';
import type { PostgresClient, Session, Values } from '../connection/client.ts';
import { newValues, quoted, type Statement, statement } from '../connection/statement.ts';
import { readValue, storedText } from './column-values.ts';
import { comparedColumn, conditionSql } from './conditions.ts';

/** A table of a read: the first one, or one to which a reference of the one before leads. */
type Source = { readonly table: TableName; readonly alias: string; readonly column: string | null };

/** The tables of a read, with those to which `related` leads. */
const sourcesOf = (table: TableName, related: ReadOptions['related']): readonly Source[] => {
  const sources: Source[] = [{ table, alias: 't0', column: null }];
  for (const column of related?.split('.') ?? []) {
    const target = tableOf(sources.at(-1)?.table ?? table).references?.[column];
    if (target === undefined) break;
    sources.push({ table: target, alias: `t${sources.length}`, column });
  }
  return sources;
};

const columnsOf = (table: TableName): readonly string[] => ['id', ...Object.keys(tableOf(table).columns)];

const joinSql = (sources: readonly Source[]): string =>
  sources
    .map(({ table, alias, column }, at) => {
      const named = `${quoted(table)} ${alias}`;
      if (column === null) return named;
      return `left join ${named} on ${alias}."id" = ${sources[at - 1]?.alias}.${quoted(column)}`;
    })
    .join(' ');

/** The selection of a read: certain columns of one table, or whole rows of all of its sources. */
type Selection = { readonly sources: readonly Source[]; readonly columns: readonly string[] | null };

const selectionOf = (table: TableName, { related, columns }: ReadOptions): Selection => ({
  sources: sourcesOf(table, columns === undefined ? related : undefined),
  columns: columns ?? null,
});

const columnsIn = ({ columns }: Selection, { table }: Source): readonly string[] => columns ?? columnsOf(table);

const selectSql = (selection: Selection): string => {
  const names = selection.sources.flatMap((source) =>
    columnsIn(selection, source).map((column) => `${source.alias}.${quoted(column)}`),
  );
  return `select ${names.join(', ')} from ${joinSql(selection.sources)}`;
};

/** Makes a row of the values from a position on, and what is related of those that follow. */
const rowFrom = (selection: Selection, values: Values, at: number, from: number): Row | null => {
  const source = selection.sources[at];
  if (source === undefined) return null;
  const columns = columnsIn(selection, source);
  // A reference that leads nowhere answers no id.
  if (at > 0 && values[from] === null) return null;
  const row = Object.fromEntries(
    columns.map((column, n) => [column, readValue(source.table, column, values[from + n])]),
  );
  const next = selection.sources[at + 1];
  const related = next === undefined ? null : rowFrom(selection, values, at + 1, from + columns.length);
  return related === null || next?.column == null ? row : { ...row, related: { [next.column]: related } };
};

const rowsFrom = (selection: Selection, rows: readonly Values[]): readonly Row[] =>
  rows.map((values) => rowFrom(selection, values, 0, 0) ?? {});

const pageStatement = (selection: Selection, table: TableName, { filter, sort = [], limit }: PageQuery): Statement => {
  const values = newValues();
  const place = { table, alias: 't0' };
  const where = filter === undefined ? '' : ` where ${conditionSql(place, filter, values)}`;
  const order = sort.map((column) =>
    column.startsWith('-') ? `${comparedColumn(place, column.slice(1))} desc` : comparedColumn(place, column),
  );
  const ordered = order.length === 0 ? '' : ` order by ${order.join(', ')}`;
  const text = `${selectSql(selection)}${where}${ordered} limit ${values.add(limit, 'bigint')}`;
  return statement(text, values.values);
};

const callOf = (table: TableName, { deadline }: ReadOptions) => ({
  service: serviceOf(table),
  ...(deadline && { deadline }),
});

const getFrom =
  (client: PostgresClient): RecordDriver['get'] =>
  (table, id, options = {}) => {
    const selection = selectionOf(table, options);
    const text = `${selectSql(selection)} where t0."id" = $1::text`;
    const ask = options.onNewConnection ? client.readOverNewest : client.read;
    return ask(
      async (session) => {
        const { rows } = await session.run(statement(text, [storedText(id)]));
        return rowsFrom(selection, rows)[0] ?? null;
      },
      callOf(table, options),
    );
  };

const pageFrom =
  (client: PostgresClient): RecordDriver['page'] =>
  (table, query) => {
    const selection = selectionOf(table, query);
    return client.read(
      async (session) => {
        const { rows } = await session.run(pageStatement(selection, table, query));
        return rowsFrom(selection, rows);
      },
      callOf(table, query),
    );
  };

const countStatement = (table: TableName, filter: Condition): Statement => {
  const values = newValues();
  const where = conditionSql({ table, alias: 't0' }, filter, values);
  return statement(`select count(*) from ${quoted(table)} t0 where ${where}`, values.values);
};

const countIn =
  (client: PostgresClient): RecordDriver['count'] =>
  (table, filter) =>
    client.read(
      async (session) => {
        const { rows } = await session.run(countStatement(table, filter));
        return Number(rows[0]?.[0]);
      },
      { deadline: 'maintenance' },
    );

const distinctStatement = (table: TableName, column: string, after: string | null, limit: number): Statement => {
  const values = newValues();
  const place = { table, alias: 't0' };
  const at = comparedColumn(place, column);
  const where =
    after === null
      ? ''
      : ` where ${conditionSql(place, { kind: 'compare', column, operator: '>', value: after }, values)}`;
  const text = `select distinct ${at} from ${quoted(table)} t0${where} order by ${at} limit ${values.add(limit, 'bigint')}`;
  return statement(text, values.values);
};

const distinctIn =
  (client: PostgresClient): RecordDriver['distinct'] =>
  (table, column, after, limit) =>
    client.read(async (session) => {
      const { rows } = await session.run(distinctStatement(table, column, after, limit));
      return rows.map(([value]) => String(readValue(table, column, value)));
    });

const unplacedText =
  'select "id", "profile", "seq", "data" from "ledger" where "place" = 0 ' +
  'and ("profile", "seq") > ($1::text, $2::bigint) ' +
  'order by "profile", "seq" limit $3::bigint';

const hashForm = /^[0-9a-f]{64}$/;

const hashIn = (data: unknown): string | null => {
  const hash: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'hash') : null;
  return typeof hash === 'string' && hashForm.test(hash) ? hash : null;
};

/** Rows without a hash are passed over, so that the next ones are read until there are enough. */
const readUnplaced = async (session: Session, limit: number): Promise<readonly Row[]> => {
  const found: Row[] = [];
  let after: readonly [unknown, unknown] = ['', 0];
  for (;;) {
    const { rows } = await session.run(statement(unplacedText, [...after, limit]));
    for (const [id, profile, seq, data] of rows) {
      const hash = hashIn(readValue('ledger', 'data', data));
      if (hash !== null) found.push({ id, profile: readValue('ledger', 'profile', profile), seq, hash });
      after = [profile, seq];
    }
    if (rows.length < limit || found.length >= limit) return found.slice(0, limit);
  }
};

/** How many of its bytes are free PostgreSQL does not say without reading every page. */
const sizeOf = (client: PostgresClient): RecordDriver['size'] =>
  client.read(async (session) => {
    const { rows } = await session.run(statement('select pg_database_size(current_database())'));
    return { bytes: Number(rows[0]?.[0]), freeBytes: 0 };
  });

type Reads = Pick<RecordDriver, 'get' | 'page' | 'count' | 'distinct' | 'entriesWithoutPlace' | 'size'>;

/** The reads of the driver; each is one statement. */
export const readsFrom = (client: PostgresClient): Reads => ({
  get: getFrom(client),
  page: pageFrom(client),
  count: countIn(client),
  distinct: distinctIn(client),
  entriesWithoutPlace: (limit) => client.read((session) => readUnplaced(session, limit)),
  size: sizeOf(client),
});
