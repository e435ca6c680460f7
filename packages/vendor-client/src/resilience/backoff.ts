import { after, firstOf, type Trigger } from '@portcullis/domain/kernel';

const baseDelayMs = 100;
const maxDelayMs = 2000;

/**
 * The delay after the n-th attempt: a random part of an interval that doubles (full jitter), so that callers who failed
 * together do not retry together. It is added to the delay that the provider requested.
 */
export const backoffDelay = (attempts: number, retryAfterMs: number | null, random: () => number): number =>
  (retryAfterMs ?? 0) + random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempts - 1));

/** Fires when the time is over or the signal aborts the call. */
export const endOfWait =
  (ms: number, signal: AbortSignal): Trigger =>
  (fire) => {
    if (signal.aborted) fire();
    const stopTimer = after(globalThis, ms)(fire);
    signal.addEventListener('abort', fire);
    return () => {
      stopTimer();
      signal.removeEventListener('abort', fire);
    };
  };

/** Waits for the time, or until the signal aborts the call. */
export const abortableDelay = async (ms: number, signal: AbortSignal): Promise<void> => {
  await firstOf([['over', endOfWait(ms, signal)]]);
};
