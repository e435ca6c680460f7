import type { Logger } from './telemetry/logger.ts';

/** A periodic job for work that is due by time; `stop` waits for the round that is running. */
export type Sweeper = { readonly start: () => void; readonly stop: () => Promise<void> };

/**
 * Runs `sweep`, and again `everyMs` after it has ended, so that two rounds never overlap. A failure is logged, and the
 * next round still runs. The timer does not keep the process alive.
 */
export const createSweeper = (sweep: () => Promise<void>, everyMs: number, logger: Logger): Sweeper => {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  const scheduleNext = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = sweep()
        .catch((cause: unknown) => logger.error('sweep_failed', { cause }))
        .then(scheduleNext);
    }, everyMs).unref();
  };

  return {
    start: scheduleNext,
    stop: async () => {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
};
