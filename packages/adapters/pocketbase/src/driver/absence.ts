import { pipe, type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { type ExternalService, t, withOutageCause } from '@portcullis/domain/kernel';
import {
  compare,
  type Row,
  type TableName,
  tableOf,
  type Write,
  type WriteRejection,
} from '@portcullis/record-store/driver';
import { recordsPath } from '../client/api-request.ts';
import type { PocketbaseClient } from '../client/client.ts';
import { type PocketbaseRejection, toUnavailable } from '../client/failure.ts';
import { pageCodec } from '../client/page-codec.ts';
import { filterOf } from './filter.ts';

const IdPage = pageCodec(t.type({ id: t.string }, 'row id'));

/** The service that an operation on rows of a table belongs to. */
export const serviceOf = (table: TableName): ExternalService => (table === 'files' ? 'files' : 'database');

/** One answer said that something is missing, and another that it exists. */
export const contradiction = (service: ExternalService): Unavailable =>
  withOutageCause(
    unavailable(service, 'one answer says that a row is missing, and another that it exists'),
    'missing_row_contradiction',
  );

/**
 * Whether the list of a table has a row with this id. PocketBase answers 404 to a request for one row whatever went
 * wrong while it looked for it, such as a file that it could not open. Its lists fail then.
 */
export const isListed = (client: PocketbaseClient, table: TableName, id: string): TaskEither<Unavailable, boolean> => {
  const path = recordsPath(table, null, {
    ...{ page: 1, perPage: 1, skipTotal: true, fields: 'id' },
    filter: filterOf(compare('id', '=', id)),
  });
  return pipe(
    client.send(IdPage, () => ({ method: 'GET', path }), { service: serviceOf(table) }),
    TE.mapLeft(toUnavailable(serviceOf(table))),
    TE.map(({ items }) => items.length > 0),
  );
};

/** Succeeds when a row is really missing. */
export const believeMissing = (client: PocketbaseClient, table: TableName, id: string): TaskEither<Unavailable, void> =>
  TE.flatMap((listed: boolean) => (listed ? TE.left(contradiction(serviceOf(table))) : TE.right(undefined)))(
    isListed(client, table, id),
  );

/** Whether PocketBase says that what was asked for is missing. */
export const saysMissing = (failure: PocketbaseRejection | Unavailable): boolean =>
  failure._tag === 'Rejected' && failure.status === 404;

type RowName = readonly [table: TableName, id: string];

const columnsOf = (write: Write): Row => {
  if (write.kind === 'update') return write.columns;
  return write.kind === 'delete' ? {} : write.row;
};

/** The rows that a rejection says are missing. */
const missingRows = (rejection: WriteRejection, writes: readonly Write[]): readonly RowName[] => {
  const write = writes[rejection.write];
  if (write === undefined || rejection._tag === 'NotUnique') return [];
  if (rejection._tag === 'NoSuchRow') return 'id' in write ? [[write.table, write.id]] : [];
  const { references = {} } = tableOf(write.table);
  return rejection.columns.flatMap((column): readonly RowName[] => {
    const [target, id] = [references[column], columnsOf(write)[column]];
    return target === undefined || typeof id !== 'string' || id === '' ? [] : [[target, id]];
  });
};

/** The rejection of writes, once every row that it says is missing was found to be. */
export const confirmedRejection =
  (client: PocketbaseClient, writes: readonly Write[]) =>
  (failure: WriteRejection | Unavailable): TaskEither<WriteRejection | Unavailable, never> => {
    const missing = failure._tag === 'Unavailable' ? [] : missingRows(failure, writes);
    return missing.reduceRight(
      (rest, [table, id]) => TE.flatMap(() => rest)(believeMissing(client, table, id)),
      TE.left<WriteRejection | Unavailable, never>(failure),
    );
  };
