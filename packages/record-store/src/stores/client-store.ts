import { E, type Either, pipe, TE, type Unavailable } from '@portcullis/domain';
import { alreadyExists, damagedRecord, sequential, versionConflict } from '@portcullis/domain/kernel';
import { type ClientRecord, type ClientStore, isDamagedClient, type StoredClient } from '@portcullis/domain/ports';
import { allOf, anyOf, type Condition, compare, equal } from '../driver/condition.ts';
import { getRow, openIfThere, pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../driver/rejection.ts';
import { ifRowId } from '../driver/row-id.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { ClientRow, clientRow, openClient, openClientRecord, RawClientRow } from '../rows/client-row.ts';
import { encodeColumnText } from '../rows/column-text.ts';
import { endpointEntryWrite } from '../rows/ledger-row.ts';
import { parseTimestamp } from '../rows/parse-timestamp.ts';

const table = 'clients';
const pageSize = 200;
/** How many rows are read at once where a page has none behind which the next one could begin. */
const longPage = 1000;

type Sorted = 'created_at' | 'updated_at';

/** The rows behind a row in the order in which pages are read. */
const following = (column: Sorted, row: RawClientRow): Condition =>
  anyOf([compare(column, '>', row[column]), allOf([equal({ [column]: row[column] }), compare('id', '>', row.id)])]);

/**
 * The rows up to the last one behind which the next page can begin. The rows after it are of that page as well: a text
 * that is no time may stand in no condition.
 */
const beforeNextPage = (column: Sorted, rows: readonly RawClientRow[]): readonly RawClientRow[] =>
  rows.slice(0, 1 + rows.findLastIndex((row) => parseTimestamp(row[column]) !== null));

const noPlaceToGoOn = damagedRecord([{ pointer: '', message: 'rows without a time' }]);

/** All clients that a condition selects, page by page, in the order of a time. */
const allClients =
  (driver: RecordDriver, encryption: RecordEncryption, column: Sorted, selected: Condition) =>
  async (): Promise<Either<Unavailable, readonly ClientRecord[]>> => {
    const clients: ClientRecord[] = [];
    let filter = selected;
    let limit = pageSize;
    for (;;) {
      const query = { filter, sort: [column, 'id'], limit };
      const page = await pageOfRows(driver, table, RawClientRow, query)();
      if (E.isLeft(page)) return page;
      const isLast = page.right.length < limit;
      const rows = isLast ? page.right : beforeNextPage(column, page.right);
      const opened = await sequential(rows, openClientRecord(encryption))();
      if (E.isLeft(opened)) return opened;
      clients.push(...opened.right);
      if (isLast) return E.right(clients);
      const last = rows.at(-1);
      if (last === undefined && limit === longPage) return E.left(noPlaceToGoOn);
      limit = last === undefined ? longPage : pageSize;
      if (last !== undefined) filter = allOf([selected, following(column, last)]);
    }
  };

const isWhole = (client: ClientRecord): client is StoredClient => !isDamagedClient(client);

/**
 * Stores clients, one row each. Each change writes the row together with the entry of its ledger that has the number of
 * its version: of several writers who have seen the same version, one has the place of that entry.
 */
export const clientStoreOver = (driver: RecordDriver, encryption: RecordEncryption): ClientStore => ({
  insert: (client, entry) =>
    pipe(
      clientRow(encryption, client),
      TE.flatMap((row) => driver.transaction([{ kind: 'insert', table, row }, endpointEntryWrite(entry)])),
      TE.mapLeft((failure) => (isNotUnique(failure, 'id', 'seq') ? alreadyExists : unexpectedRejection()(failure))),
    ),
  find: ifRowId((id) => pipe(getRow(driver, table, id, ClientRow), TE.flatMap(openIfThere(openClient(encryption))))),
  standing: ifRowId((id) =>
    pipe(getRow(driver, table, id, RawClientRow), TE.flatMap(openIfThere(openClientRecord(encryption)))),
  ),
  ofPartner: (partnerId) =>
    allClients(driver, encryption, 'created_at', equal({ partner_key: encodeColumnText(partnerId) })),
  replace: (client, entry) =>
    pipe(
      clientRow(encryption, client),
      TE.flatMap(({ id, ...columns }) =>
        driver.transaction([{ kind: 'update', table, id, columns }, endpointEntryWrite(entry)]),
      ),
      TE.mapLeft((failure) => (isNotUnique(failure, 'id', 'seq') ? versionConflict : unexpectedRejection()(failure))),
    ),
  changedSince: (at) =>
    pipe(
      allClients(driver, encryption, 'updated_at', compare('updated_at', '>=', at)),
      TE.map((changed) => ({
        clients: changed.filter(isWhole),
        damaged: changed.filter(isDamagedClient).map(({ id }) => id),
      })),
    ),
});
