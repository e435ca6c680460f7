import { E, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import type { t } from '@portcullis/domain/kernel';
import { allOf, type Condition, compare } from '../driver/condition.ts';
import { IdRow, pageOfRows, type RowCodec } from '../driver/read-rows.ts';
import type { RecordDriver, Row, WriteRejection } from '../driver/record-driver.ts';
import { unexpectedRejection } from '../driver/rejection.ts';
import type { TableName } from '../driver/tables.ts';

/** How many rows one query reads. */
const perPage = 200;

/** A row that is already gone is not an error: another instance may be erasing too. */
const ignoreMissing = (failure: WriteRejection | Unavailable): TaskEither<Unavailable, void> =>
  failure._tag === 'NoSuchRow' ? TE.right(undefined) : TE.left(unexpectedRejection()(failure));

/** Rows of a table; without `columns`, whole ones. */
export type Search = {
  readonly table: TableName;
  readonly filter: Condition;
  readonly columns?: readonly ['id', ...(readonly string[])];
};

/** The rows of a profile in a table. */
export const ofProfile = (table: TableName, id: string): Search => ({ table, filter: compare('profile', '=', id) });

/** Every row that matches, in the order of ids. */
export const findAllRows =
  <A extends t.TypeOf<typeof IdRow>>(
    driver: RecordDriver,
    codec: RowCodec<A>,
    { table, filter, ...columns }: Search,
  ): TaskEither<Unavailable, readonly A[]> =>
  async () => {
    const rows: A[] = [];
    for (;;) {
      const after = compare('id', '>', rows.at(-1)?.id ?? '');
      const query = { filter: allOf([filter, after]), sort: ['id'], limit: perPage, ...columns };
      const found = await pageOfRows(driver, table, codec, query)();
      if (E.isLeft(found)) return found;
      rows.push(...found.right);
      if (found.right.length < perPage) return E.right(rows);
    }
  };

/** Updates columns of a row. */
export const updateRow = (
  driver: RecordDriver,
  table: TableName,
  id: string,
  columns: Row,
): TaskEither<Unavailable, void> =>
  pipe(driver.transaction([{ kind: 'update', table, id, columns }]), TE.orElse(ignoreMissing));

/** Deletes a row. */
export const deleteRow = (driver: RecordDriver, table: TableName, id: string): TaskEither<Unavailable, void> =>
  pipe(driver.transaction([{ kind: 'delete', table, id }], { deadline: 'transfer' }), TE.orElse(ignoreMissing));

/** Processes the items one after another; the first failure ends it. */
export const forEachSequential =
  <A>(items: readonly A[], work: (item: A) => TaskEither<Unavailable, unknown>): TaskEither<Unavailable, void> =>
  async () => {
    for (const item of items) {
      const done = await work(item)();
      if (E.isLeft(done)) return done;
    }
    return E.right(undefined);
  };

/** Deletes every row that matches. */
export const deleteAllRows = (driver: RecordDriver, search: Search): TaskEither<Unavailable, void> =>
  pipe(
    findAllRows(driver, IdRow, { ...search, columns: ['id'] }),
    TE.flatMap((rows) => forEachSequential(rows, ({ id }) => deleteRow(driver, search.table, id))),
  );
