import { E, type Either, pipe, TE, type Unavailable } from '@portcullis/domain';
import { alreadyExists, deterministicId, sequential, t, versionConflict } from '@portcullis/domain/kernel';
import { type DamagedEndpoint, maxWebhookEndpoints, type WebhookEndpoints } from '@portcullis/events/ports';
import { allOf, compare, equal } from '../../driver/condition.ts';
import { getRow, IdRow, openIfThere, openWhole, pageOfRows } from '../../driver/read-rows.ts';
import type { RecordDriver, Write } from '../../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../../driver/rejection.ts';
import { isRowId } from '../../driver/row-id.ts';
import type { RecordEncryption } from '../../keys/record-encryption.ts';
import { decodeColumnText, encodeColumnText } from '../../rows/column-text.ts';
import { ownerOf } from '../../rows/owner-columns.ts';
import { endpointRow, openEndpoint, WebhookEndpointRow } from './endpoint-row.ts';
import { noEntries, stateRow } from './state-row.ts';

const table = 'webhook_endpoints';

/** How many endpoints of all partners are read at a time. */
const endpointsPerPage = 200;

/** Two that are created at once may be one more than there may be. */
const readPerPartner = 2 * maxWebhookEndpoints;

const ActiveRow = t.type({ id: t.string, partner_key: t.string, version: t.number });

/** The columns that say whose an endpoint is, whatever the others hold. */
const OwnedRow = t.type({ id: t.string, partner_key: t.string, team_key: t.string });
type OwnedRow = t.TypeOf<typeof OwnedRow>;

/** The endpoints of these rows. */
const openEach = (encryption: RecordEncryption, rows: readonly OwnedRow[]) =>
  pipe(
    sequential(rows, openWhole(WebhookEndpointRow, openEndpoint(encryption))),
    TE.map((opened) => ({
      endpoints: opened.filter((endpoint) => endpoint !== null),
      damaged: rows
        .filter((_, n) => opened[n] === null)
        .map((row): DamagedEndpoint => ({ id: row.id, tenant: ownerOf(row) })),
    })),
  );

const removeTries = 10;

/**
 * Removes an endpoint together with the state of its deliveries, so that a deliverer writes nothing more. A state that
 * was replaced since it was read is read again.
 */
const removeFrom =
  (driver: RecordDriver): WebhookEndpoints['remove'] =>
  (id) =>
  async () => {
    for (let tries = 1; ; tries += 1) {
      const states: Either<Unavailable, readonly IdRow[]> = await pageOfRows(driver, 'webhook_states', IdRow, {
        filter: equal({ endpoint: id }),
        columns: ['id'],
        limit: 1,
      })();
      if (E.isLeft(states)) return states;
      const removed = await driver.transaction([
        { kind: 'delete', table, id },
        ...states.right.map((state): Write => ({ kind: 'delete', table: 'webhook_states', id: state.id })),
      ])();
      if (E.isRight(removed)) return removed;
      const { left: failure } = removed;
      if (failure._tag === 'NoSuchRow' && failure.write === 0) return E.right(undefined);
      if (failure._tag !== 'NoSuchRow' || tries === removeTries) return E.left(unexpectedRejection()(failure));
    }
  };

/** Stores endpoints, one row each. A change is a compare-and-set of the version. */
export const webhookEndpointsOver = (driver: RecordDriver, encryption: RecordEncryption): WebhookEndpoints => ({
  insert: (endpoint, place) =>
    pipe(
      endpointRow(encryption, endpoint),
      TE.flatMap((row) => {
        const state = {
          id: deterministicId(`webhook_state/${endpoint.id}`),
          endpointId: endpoint.id,
          generation: 0,
          place,
          ahead: [],
          replay: null,
          failures: 0,
          failingSince: null,
          pausedUntil: null,
          disabled: null,
          ledger: noEntries,
        };
        return driver.transaction([
          { kind: 'insert', table, row },
          { kind: 'insert', table: 'webhook_states', row: stateRow(state) },
        ]);
      }),
      TE.mapLeft((failure) =>
        isNotUnique(failure, 'id', 'endpoint') ? alreadyExists : unexpectedRejection()(failure),
      ),
    ),
  find: (id) =>
    isRowId(id)
      ? pipe(getRow(driver, table, id, WebhookEndpointRow), TE.flatMap(openIfThere(openEndpoint(encryption))))
      : TE.right(null),
  ownerOf: (id) =>
    isRowId(id)
      ? pipe(
          getRow(driver, table, id, OwnedRow),
          TE.map((row) => (row === null ? null : ownerOf(row))),
        )
      : TE.right(null),
  ofPartner: (partnerId) =>
    pipe(
      pageOfRows(driver, table, OwnedRow, {
        filter: equal({ partner_key: encodeColumnText(partnerId) }),
        sort: ['created_at', 'id'],
        limit: readPerPartner,
      }),
      TE.flatMap((rows) => openEach(encryption, rows)),
    ),
  damaged: (afterId) =>
    pipe(
      TE.Do,
      TE.bindW('rows', () =>
        pageOfRows(driver, table, OwnedRow, {
          filter: compare('id', '>', afterId),
          sort: ['id'],
          limit: endpointsPerPage,
        }),
      ),
      TE.bindW('opened', ({ rows }) => openEach(encryption, rows)),
      TE.map(({ opened, rows }) => ({
        damaged: opened.damaged,
        next: rows.length < endpointsPerPage ? null : (rows.at(-1)?.id ?? null),
      })),
    ),
  replace: (endpoint) =>
    pipe(
      endpointRow(encryption, endpoint),
      TE.flatMap(({ data, id, status, version }) =>
        driver.updateIf({ table, id, expected: { version: version - 1 }, columns: { version, status, data } }),
      ),
      TE.flatMap((isDone) => (isDone ? TE.right(undefined) : TE.left(versionConflict))),
    ),
  remove: removeFrom(driver),
  active: (afterId) =>
    pipe(
      pageOfRows(driver, table, ActiveRow, {
        filter: allOf([compare('status', '=', 'enabled'), compare('id', '>', afterId)]),
        sort: ['id'],
        columns: ['id', 'partner_key', 'version'],
        limit: endpointsPerPage,
      }),
      TE.map((rows) =>
        rows.map(({ id, partner_key, version }) => ({ id, partnerId: decodeColumnText(partner_key), version })),
      ),
    ),
});
