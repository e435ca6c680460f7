import { setTimeout as sleep } from 'node:timers/promises';
import { untilSignal } from '../command/end-signals.ts';
import type { Pause } from './follow-feed.ts';

/** How a command waits, and how it is ended. */
export type Waiting = {
  readonly pause: Pause;
  readonly untilStopped: typeof untilSignal;
  /** After so many seconds a request to the service counts as lost: a connection that was cut may say nothing. */
  readonly answerSeconds: number;
};

/** The service holds a request for up to 25 seconds. */
const answerSeconds = 40;

export const systemWaiting: Waiting = {
  pause: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
  untilStopped: untilSignal,
  answerSeconds,
};
