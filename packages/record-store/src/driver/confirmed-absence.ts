import { E, pipe, type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { type ExternalService, withOutageCause } from '@portcullis/domain/kernel';
import { compare } from './condition.ts';
import type { ReadOptions, RecordDriver, Row, Write, WriteRejection } from './record-driver.ts';
import { isRowId } from './row-id.ts';
import { type TableName, tableOf } from './tables.ts';

/** The service that an operation on rows of a table belongs to. */
export const serviceOf = (table: TableName): ExternalService => (table === 'files' ? 'files' : 'database');

/** One answer said that a row is missing, and another that it exists. */
const contradiction = (table: TableName): Unavailable =>
  withOutageCause(
    unavailable(serviceOf(table), 'one answer says that a row is missing, and another that it exists'),
    'missing_row_contradiction',
  );

type Lists = Pick<RecordDriver, 'page'>;

/** Whether the list of a table has a row with this id. */
const isListed = (
  { page }: Lists,
  table: TableName,
  id: string,
  { deadline }: ReadOptions = {},
): TaskEither<Unavailable, boolean> =>
  pipe(
    page(table, { filter: compare('id', '=', id), columns: ['id'], limit: 1, ...(deadline && { deadline }) }),
    TE.map((rows) => rows.length > 0),
  );

/** Succeeds when a row that the engine says is missing is in no list either. */
export const believeMissing = (lists: Lists, table: TableName, id: string): TaskEither<Unavailable, void> =>
  pipe(
    isListed(lists, table, id),
    TE.flatMap((listed) => (listed ? TE.left(contradiction(table)) : TE.right(undefined))),
  );

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
    const target = references[column];
    const id = columnsOf(write)[column];
    return target === undefined || typeof id !== 'string' || id === '' ? [] : [[target, id]];
  });
};

/**
 * A driver that believes an engine that a row is missing only when the list of the table, too, was answered and does
 * not have it. An engine that is short of something may say so of rows that exist (PocketBase does, without a file
 * descriptor left). Rows that are there cost nothing more. A row that is listed is read once more, because it may just
 * have been written; a second answer that it is missing, and a write that was rejected for it, are outages.
 */
export const confirmingDriver = (driver: RecordDriver): RecordDriver => {
  const get: RecordDriver['get'] = (table, id, options = {}) => {
    const read = driver.get(table, id, options);
    const readListed = (): TaskEither<Unavailable, Row | null> =>
      pipe(
        read,
        TE.flatMap((row) => (row === null ? TE.left(contradiction(table)) : TE.right(row))),
      );
    // Nearly every row is there: nothing is prepared for one that is not.
    const confirmed = (): TaskEither<Unavailable, Row | null> =>
      pipe(
        isListed(driver, table, id, options),
        TE.flatMap((listed) => (listed ? readListed() : TE.right(null))),
      );
    return pipe(
      read,
      TE.flatMap((row) => (row === null && isRowId(id) ? confirmed() : TE.right(row))),
    );
  };

  const confirm = <A>(
    writes: readonly Write[],
    task: TaskEither<WriteRejection | Unavailable, A>,
  ): TaskEither<WriteRejection | Unavailable, A> =>
    pipe(
      task,
      TE.orElse((failure) => async () => {
        const missing = failure._tag === 'Unavailable' ? [] : missingRows(failure, writes);
        for (const [table, id] of missing) {
          const believed = await believeMissing(driver, table, id)();
          if (E.isLeft(believed)) return believed;
        }
        return E.left(failure);
      }),
    );

  return {
    ...driver,
    get,
    transaction: (writes, options) => confirm(writes, driver.transaction(writes, options)),
    removeBlob: (id) => confirm([{ kind: 'delete', table: 'files', id }], driver.removeBlob(id)),
  };
};
