import { setTimeout as sleep } from 'node:timers/promises';
import { untilSignal } from '../command/end-signals.ts';
import type { Pause } from './follow-feed.ts';

/** How a command waits, and how it is ended. */
export type Waiting = {
  readonly pause: Pause;
  readonly untilStopped: typeof untilSignal;
  /** The seconds after which a request to the service counts as lost: a broken connection may give no sign of it. */
  readonly answerSeconds: number;
};

/** The service holds a request for up to 25 seconds. */
const answerSeconds = 40;

export const systemWaiting: Waiting = {
  pause: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
  untilStopped: untilSignal,
  answerSeconds,
};
