import type { RequestListener } from 'node:http';
import { inject } from './inject.ts';
import type { Flood } from './multipart-floods.ts';

/** Sends a body to the application. */
export type Target = { readonly listener: RequestListener; readonly method: string; readonly path: string };

const chunkBytes = 64 * 1024;

/**
 * What one body costs, in nanoseconds a byte. The clock is read, and not the counter of the processor, which takes
 * longer to read than a body to parse: nothing here waits, so that the least of some measurements is processor alone.
 */
const costOf = async ({ listener, method, path }: Target, { body, type }: Flood): Promise<number> => {
  const began = performance.now();
  await inject(listener, { method, path, type, body, chunkBytes });
  return (1e6 * (performance.now() - began)) / body.length;
};

/** The least of some measurements: whatever else the machine does can only add to one. */
const leastCost = async (measure: () => Promise<number>, times: number): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i += 1) least = Math.min(least, await measure());
  return least;
};

/** What the bodies of one kind cost beside an honest one. */
export type FloodCosts = {
  readonly bodies: number;
  readonly honestNs: number;
  readonly worst: { readonly name: string; readonly times: number };
  /** The bodies that cost more than the bound, each with how many times an honest byte its bytes cost. */
  readonly beyond: readonly string[];
};

/** The processor may have been taken away during a measurement, so that another one is made at once. */
const glances = 5;
/**
 * What is still beyond the bound is repeated in so many rounds of so many, each beside an honest body, before it
 * counts.
 */
const rounds = 6;
const perRound = 6;

/** Measures a body and an honest one in turn, because the machine may be slower at some times than at others. */
const compareInTurn = async (target: Target, honest: Flood, flood: Flood): Promise<number> => {
  let leastHonest = Number.POSITIVE_INFINITY;
  let leastFlood = Number.POSITIVE_INFINITY;
  for (let i = 0; i < perRound; i += 1) {
    leastFlood = Math.min(leastFlood, await costOf(target, flood));
    leastHonest = Math.min(leastHonest, await costOf(target, honest));
  }
  return leastFlood / leastHonest;
};

/** Measures every body, and those beyond the bound again. */
export const compareCosts = async (
  target: Target,
  honest: Flood,
  floods: Iterable<Flood>,
  bound: number,
): Promise<FloodCosts> => {
  const honestNs = await leastCost(() => costOf(target, honest), 60);
  let bodies = 0;
  let worst = { name: '', times: 0 };
  const beyond: string[] = [];
  for (const flood of floods) {
    bodies += 1;
    let times = Number.POSITIVE_INFINITY;
    for (let i = 0; times > bound && i < glances; i += 1) {
      times = Math.min(times, (await costOf(target, flood)) / honestNs);
    }
    for (let round = 0; times > bound && round < rounds; round += 1) {
      times = Math.min(times, await compareInTurn(target, honest, flood));
    }
    if (times > worst.times) worst = { name: flood.name, times };
    if (times > bound) beyond.push(`${flood.name}: ${times.toFixed(1)} times`);
  }
  return { bodies, honestNs, worst, beyond };
};
