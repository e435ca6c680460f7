import { E, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { RecordDriver, TableName } from '@portcullis/record-store/driver';
import type { PocketbaseClient } from '../client/client.ts';
import { filterValue } from '../client/columns.ts';
import { outageOfRejection } from '../client/failure.ts';

/** A page in which every row has the column, as a text. */
const pageWith = (column: string) => t.type({ page: t.number, items: t.readonlyArray(t.type({ [column]: t.string })) });

/** Where values are read. */
type Column = { readonly table: TableName; readonly column: string };

/** How many rows one query reads. A value may occur in many rows. */
const perPage = 1000;

/**
 * The prefix of a value that a filter can express: a row that was written by hand may contain any text.
 */
const filterPrefix = (value: string): string => /^[^"'\\\p{Cc}]*/u.exec(value)?.[0] ?? '';

/** Whether a value comes later in SQLite's order. */
const isAfter = (value: string, after: string): boolean => Buffer.compare(Buffer.from(value), Buffer.from(after)) > 0;

const readPage = (
  client: PocketbaseClient,
  { table, column }: Column,
  after: string | null,
  page: number,
): TaskEither<Unavailable, readonly string[]> => {
  const from = filterPrefix(after ?? '');
  return pipe(
    client.call(pageWith(column), (pb, options) =>
      pb.collection(table).getList(page, perPage, {
        ...options,
        filter: `${column} ${from === after ? '>' : '>='} ${filterValue(from)}`,
        // The order of an index: that of the ledger is by position as well.
        sort: table === 'ledger' ? `${column},seq` : column,
        fields: column,
        skipTotal: true,
      }),
    ),
    TE.mapLeft(outageOfRejection()),
    TE.map(({ items }) => items.flatMap((row) => row[column] ?? [])),
  );
};

/**
 * The next values after one, each once. They come from the first page that has any, so that further rows of the same
 * value are skipped.
 */
export const distinctIn =
  (client: PocketbaseClient): RecordDriver['distinct'] =>
  (table, column, after, limit) =>
  async () => {
    for (let page = 1; ; page += 1) {
      const read = await readPage(client, { table, column }, after, page)();
      if (E.isLeft(read)) return read;
      const found = new Set(read.right.filter((value) => after === null || isAfter(value, after)));
      if (found.size > 0 || read.right.length < perPage) return E.right([...found].slice(0, limit));
    }
  };
