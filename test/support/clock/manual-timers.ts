import { setImmediate as turn } from 'node:timers/promises';
import type { Timers } from '#app/jobs/sweeper';

/** So many turns of the event loop finish what a timer has begun, where nothing in it waits for the outside. */
const turns = 20;

/** Timers of a clock that the test moves. */
export const manualTimers = () => {
  let now = 1000;
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>();
  const timers: Timers = {
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
  };
  const settle = async (): Promise<void> => {
    for (let n = 0; n < turns; n += 1) await turn();
  };
  return {
    timers,
    settle,
    /** Lets so many milliseconds pass, and everything run that is due within them. */
    pass: async (ms: number): Promise<void> => {
      const end = now + ms;
      await settle();
      for (;;) {
        const [next] = [...waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        waiting.delete(next);
        now = Math.max(now, next.at);
        next.run();
        await settle();
      }
      now = end;
    },
    /** Time that passes within what runs. */
    takes: (ms: number): void => {
      now += ms;
    },
    count: (): number => waiting.size,
  };
};
