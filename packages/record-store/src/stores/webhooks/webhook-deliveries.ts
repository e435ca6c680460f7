import { E, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { decode, deterministicId, oneOf, parseJson, t } from '@portcullis/domain/kernel';
import {
  type FailedDelivery,
  maxDeliveryChanges,
  type WebhookDeliveries,
  type WebhookTry,
  WebhookTryCodec,
} from '@portcullis/events/ports';
import { allOf, anyOf, type Condition, compare, equal } from '../../driver/condition.ts';
import { IdRow, pageOfRows } from '../../driver/read-rows.ts';
import type { RecordDriver, Write, WriteRejection } from '../../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../../driver/rejection.ts';
import { endpointEntryWrite } from '../../rows/ledger-row.ts';
import { pruneDeliveries } from './prune-deliveries.ts';
import { deliveryStateOfRow, StateRow, stateRow } from './state-row.ts';

const states = 'webhook_states';
const deliveries = 'webhook_deliveries';
const log = 'webhook_tries';

const triesPerRow = 40;
const rowsPerPage = 50;
const maxCounted = 1000;

const DeliveryRow = t.type({
  endpoint: t.string,
  place: t.number,
  event: t.string,
  state: oneOf(['waiting', 'dead']),
  attempts: t.number,
  due_at: t.string,
});
type DeliveryRow = t.TypeOf<typeof DeliveryRow>;

const TryRow = t.type({ id: t.string, at: t.string, lines: t.string });
type TryRow = t.TypeOf<typeof TryRow>;
const Lines = t.readonlyArray(WebhookTryCodec);

const deliveryId = (endpointId: string, place: number): string =>
  deterministicId(`webhook_delivery/${endpointId}/${place}`);

const deliveryOf = ({ attempts, due_at, endpoint, event, place, state }: DeliveryRow): FailedDelivery => ({
  endpointId: endpoint,
  place,
  eventId: event,
  state,
  attempts,
  dueAt: due_at,
});

const putWrite = (delivery: FailedDelivery, at: string): Write => {
  const { attempts, dueAt: due_at, endpointId: endpoint, eventId: event, place, state } = delivery;
  const row = {
    id: deliveryId(endpoint, place),
    endpoint,
    place,
    event,
    state,
    attempts,
    due_at,
    at,
  };
  return { kind: 'upsert', table: deliveries, row };
};

/** The log of what is written together, newest last. */
const tryWrites = (endpointId: string, tries: readonly WebhookTry[], at: string): readonly Write[] =>
  Array.from({ length: Math.ceil(tries.length / triesPerRow) }, (_, n) => ({
    kind: 'insert',
    table: log,
    row: {
      endpoint: endpointId,
      at,
      lines: JSON.stringify(tries.slice(n * triesPerRow, (n + 1) * triesPerRow)),
    },
  }));

/**
 * Deletes the state that was seen and writes another in its place, as the row of an idempotency key passes from one
 * owner to the next: of several who have seen the same state one succeeds.
 */
const recordIn =
  (driver: RecordDriver): WebhookDeliveries['record'] =>
  (seen, next, { entries = [], put, settled, tries }, at) => {
    if (put.length + settled.length > maxDeliveryChanges) throw new Error('too many deliveries for one write');
    const writes: readonly Write[] = [
      { kind: 'delete', table: states, id: seen.id },
      { kind: 'insert', table: states, row: stateRow(next) },
      ...put.map((delivery) => putWrite(delivery, at)),
      ...settled.map((place): Write => ({ kind: 'delete', table: deliveries, id: deliveryId(next.endpointId, place) })),
      ...tryWrites(next.endpointId, tries, at),
      ...entries.map(endpointEntryWrite),
    ];
    const ifLost = (failure: WriteRejection | Unavailable): TaskEither<Unavailable, boolean> => {
      const isLost = (failure._tag === 'NoSuchRow' && failure.write === 0) || isNotUnique(failure, 'endpoint', 'id');
      return isLost ? TE.right(false) : TE.left(unexpectedRejection()(failure));
    };
    return pipe(
      driver.transaction(writes),
      TE.map(() => true),
      TE.orElse(ifLost),
    );
  };

const pageOfDeliveries = (driver: RecordDriver, filter: Condition, sort: readonly string[], limit: number) =>
  pipe(
    pageOfRows(driver, deliveries, DeliveryRow, { filter, sort, limit }),
    TE.map((rows) => rows.map(deliveryOf)),
  );

/** The tries of a row, newest first; `null` where it was changed. */
const linesOf = ({ lines }: TryRow): readonly WebhookTry[] | null => {
  const known = decode(Lines, parseJson(lines));
  return E.isRight(known) ? [...known.right].reverse() : null;
};

/** The position of a row of the log, and the condition for what is older. */
const positionOf = ({ at, id }: TryRow): string => `${at}/${id}`;
const olderThan = (position: string): Condition => {
  const [at = '', id = ''] = position.split('/');
  return anyOf([compare('at', '<', at), allOf([compare('at', '=', at), compare('id', '<', id)])]);
};

const triesIn =
  (driver: RecordDriver): WebhookDeliveries['tries'] =>
  (endpointId, before) =>
    pipe(
      pageOfRows(driver, log, TryRow, {
        filter: allOf([equal({ endpoint: endpointId }), ...(before === null ? [] : [olderThan(before)])]),
        sort: ['-at', '-id'],
        limit: rowsPerPage,
      }),
      TE.map((rows) => {
        const last = rows.at(-1);
        const next = last !== undefined && rows.length === rowsPerPage ? positionOf(last) : null;
        const damaged = rows.filter((row) => linesOf(row) === null).map(({ id }) => id);
        return { tries: rows.flatMap((row) => linesOf(row) ?? []), damaged, next };
      }),
    );

const countIn = (driver: RecordDriver, state: FailedDelivery['state']): TaskEither<Unavailable, number> =>
  pipe(
    pageOfRows(driver, deliveries, IdRow, {
      filter: equal({ state }),
      // The order of an index: without one an engine may read the whole table.
      sort: ['endpoint', 'due_at', 'place'],
      columns: ['id'],
      limit: maxCounted,
    }),
    TE.map((rows) => rows.length),
  );

/** Stores the states of deliveries, the deliveries that failed, and the log of tries, each in a table of its own. */
export const webhookDeliveriesOver = (driver: RecordDriver): WebhookDeliveries => ({
  state: (endpointId) =>
    pipe(
      pageOfRows(driver, states, StateRow, { filter: equal({ endpoint: endpointId }), limit: 1 }),
      TE.flatMap(([row]) => TE.fromEither(row === undefined ? E.right(null) : deliveryStateOfRow(row))),
    ),
  record: recordIn(driver),
  waiting: (endpointId, limit) =>
    pageOfDeliveries(driver, equal({ state: 'waiting', endpoint: endpointId }), ['due_at', 'place'], limit),
  dead: (endpointId, afterPlace, limit) => {
    const own = equal({ state: 'dead', endpoint: endpointId });
    return pageOfDeliveries(driver, allOf([own, compare('place', '>', afterPlace)]), ['place'], limit);
  },
  revive: (letters, dueAt) =>
    pipe(
      driver.transaction(letters.map((letter) => putWrite({ ...letter, state: 'waiting', attempts: 0, dueAt }, dueAt))),
      TE.mapLeft(unexpectedRejection()),
    ),
  tries: triesIn(driver),
  prune: pruneDeliveries(driver),
  counts: () =>
    pipe(
      TE.Do,
      TE.bindW('waiting', () => countIn(driver, 'waiting')),
      TE.bindW('dead', () => countIn(driver, 'dead')),
    ),
});
