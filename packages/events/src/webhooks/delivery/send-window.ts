import { subjectOf } from '../../ledger/partner-event.ts';
import type { WebhookResult } from '../../ports/webhook-sender.ts';
import type { DeliveryTask } from './delivery-tasks.ts';
import { verdictOf } from './schedule.ts';

/** An attempt that has ended. `at` is when it began. */
export type FinishedTry = { readonly task: DeliveryTask; readonly at: string; readonly result: WebhookResult };

/** The requests to an endpoint: those in flight, those in the queue, and those that have ended. */
export type SendWindow = {
  readonly add: (tasks: readonly DeliveryTask[]) => void;
  /**
   * Begins as many requests as are allowed, in their order. The first attempts of one profile are made one after the
   * other, each after the result of the one before was taken.
   */
  readonly start: (mostAtOnce: number) => void;
  /** Takes at most `most` of the requests that have ended and were not taken yet. */
  readonly take: (most: number) => readonly FinishedTry[];
  /** Resolves when another request has ended, and at once if none is in flight. */
  readonly oneFinished: () => Promise<void>;
  readonly size: () => { readonly waiting: number; readonly underWay: number; readonly finished: number };
  /** Whether all requests that have ended and were not taken yet have succeeded. */
  readonly areAllDelivered: () => boolean;
};

export const createSendWindow = (
  send: (task: DeliveryTask) => Promise<FinishedTry>,
  onFinished: (finished: FinishedTry) => void,
): SendWindow => {
  const waiting: DeliveryTask[] = [];
  const finished: FinishedTry[] = [];
  const busy = new Set<string>();
  let underWay = 0;
  let wake: () => void = () => undefined;

  const end = (done: FinishedTry): void => {
    underWay -= 1;
    finished.push(done);
    onFinished(done);
    wake();
  };

  /** Takes the first task whose profile has no request in flight; tasks of one profile wait for each other. */
  const nextTask = (): DeliveryTask | undefined => {
    const at = waiting.findIndex(({ event }) => !busy.has(subjectOf(event.event)));
    return at < 0 ? undefined : waiting.splice(at, 1)[0];
  };

  return {
    add: (tasks) => {
      waiting.push(...tasks);
    },
    start: (mostAtOnce) => {
      while (underWay < mostAtOnce) {
        const task = nextTask();
        if (task === undefined) return;
        busy.add(subjectOf(task.event.event));
        underWay += 1;
        void send(task).then(end);
      }
    },
    take: (most) => {
      const taken = finished.splice(0, most);
      for (const { task } of taken) busy.delete(subjectOf(task.event.event));
      return taken;
    },
    oneFinished: () =>
      new Promise((resolve) => {
        if (underWay === 0) resolve();
        else wake = resolve;
      }),
    size: () => ({ waiting: waiting.length, underWay, finished: finished.length }),
    areAllDelivered: () => finished.every(({ result }) => verdictOf(result) === 'delivered'),
  };
};
