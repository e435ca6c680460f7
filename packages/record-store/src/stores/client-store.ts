import { E, type Either, pipe, TE, type Unavailable } from '@portcullis/domain';
import { alreadyExists, sequential, versionConflict } from '@portcullis/domain/kernel';
import { type ClientStore, maxStoredClients, type StoredClient } from '@portcullis/domain/ports';
import { allOf, anyOf, type Condition, compare, equal } from '../driver/condition.ts';
import { getRow, pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver, WriteRejection } from '../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../driver/rejection.ts';
import { isRowId } from '../driver/row-id.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { ClientRow, clientRow, openClient } from '../rows/client-row.ts';
import { encodeColumnText } from '../rows/column-text.ts';
import { endpointEntryWrite } from '../rows/ledger-row.ts';

const table = 'clients';
const pageSize = 200;

/** Several that are created at once may be more than there may be. */
const readPerPartner = 2 * maxStoredClients;

/** What follows a row in the order in which the pages are read. */
const following = ({ id, updated_at }: ClientRow): Condition =>
  anyOf([
    compare('updated_at', '>', updated_at),
    allOf([compare('updated_at', '=', updated_at), compare('id', '>', id)]),
  ]);

const changedIn =
  (driver: RecordDriver, encryption: RecordEncryption): ClientStore['changedSince'] =>
  (at) =>
  async () => {
    const clients: StoredClient[] = [];
    const damaged: string[] = [];
    let filter: Condition = compare('updated_at', '>=', at);
    for (;;) {
      const query = { filter, sort: ['updated_at', 'id'], limit: pageSize };
      const page: Either<Unavailable, readonly ClientRow[]> = await pageOfRows(driver, table, ClientRow, query)();
      if (E.isLeft(page)) return page;
      for (const row of page.right) {
        const opened = await openClient(encryption)(row)();
        if (E.isRight(opened)) clients.push(opened.right);
        else if (opened.left.kind === 'invalid_response') damaged.push(row.id);
        else return opened;
      }
      const last = page.right.at(-1);
      if (last === undefined || page.right.length < pageSize) return E.right({ clients, damaged });
      filter = following(last);
    }
  };

/**
 * Stores clients, one row each. Each change writes the row together with the entry of its ledger that has the number of
 * its version: of several writers who have seen the same version, one has the place of that entry.
 */
export const clientStoreOver = (driver: RecordDriver, encryption: RecordEncryption): ClientStore => ({
  insert: (client, entry) =>
    pipe(
      clientRow(encryption, client),
      TE.flatMap((row) => driver.transaction([{ kind: 'insert', table, row }, endpointEntryWrite(entry)])),
      TE.mapLeft((failure: WriteRejection | Unavailable) =>
        isNotUnique(failure, 'id', 'seq') ? alreadyExists : unexpectedRejection()(failure),
      ),
    ),
  find: (id) =>
    isRowId(id)
      ? pipe(
          getRow(driver, table, id, ClientRow),
          TE.flatMap((row) => (row === null ? TE.right(null) : openClient(encryption)(row))),
        )
      : TE.right(null),
  ofPartner: (partnerId) =>
    pipe(
      pageOfRows(driver, table, ClientRow, {
        filter: equal({ partner_key: encodeColumnText(partnerId) }),
        sort: ['created_at', 'id'],
        limit: readPerPartner,
      }),
      TE.flatMap((rows) => sequential(rows, openClient(encryption))),
    ),
  replace: (client, entry) =>
    pipe(
      clientRow(encryption, client),
      TE.flatMap(({ id, ...columns }) =>
        driver.transaction([{ kind: 'update', table, id, columns }, endpointEntryWrite(entry)]),
      ),
      TE.mapLeft((failure: WriteRejection | Unavailable) =>
        isNotUnique(failure, 'id', 'seq') ? versionConflict : unexpectedRejection()(failure),
      ),
    ),
  changedSince: changedIn(driver, encryption),
});
