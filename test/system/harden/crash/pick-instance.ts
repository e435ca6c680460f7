import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../support/generators/seeded-random.ts';
import type { ClusterEnvironment, Instance } from '../cluster/environment.ts';

/** Picks a running instance at random, and waits for one until the load is over. */
export const pickRunningInstance = async (
  { instances }: ClusterEnvironment,
  random: Random,
  isOver: () => boolean,
): Promise<Instance | null> => {
  for (;;) {
    const up = instances.filter((instance) => instance.isUp());
    const chosen = up[Math.floor(random() * up.length)];
    if (chosen !== undefined || isOver()) return chosen ?? null;
    await sleep(5);
  }
};
