import { E, type Either, type Signal, type Unavailable } from '@portcullis/domain/kernel';
import { clockFault, isoNow } from '@portcullis/domain/use-cases';
import type { DeliveryState } from '../../ports/webhook-deliveries.ts';
import type { WebhookEndpoint } from '../../ports/webhook-endpoints.ts';
import type { WebhookResult, WebhookSender } from '../../ports/webhook-sender.ts';
import { changesOf, type TryOutcome, tryOutcomeOf } from './delivery-outcomes.ts';
import type { DeliveryRecord, RecordDeps } from './delivery-record.ts';
import type { DeliveryTask, TaskDeps } from './delivery-tasks.ts';
import { type DisableDeps, disableEndpoint } from './disable-endpoint.ts';
import { eventBody, eventIdOf } from './event-body.ts';
import {
  type EndpointHealth,
  hasFailedForTooLong,
  healthAfter,
  isCircuitOpen,
  isPaused,
  verdictOf,
} from './schedule.ts';
import { signingSecrets } from './secrets.ts';
import { createSendWindow, type FinishedTry, type SendWindow } from './send-window.ts';

/** The maximum number of requests to one endpoint at once. */
export const requestsAtOnce = 16;

export type RunDeps = RecordDeps &
  TaskDeps &
  DisableDeps & {
    readonly deliveries: RecordDeps['deliveries'] & TaskDeps['deliveries'];
    readonly sender: Pick<WebhookSender, 'send'>;
    /** Runs a request to a partner when this instance has a free slot for it. */
    readonly limited: <A>(partnerId: string, task: () => Promise<A>) => Promise<A>;
    /** The generation of the lease on deliveries while a request may begin; `null` otherwise. */
    readonly generation: () => number | null;
    readonly onTry: (outcome: TryOutcome) => void;
    /** Resolves after the time for which results wait for others, to be written with them. */
    readonly gather: () => Promise<void>;
  };

/** One run of deliveries to an endpoint. */
export type Run = {
  readonly endpoint: WebhookEndpoint;
  readonly record: DeliveryRecord;
  readonly window: SendWindow;
  /** Raised when the feed has new events. */
  readonly moved: Signal;
  /** The health of the endpoint after every attempt that has ended. */
  readonly health: () => EndpointHealth;
};

const notSent: WebhookResult = { _tag: 'NotAnswered', failure: 'service_stopping', ms: 0, address: null };

const sendOnce =
  (deps: RunDeps, endpoint: WebhookEndpoint) =>
  (task: DeliveryTask): Promise<FinishedTry> =>
    deps.limited(endpoint.tenant.partnerId, async () => {
      const at = isoNow(deps.clock);
      if (deps.generation() === null) return { task, at, result: notSent };
      const secrets = signingSecrets(endpoint, at);
      const body = JSON.stringify(eventBody(task.event));
      const request = { id: eventIdOf(task.event), url: endpoint.url, body, at: new Date(at), secrets };
      const result = await deps.sender.send(request)();
      // While the clock may be wrong, no time for the next attempt is set.
      const isTold = verdictOf(result) === 'delivered' || clockFault(deps.clock) === null;
      return { task, at, result: isTold ? result : notSent };
    });

export const createRun = (
  deps: RunDeps,
  endpoint: WebhookEndpoint,
  record: DeliveryRecord,
  { failingSince, failures, pausedUntil }: EndpointHealth,
  moved: Signal,
): Run => {
  let health: EndpointHealth = { failures, failingSince, pausedUntil };
  const window = createSendWindow(sendOnce(deps, endpoint), ({ result }) => {
    const isRotating = signingSecrets(endpoint, isoNow(deps.clock)).length > 1;
    health = healthAfter(health, result, deps.clock.now(), isRotating);
  });
  return { endpoint, record, window, moved, health: () => health };
};

/** Whether requests may begin: the lease is held, and the endpoint is neither disabled nor paused. */
export const mayBegin = ({ clock, generation }: RunDeps, { health, record }: Run): boolean =>
  record.current()?.disabled === null && generation() !== null && !isPaused(health(), clock.now());

/** Begins the requests that may begin. While the circuit is open that is one. */
export const startTries = ({ health, window }: Run): void => window.start(isCircuitOpen(health()) ? 1 : requestsAtOnce);

/**
 * Writes at most 40 ended attempts. `stored` says which of them have a row, and `move` how far they move the state.
 * Answers whether the run continues: it ends with the lease, with the endpoint, and with a failure on our side.
 */
export const recordTries = async (
  deps: RunDeps,
  { endpoint, health, record }: Run,
  finished: readonly FinishedTry[],
  stored: (outcome: TryOutcome) => boolean,
  move: (state: DeliveryState, tried: readonly DeliveryTask[]) => DeliveryState,
): Promise<Either<Unavailable, boolean>> => {
  const all = finished.map((one) => tryOutcomeOf(endpoint.id, one, deps));
  const outcomes = all.filter(({ verdict }) => verdict !== 'ours');
  const after = health();
  const tasks = outcomes.map((one) => one.finished.task);
  const written = await record.write(
    (state) => ({ state: { ...move(state, tasks), ...after } }),
    changesOf(outcomes, stored),
  );
  if (E.isLeft(written)) return written;
  if (written.right === null) return E.right(false);
  outcomes.forEach(deps.onTry);
  const isGone = outcomes.some(({ verdict }) => verdict === 'gone');
  const isFailing = outcomes.some(({ failed }) => failed !== null) && hasFailedForTooLong(after, deps.clock.now());
  if (!isGone && !isFailing) return E.right(outcomes.length === all.length);
  const disabled = await disableEndpoint(deps, record, endpoint, isGone ? 'gone' : 'failing');
  return E.isLeft(disabled) ? disabled : E.right(false);
};
