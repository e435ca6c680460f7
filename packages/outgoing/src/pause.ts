const firstPauseMs = 100;
const longestPauseMs = 2000;

/**
 * How long to wait after the n-th try: a random part of an interval that doubles (full jitter), so that callers who
 * failed together do not come back together. What the provider asked for is waited before it.
 */
export const pauseAfter = (tries: number, retryAfterMs: number | null, random: () => number): number =>
  (retryAfterMs ?? 0) + random() * Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1));

/** Waits, or until the signal ends the call. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
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
