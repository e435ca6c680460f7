// One request after the other on one kept connection: what a single caller waits, without any queue.
import { exchange, newConnection } from './client/exchange.mjs';
import { processorSeconds } from './system/usage.mjs';

/** The next request: `next` returns a whole one, `bodies` a new body for the same one. */
const requestOf = async (target) => {
  if (target.next) return target.next();
  return target.bodies ? { ...target, body: target.bodies() } : target;
};

/** The processor time of each process between two samples, in microseconds per request. */
const processorUsPerRequest = (before, after, count) =>
  before.map((seconds, i) => ((after[i] - seconds) * 1e6) / count);

/**
 * The milliseconds of each target, taken one by one in turn, `A B`, `B A`, `A B`; the first tenth is thrown away. With
 * them what the processes of a target (`pids`) used for each request; it means something where no other target has
 * them.
 */
export const inTurns = async (targets, count) => {
  const agents = targets.map(newConnection);
  const used = () => targets.map(({ pids = [] }) => pids.map(processorSeconds));
  const warm = Math.ceil(count / 10);
  const times = targets.map(() => []);
  for (const target of targets) await target.prepare?.(count + warm);
  let before = used();
  try {
    for (let n = 0; n < count + warm; n += 1) {
      if (n === warm) before = used();
      const order = targets.map((_, i) => (n % 2 === 0 ? i : targets.length - 1 - i));
      for (const i of order) {
        const { ms } = await exchange(agents[i], await requestOf(targets[i]));
        if (n >= warm) times[i].push(ms);
      }
    }
  } finally {
    for (const agent of agents) agent.destroy();
  }
  const after = used();
  return targets.map((_, i) => ({ times: times[i], processorUs: processorUsPerRequest(before[i], after[i], count) }));
};
