import { pipe, TE } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { RecordDriver } from '@portcullis/record-store/driver';
import type { PocketbaseClient } from '../client/client.ts';
import { outageOfRejection } from '../client/failure.ts';

/** PocketBase answers the columns of a statement as text. */
const Pages = t.type({ rows: t.tuple([t.tuple([t.unknown, t.unknown, t.unknown])]) });

/** SQLite's own counts, which read no row: https://www.sqlite.org/pragma.html#pragma_page_count */
const statement =
  'SELECT page_count, page_size, freelist_count FROM pragma_page_count, pragma_page_size, pragma_freelist_count';

/**
 * The size of `data.db`; the files of `storage` are not part of it. It is a read, although it is sent as a statement:
 * it neither waits for the writes that run nor keeps others waiting, as a statement that changes the database does.
 */
export const sizeOf =
  (client: PocketbaseClient): RecordDriver['size'] =>
  () =>
    pipe(
      client.send(Pages, () => ({ method: 'POST', path: '/api/sql', body: { query: statement }, isRead: true })),
      TE.mapLeft(outageOfRejection()),
      TE.map(({ rows: [[pages, pageSize, freePages]] }) => ({
        bytes: Number(pages) * Number(pageSize),
        freeBytes: Number(freePages) * Number(pageSize),
      })),
    )();
