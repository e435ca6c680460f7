import { setTimeout as sleep } from 'node:timers/promises';

/** Nothing that a harness waits for stands still for so long. */
const stallMs = 120_000;

/** Waits until a number that is looked up is 0 or less; it throws when the number stays the same for two minutes. */
export const untilNone = async (what: string, left: () => number | Promise<number>): Promise<void> => {
  let last = Number.NaN;
  let since = performance.now();
  for (;;) {
    const now = await left();
    if (now <= 0) return;
    if (now !== last) {
      last = now;
      since = performance.now();
    }
    if (performance.now() - since > stallMs) throw new Error(`${what}: ${now}, and no fewer for two minutes`);
    await sleep(50);
  }
};
