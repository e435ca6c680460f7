import { E, type Either, isVisibleTo, pipe, type Unavailable } from '@portcullis/domain/kernel';
import type { Clock } from '@portcullis/domain/ports';
import { isoNow } from '@portcullis/domain/use-cases';
import { subjectOf } from '../../ledger/partner-event.ts';
import type { EventFeed, FeedEvent } from '../../ports/event-feed.ts';
import type { DeliveryState, FailedDelivery, WebhookDeliveries } from '../../ports/webhook-deliveries.ts';
import type { WebhookEndpoint } from '../../ports/webhook-endpoints.ts';
import type { DeliveryRecord } from './delivery-record.ts';
import { isHandedOver } from './places.ts';

/**
 * An event to send. `first`: its first attempt; `retry`: an attempt after failures; `replay`: a requested repetition.
 */
export type DeliveryTask = {
  readonly kind: 'first' | 'retry' | 'replay';
  readonly place: number;
  readonly event: FeedEvent;
  /** The number of attempts before this one. */
  readonly attempts: number;
};

/** A part of a feed that was read: the events to send, the other ones, and the last place. */
export type ReadTasks = {
  readonly tasks: readonly DeliveryTask[];
  readonly passed: readonly number[];
  readonly readTo: number;
};

/** How many events are read at a time. */
const eventsPerRead = 100;

export type TaskDeps = {
  readonly eventFeed: Pick<EventFeed, 'page'>;
  readonly deliveries: Pick<WebhookDeliveries, 'waiting' | 'dead'>;
};

/** Whether an endpoint gets an event: it has subscribed to its type, and it is not about the endpoint itself. */
const isMeant = ({ id, tenant, types }: WebhookEndpoint, { event, tenant: owner }: FeedEvent): boolean =>
  isVisibleTo(tenant, owner) && (types === null || types.includes(event.type)) && subjectOf(event) !== id;

const placesBetween = (after: number, last: number): readonly number[] =>
  Array.from({ length: Math.max(0, last - after) }, (_, n) => after + 1 + n);

/**
 * The first attempts after a place, up to another one. A place without a readable event, which somebody has removed or
 * changed, is skipped.
 */
export const readFirstTries = async (
  { eventFeed }: TaskDeps,
  endpoint: WebhookEndpoint,
  state: DeliveryState,
  after: number,
  last: number,
): Promise<Either<Unavailable, ReadTasks>> => {
  const limit = Math.min(eventsPerRead, last - after);
  const page = await eventFeed.page(endpoint.tenant.partnerId, after, limit)();
  if (E.isLeft(page)) return page;
  const readTo = page.right.rows < limit ? last : Math.min(last, page.right.last ?? last);
  const meant = page.right.events.filter((one) => one.place <= readTo && isMeant(endpoint, one));
  const tasks = meant
    .filter(({ place }) => !isHandedOver(state, place))
    .map((event): DeliveryTask => ({ kind: 'first', place: event.place, event, attempts: 0 }));
  const places = new Set(tasks.map(({ place }) => place));
  return E.right({ tasks, passed: placesBetween(after, readTo).filter((place) => !places.has(place)), readTo });
};

/** The event at a place; `null` if there is none any more. */
const eventAt = async (
  { eventFeed }: TaskDeps,
  partnerId: string,
  place: number,
): Promise<Either<Unavailable, FeedEvent | null>> =>
  pipe(
    await eventFeed.page(partnerId, place - 1, 1)(),
    E.map(({ events }) => events.find((one) => one.place === place) ?? null),
  );

/** The due deliveries, those whose event is gone, and when the next one is due. */
type ReadRetries = {
  readonly tasks: readonly DeliveryTask[];
  readonly gone: readonly number[];
  readonly nextDueAt: string | null;
};

const retriesPerRead = 20;

const readRetries = async (
  deps: TaskDeps,
  endpoint: WebhookEndpoint,
  now: string,
): Promise<Either<Unavailable, ReadRetries>> => {
  const waiting = await deps.deliveries.waiting(endpoint.id, retriesPerRead)();
  if (E.isLeft(waiting)) return waiting;
  const isDue = ({ dueAt }: FailedDelivery): boolean => dueAt <= now;
  const tasks: DeliveryTask[] = [];
  const gone: number[] = [];
  for (const { attempts, place } of waiting.right.filter(isDue)) {
    const event = await eventAt(deps, endpoint.tenant.partnerId, place);
    if (E.isLeft(event)) return event;
    if (event.right === null) gone.push(place);
    else tasks.push({ kind: 'retry', place, event: event.right, attempts });
  }
  const isAll = waiting.right.length < retriesPerRead;
  const later = waiting.right.find((one) => !isDue(one))?.dueAt ?? null;
  return E.right({ tasks, gone, nextDueAt: later ?? (isAll ? null : now) });
};

/** The deliveries to an endpoint that wait for another attempt. */
export type DueRetries = {
  /** Whether a delivery may be due. */
  readonly isDue: () => boolean;
  /** The due deliveries. A delivery whose event is gone or cannot be read is removed. */
  readonly read: (endpoint: WebhookEndpoint) => Promise<Either<Unavailable, readonly DeliveryTask[]>>;
  /** Records when a failed delivery is due again. */
  readonly note: (failed: FailedDelivery | null) => void;
  /** Has the due deliveries read again. */
  readonly forget: () => void;
};

export const createDueRetries = (deps: TaskDeps & { readonly clock: Clock }, record: DeliveryRecord): DueRetries => {
  /** When the next one is due; `null` if none waits, `undefined` if that was not read yet. */
  let nextDueAt: string | null | undefined;
  const isDue = (): boolean => nextDueAt === undefined || (nextDueAt !== null && nextDueAt <= isoNow(deps.clock));
  return {
    isDue,
    read: async (endpoint) => {
      if (!isDue()) return E.right([]);
      const read = await readRetries(deps, endpoint, isoNow(deps.clock));
      if (E.isLeft(read)) return read;
      const { gone, nextDueAt: next, tasks } = read.right;
      nextDueAt = next;
      if (gone.length === 0) return E.right(tasks);
      const settled = await record.write((state) => ({ state }), { tries: [], put: [], settled: gone });
      return E.isLeft(settled) ? settled : E.right(tasks);
    },
    note: (failed) => {
      if (failed?.state !== 'waiting' || nextDueAt === undefined) return;
      if (failed.dueAt < (nextDueAt ?? '9')) nextDueAt = failed.dueAt;
    },
    forget: () => {
      nextDueAt = undefined;
    },
  };
};

/** Events that are sent again, and the places among them whose delivery was given up. */
export type ReadReplay = {
  readonly tasks: readonly DeliveryTask[];
  readonly dead: ReadonlySet<number>;
  readonly readTo: number;
};

const deadPerRead = 200;

export const readReplay = async (
  { deliveries, eventFeed }: TaskDeps,
  endpoint: WebhookEndpoint,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Either<Unavailable, ReadReplay>> => {
  const limit = Math.min(eventsPerRead, to - from + 1);
  const page = await eventFeed.page(endpoint.tenant.partnerId, from - 1, limit)();
  if (E.isLeft(page)) return page;
  const dead = await deliveries.dead(endpoint.id, from - 1, deadPerRead)();
  if (E.isLeft(dead)) return dead;
  const tasks = page.right.events
    .filter((one) => one.place <= to && isMeant(endpoint, one))
    .map((event): DeliveryTask => ({ kind: 'replay', place: event.place, event, attempts: 0 }));
  const readTo = page.right.rows < limit ? to : Math.min(to, page.right.last ?? to);
  return E.right({ tasks, dead: new Set(dead.right.map(({ place }) => place)), readTo });
};
