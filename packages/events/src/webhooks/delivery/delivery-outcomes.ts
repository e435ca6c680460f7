import type { Clock, IdGenerator } from '@portcullis/domain/ports';
import type { DeliveryChanges, FailedDelivery, WebhookTry } from '../../ports/webhook-deliveries.ts';
import type { DeliveryTask } from './delivery-tasks.ts';
import { eventIdOf } from './event-body.ts';
import { nextTryAt, type TryVerdict, verdictOf } from './schedule.ts';
import type { FinishedTry } from './send-window.ts';

/** The result of an attempt: its line in the log, and the new state of the delivery. */
export type TryOutcome = {
  readonly finished: FinishedTry;
  readonly verdict: TryVerdict;
  readonly line: WebhookTry;
  /** The delivery that is tried again or was given up; `null` after a success. */
  readonly failed: FailedDelivery | null;
};

const outcomeWord = (failed: FailedDelivery | null): WebhookTry['outcome'] => {
  if (failed === null) return 'delivered';
  return failed.state === 'dead' ? 'dead' : 'failed';
};

type OutcomeDeps = { readonly clock: Clock; readonly ids: IdGenerator };

/** The state of a delivery after a failure, by the number of its attempts. */
const failedDelivery = (
  endpointId: string,
  { event, place }: DeliveryTask,
  attempts: number,
  { clock, ids }: OutcomeDeps,
): FailedDelivery => {
  const nextAt = nextTryAt(attempts, clock.now(), ids);
  return {
    endpointId,
    place,
    eventId: eventIdOf(event),
    attempts,
    state: nextAt === null ? 'dead' : 'waiting',
    dueAt: new Date(nextAt ?? clock.now()).toISOString(),
  };
};

export const tryOutcomeOf = (endpointId: string, finished: FinishedTry, deps: OutcomeDeps): TryOutcome => {
  const { at, result, task } = finished;
  const verdict = verdictOf(result);
  const attempts = task.attempts + 1;
  const failed = verdict === 'delivered' ? null : failedDelivery(endpointId, task, attempts, deps);
  const line: WebhookTry = {
    at,
    eventId: eventIdOf(task.event),
    attempt: attempts,
    outcome: outcomeWord(failed),
    status: result._tag === 'Answered' ? result.status : null,
    failure: result._tag === 'NotAnswered' ? result.failure : null,
    ms: Math.max(0, Math.round(result.ms)),
    address: result.address,
  };
  return { finished, verdict, line, failed };
};

/**
 * The writes for attempts: their lines, and the deliveries that are tried again, given up or settled. A delivery that
 * was never stored needs no settling.
 */
export const changesOf = (
  outcomes: readonly TryOutcome[],
  stored: (outcome: TryOutcome) => boolean,
): DeliveryChanges => ({
  tries: outcomes.map(({ line }) => line),
  put: outcomes.flatMap(({ failed }) => failed ?? []),
  settled: outcomes
    .filter((outcome) => outcome.failed === null && stored(outcome))
    .map(({ finished }) => finished.task.place),
});
