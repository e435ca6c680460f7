import { E, type ProfileId, type RecordScanner, type TaskEither, TE, t, type Unavailable } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { buildFilter } from '../client/columns.ts';
import { type PocketbaseRejection, unexpectedRejection } from '../client/failure.ts';

const IdPage = t.type({ page: t.number, items: t.readonlyArray(t.UnknownRecord) }, 'page of ids');

const toUnavailable = (failure: PocketbaseRejection | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexpectedRejection('database', failure) : failure;

/** Where ids are read: the column, and the order of its rows. */
type IdColumn = { readonly collection: string; readonly column: string; readonly sort: string };

/** How many rows one query reads. An id may occur in many rows. */
const perPage = 1000;

/**
 * The prefix of an id that a filter can express: a row that was written by hand may contain a text that is not an id.
 */
const filterPrefix = (id: ProfileId): string => /^[^"'\\\p{Cc}]*/u.exec(id)?.[0] ?? '';

/** Whether an id comes later in SQLite's order. */
const isAfter = (id: ProfileId, after: ProfileId): boolean => Buffer.compare(Buffer.from(id), Buffer.from(after)) > 0;

const readIdPage = (
  client: PocketbaseClient,
  { collection, column, sort }: IdColumn,
  after: ProfileId | null,
  page: number,
): TaskEither<Unavailable, readonly ProfileId[]> => {
  const from = filterPrefix(after ?? '');
  const expression = `${column} ${from === after ? '>' : '>='} {:from}`;
  return TE.map(({ items }: t.TypeOf<typeof IdPage>) => items.map((row) => String(row[column])))(
    TE.mapLeft(toUnavailable)(
      client.call(IdPage, (pb, options) =>
        pb.collection(collection).getList(page, perPage, {
          ...options,
          filter: buildFilter(pb, expression, { from }),
          sort,
          fields: column,
          skipTotal: true,
        }),
      ),
    ),
  );
};

/**
 * The next ids after one, each once. They come from the first page that has any, so that further rows of the same id
 * are skipped.
 */
const idsAfter =
  (client: PocketbaseClient, where: IdColumn) =>
  (after: ProfileId | null, limit: number): TaskEither<Unavailable, readonly ProfileId[]> =>
  async () => {
    for (let page = 1; ; page += 1) {
      const read = await readIdPage(client, where, after, page)();
      if (E.isLeft(read)) return read;
      const found = new Set(read.right.filter((id) => after === null || isAfter(id, after)));
      if (found.size > 0 || read.right.length < perPage) return E.right([...found].slice(0, limit));
    }
  };

/** Pages through the ids of the rows without reading their content. */
export const pocketbaseRecordScanner = (client: PocketbaseClient): RecordScanner => ({
  profileIds: idsAfter(client, { collection: 'profiles', column: 'id', sort: 'id' }),
  chainIds: idsAfter(client, { collection: 'ledger', column: 'profile', sort: 'profile,seq' }),
});
