import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import {
  isRowId,
  type PageQuery,
  type ReadOptions,
  type RecordDriver,
  type Row,
  type TableName,
} from '@portcullis/record-store/driver';
import { type ApiRequest, recordsPath } from '../client/api-request.ts';
import type { PocketbaseClient } from '../client/client.ts';
import { toUnavailable } from '../client/failure.ts';
import { pageCodec } from '../client/page-codec.ts';
import { contradiction, isListed, saysMissing, serviceOf } from './absence.ts';
import { callOptionsFor } from './deadlines.ts';
import { filterOf } from './filter.ts';

const RowPage = pageCodec(t.UnknownRecord);
const Counted = t.type({ page: t.literal(1), totalItems: t.number }, 'count');
const Expanded = t.type({ expand: t.UnknownRecord }, 'row with related rows');

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

/** One read of a row by its id; `null` where PocketBase answers 404. */
const readById = (
  client: PocketbaseClient,
  table: TableName,
  id: string,
  options: ReadOptions,
): TaskEither<Unavailable, Row | null> =>
  pipe(
    client.send(
      t.UnknownRecord,
      () => ({ method: 'GET', path: recordsPath(table, id, readQuery(options)) }),
      callOptions(client, table, options),
    ),
    TE.map((found): Row | null => withRelated(found)),
    TE.orElse((failure) =>
      saysMissing(failure)
        ? TE.right<Unavailable, Row | null>(null)
        : TE.left(toUnavailable(serviceOf(table))(failure)),
    ),
  );

/**
 * Reads a row. That it is missing is believed after the list has no such row either. A row that the list has is read
 * once more, because it may just have been written.
 */
export const getFrom =
  (client: PocketbaseClient): RecordDriver['get'] =>
  (table, id, options = {}) => {
    if (!isRowId(id)) return TE.right(null);
    const read = readById(client, table, id, options);
    const readListed = TE.flatMap((row: Row | null) =>
      row === null ? TE.left<Unavailable, Row | null>(contradiction(serviceOf(table))) : TE.right(row),
    )(read);
    return pipe(
      read,
      TE.flatMap((row) =>
        row === null
          ? TE.map((listed: boolean) => (listed ? 'listed' : null))(isListed(client, table, id))
          : TE.right<Unavailable, Row | 'listed' | null>(row),
      ),
      TE.flatMap((row) => (row === 'listed' ? readListed : TE.right<Unavailable, Row | null>(row))),
    );
  };

export const pageFrom =
  (client: PocketbaseClient): RecordDriver['page'] =>
  (table, query) =>
    pipe(
      client.send(RowPage, () => pageRequest(table, query), callOptions(client, table, query)),
      TE.mapLeft(toUnavailable(serviceOf(table))),
      TE.map(({ items }) => items.map(withRelated)),
    );

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
      TE.mapLeft(toUnavailable()),
      TE.map(({ totalItems }) => totalItems),
    );
