// How fast the machine is at the moment: what an empty route of Koa takes of the processor. Accepted times of the
// budgets are in proportion to it, so it is measured in the same rounds as what it judges, or before and after it.
import { median, rounded } from '../statistics.mjs';
import { oneRound, warmUp } from './rounds.mjs';

export const koaTarget = ({ pid, url }) => ({ name: 'bare Koa GET', pid, core: 0, url: `${url}/`, expect: 200 });

/** Measures the empty Koa for so many seconds each time that `look` is called; `us()` is the median of what it took. */
export const machineSpeed = async (generator, koa, { seconds, warmSeconds }) => {
  const target = koaTarget(koa);
  if (warmSeconds > 0) await warmUp(generator, target, warmSeconds);
  const seen = [];
  const look = async () => {
    seen.push((await oneRound(generator, target, seconds)).processorUs);
  };
  return { look, us: () => rounded(median(seen), 1) };
};
