import type { Unavailable } from '../../../kernel/errors.ts';
import { E, type Either } from '../../../kernel/fp.ts';
import { isVisibleTo } from '../../../kernel/principal.ts';
import { subjectOf } from '../../../ledger/partner-event.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { EventFeed, FeedEvent } from '../../../ports/logs/event-feed.ts';
import type { DeliveryState, FailedDelivery, WebhookDeliveries } from '../../../ports/webhooks/webhook-deliveries.ts';
import type { WebhookEndpoint } from '../../../ports/webhooks/webhook-endpoints.ts';
import { isoNow } from '../../access/change-profile.ts';
import type { DeliveryRecord } from './delivery-record.ts';
import { isHandedOver } from './places.ts';

/** An event that is to be sent. `first`: its first try; `retry`: one after failures; `replay`: once more. */
export type DeliveryTask = {
  readonly kind: 'first' | 'retry' | 'replay';
  readonly place: number;
  readonly event: FeedEvent;
  /** How often it was tried before. */
  readonly attempts: number;
};

/** What was read of a feed: what is to be sent, what is not, and up to which place that is. */
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

/** An endpoint gets what it has asked for, and not what happened to itself. */
const isMeant = ({ id, tenant, types }: WebhookEndpoint, { event, tenant: owner }: FeedEvent): boolean =>
  isVisibleTo(tenant, owner) && (types === null || types.includes(event.type)) && subjectOf(event) !== id;

const placesBetween = (after: number, last: number): readonly number[] =>
  Array.from({ length: Math.max(0, last - after) }, (_, n) => after + 1 + n);

/**
 * The first tries behind a place, up to another one. A place that shows nothing, because somebody has removed or
 * changed its event, is passed.
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

/** The event at a place, or `null` where there is none any more. */
const eventAt = async (
  { eventFeed }: TaskDeps,
  partnerId: string,
  place: number,
): Promise<Either<Unavailable, FeedEvent | null>> => {
  const page = await eventFeed.page(partnerId, place - 1, 1)();
  if (E.isLeft(page)) return page;
  return E.right(page.right.events.find((one) => one.place === place) ?? null);
};

/** Deliveries that are due, those of which the event is gone, and when the next one is due. */
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

/** The deliveries to an endpoint that wait for another try. */
export type DueRetries = {
  /** Whether one may be due. */
  readonly isDue: () => boolean;
  /** Those that are due. One of which the event is gone, or cannot be read, is removed. */
  readonly read: (endpoint: WebhookEndpoint) => Promise<Either<Unavailable, readonly DeliveryTask[]>>;
  /** Notes when a try that has failed is due again. */
  readonly note: (failed: FailedDelivery | null) => void;
  /** Looks again for what is due. */
  readonly forget: () => void;
};

export const createDueRetries = (deps: TaskDeps & { readonly clock: Clock }, record: DeliveryRecord): DueRetries => {
  /** When the next one is due; `null` where none waits, `undefined` where nobody has looked. */
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

/** Events that are sent once more, and the places among them whose delivery was given up. */
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
