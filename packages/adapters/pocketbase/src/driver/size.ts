import { pipe, TE } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { RecordDriver } from '@portcullis/record-store/driver';
import type { PocketbaseClient } from '../client/client.ts';
import { outageOfRejection } from '../client/failure.ts';

/** PocketBase answers the columns of a statement as text. */
const Pages = t.type({ rows: t.tuple([t.tuple([t.unknown, t.unknown, t.unknown])]) }, 'size of the database');

/** SQLite's own counts, which read no row: https://www.sqlite.org/pragma.html#pragma_page_count */
const statement =
  'SELECT page_count, page_size, freelist_count FROM pragma_page_count, pragma_page_size, pragma_freelist_count';

/** The size of `data.db`; the files of `storage` are not part of it. */
export const sizeOf =
  (client: PocketbaseClient): RecordDriver['size'] =>
  () =>
    pipe(
      client.call(Pages, (pb, options) => pb.sql.run(statement, options)),
      TE.mapLeft(outageOfRejection()),
      TE.map(({ rows: [[pages, pageSize, freePages]] }) => ({
        bytes: Number(pages) * Number(pageSize),
        freeBytes: Number(freePages) * Number(pageSize),
      })),
    )();
