const baseDelayMs = 100;
const maxDelayMs = 2000;

/**
 * The delay after the n-th attempt: a random part of an interval that doubles (full jitter), so that callers who failed
 * together do not retry together. It is added to the delay that the provider requested.
 */
export const backoffDelay = (attempts: number, retryAfterMs: number | null, random: () => number): number =>
  (retryAfterMs ?? 0) + random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempts - 1));

/** Waits for the time, or until the signal aborts the call. */
export const abortableDelay = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
