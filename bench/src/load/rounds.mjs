// Rounds of load on several targets in turn.
import { percentile } from '../statistics.mjs';
import { generatorCore, pin } from '../system/pinning.mjs';
import { processorSeconds } from '../system/usage.mjs';

export const connections = 16;

/** So many bodies are made for each second of a round: enough, however fast the machine. */
const perSecond = 3000;

/** Above this share of its time on the processor, it is the load generator that limits a rate. */
const busyShare = 0.9;

const usedBy = (pids) => pids.map(processorSeconds).reduce((sum, seconds) => sum + seconds, 0);

/**
 * A target is `{ name, pids, core?, url, method?, headers?, body?, bodies?, variants?, once?, prepare?, expect }`.
 * `pids` are the processes that answer, and `core` is the one that the first of them is pinned to. `bodies` returns a
 * new body for each request and `variants` is a list of `{ path?, headers? }` that are used in turn, with `once` each
 * once at most; `prepare` is awaited before the clock runs. Every response must have the status `expect`, or the round
 * is not a measurement.
 */
export const oneRound = async (generator, target, seconds) => {
  const pids = target.pids ?? [target.pid];
  pin(generator.pid, target.core === undefined ? null : generatorCore(target.core));
  let usedBefore = 0;
  const prepare = async (count) => {
    await target.prepare?.(count, seconds);
    usedBefore = usedBy(pids);
  };
  const { times, elapsedMs, processorMs } = await generator.run(
    { ...target, prepare },
    { seconds, connections, perSecond },
  );
  return {
    rate: ((times.length - 1) * 1000) / elapsedMs,
    times,
    p99: percentile(times, 0.99),
    processorUs: ((usedBy(pids) - usedBefore) * 1e6) / times.length,
    generatorShare: processorMs / elapsedMs,
  };
};

/**
 * Until it has answered so many requests, a process still learns its code; on a busy machine that takes more than one
 * round.
 */
const warmRequests = 1000;
const maxWarmRounds = 5;

/** Load that is not counted. */
const warmUp = async (generator, target, seconds) => {
  let answered = 0;
  for (let round = 0; round < maxWarmRounds && answered < warmRequests; round += 1) {
    const { times } = await oneRound(generator, target, seconds);
    answered += times.length;
  }
};

/** Rounds of every target in turn, `A B`, `B A`, so that what else the machine does meets all of them alike. */
export const alternating = async (generator, targets, { rounds, seconds, warmSeconds }) => {
  if (warmSeconds > 0) for (const target of targets) await warmUp(generator, target, warmSeconds);
  const measured = targets.map(({ name }) => ({ name, rounds: [] }));
  for (let round = 0; round < rounds; round += 1) {
    // Every other round begins at the other end, so that none is always the one that finds the machine warm.
    const order = targets.map((_, i) => (round % 2 === 0 ? i : targets.length - 1 - i));
    for (const i of order) measured[i].rounds.push(await oneRound(generator, targets[i], seconds));
  }
  const limited = measured.filter(({ rounds: all }) => all.some(({ generatorShare }) => generatorShare > busyShare));
  for (const { name } of limited) console.log(`    the load generator limited the rate of: ${name}`);
  return measured;
};
