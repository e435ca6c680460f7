import type { Logger } from './logger.ts';

/** Work that is due by time, done now and then; `stop` waits for what is being done. */
export type Sweeper = { readonly start: () => void; readonly stop: () => Promise<void> };

/**
 * Runs `sweep` again `everyMs` after it has ended, so that two never overlap. A failure is logged and the next round
 * comes all the same. Its timer does not keep the process alive.
 */
export const createSweeper = (sweep: () => Promise<void>, everyMs: number, logger: Logger): Sweeper => {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  const plan = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = sweep()
        .catch((cause: unknown) => logger.error('sweep_failed', { cause }))
        .then(plan);
    }, everyMs).unref();
  };

  return {
    start: plan,
    stop: async () => {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
};
