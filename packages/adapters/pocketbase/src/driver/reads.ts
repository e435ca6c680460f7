import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import {
  isRowId,
  type PageQuery,
  type ReadOptions,
  type RecordDriver,
  type Row,
  serviceOf,
  type TableName,
} from '@portcullis/record-store/driver';
import { type ApiRequest, recordsPath } from '../client/api-request.ts';
import type { PocketbaseClient } from '../client/client.ts';
import { outageOfRejection } from '../client/failure.ts';
import { pageCodec } from '../client/page-codec.ts';
import { callOptionsFor } from './deadlines.ts';
import { filterOf } from './filter.ts';
import { saysMissing } from './rejection.ts';
import { rowsOf, runStatements, type StatementRead, statementFor } from './statements.ts';

const RowPage = pageCodec(t.UnknownRecord);
const Counted = t.type({ page: t.literal(1), totalItems: t.number });
const Expanded = t.type({ expand: t.UnknownRecord });

const callOptions = (client: PocketbaseClient, table: TableName, { deadline }: ReadOptions) => ({
  service: serviceOf(table),
  ...callOptionsFor(client, deadline),
});

/** Gives the rows that PocketBase has expanded the name that the record store knows. */
const withRelated = (row: Row): Row => {
  if (row['expand'] === undefined || !Expanded.is(row)) return row;
  const { expand, ...columns } = row;
  const related = Object.entries(expand).map(([name, one]) => [name, t.UnknownRecord.is(one) ? withRelated(one) : one]);
  return { ...columns, related: Object.fromEntries(related) };
};

const readQuery = ({ related, columns }: ReadOptions) => ({ expand: related, fields: columns?.join() });

const pageRequest = (table: TableName, { filter, sort, limit, ...options }: PageQuery): ApiRequest => {
  const position = { page: 1, perPage: limit, skipTotal: true };
  const selection = { filter: filter && filterOf(filter), sort: sort?.join() };
  return { method: 'GET', path: recordsPath(table, null, { ...position, ...selection, ...readQuery(options) }) };
};

/** Reads a row by its id; `null` where PocketBase answers 404. */
export const getFrom =
  (client: PocketbaseClient): RecordDriver['get'] =>
  (table, id, options = {}) => {
    if (!isRowId(id)) return TE.right(null);
    return pipe(
      client.send(
        t.UnknownRecord,
        () => ({
          method: 'GET',
          path: recordsPath(table, id, readQuery(options)),
          onNewConnection: options.onNewConnection,
        }),
        callOptions(client, table, options),
      ),
      TE.map((found): Row | null => withRelated(found)),
      TE.orElse((failure) =>
        saysMissing(failure) ? TE.right(null) : TE.left(outageOfRejection(serviceOf(table))(failure)),
      ),
    );
  };

const pageByFilter = (
  client: PocketbaseClient,
  table: TableName,
  query: PageQuery,
): TaskEither<Unavailable, readonly Row[]> =>
  pipe(
    client.send(RowPage, () => pageRequest(table, query), callOptions(client, table, query)),
    TE.mapLeft(outageOfRejection(serviceOf(table))),
    TE.map(({ items }) => items.map(withRelated)),
  );

/** Reads rows by a statement; damaged ones are left to the collection, which says so. */
const pageByStatement = (
  client: PocketbaseClient,
  table: TableName,
  query: PageQuery,
  statement: StatementRead,
): TaskEither<Unavailable, readonly Row[]> =>
  pipe(
    runStatements(client, statement.query, { isRead: true, ...callOptionsFor(client, query.deadline) }),
    TE.mapLeft(outageOfRejection()),
    TE.flatMap((answer) => {
      const rows = rowsOf(query.columns ?? [], statement, answer);
      return rows === null ? pageByFilter(client, table, query) : TE.right(rows);
    }),
  );

export const pageFrom =
  (client: PocketbaseClient): RecordDriver['page'] =>
  (table, query) => {
    const statement = statementFor(table, query);
    return statement === null ? pageByFilter(client, table, query) : pageByStatement(client, table, query, statement);
  };

export const countIn =
  (client: PocketbaseClient): RecordDriver['count'] =>
  (table, filter) =>
    pipe(
      client.send(
        Counted,
        () => ({
          method: 'GET',
          path: recordsPath(table, null, { page: 1, perPage: 1, filter: filterOf(filter), fields: 'id' }),
        }),
        callOptionsFor(client, 'maintenance'),
      ),
      TE.mapLeft(outageOfRejection()),
      TE.map(({ totalItems }) => totalItems),
    );
