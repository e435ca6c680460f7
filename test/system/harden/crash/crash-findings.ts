import { type Random, randomOf } from '../../../support/generators/seeded-random.ts';
import { demands } from '../access/environment.ts';
import { type ClusterEnvironment, openCluster } from '../cluster/environment.ts';
import type { Findings, HarnessOptions } from '../harness/harness.ts';
import { responseLimitMs } from '../harness/time-limits.ts';
import { abandonOne, collectFinalState, type FinalState } from './final-state.ts';
import { type Load, type LoadSize, startLoad } from './load.ts';
import { newWriteJournal } from './write-journal.ts';

/** The tokens that erase are minted with these, as a service does that shares the secret. */
const erasersIssue = { JWT_ISSUER: demands.issuer, JWT_AUDIENCE: demands.audience };

/** A cluster under load, of which something is killed. */
export type KillRun = {
  readonly cluster: ClusterEnvironment;
  readonly load: Load;
  readonly random: Random;
  /** What was acknowledged and is not there. */
  readonly lost: string[];
};

/** Answers what a load did and found, and the state after it, whichever process was killed meanwhile. */
const findingsOf = ({ journal, counters }: Load, finalState: FinalState, lost: readonly string[]): Findings => {
  const { entries, files, profiles } = journal.counts();
  return {
    performed: {
      requests: counters.requests,
      acknowledged: counters.acknowledged,
      'repeated under their keys': counters.repeated,
      'told that an earlier one is under way': counters.inProgress,
      'acknowledged profiles, entries and files looked for': `${profiles}, ${entries}, ${files}`,
      'chains walked': finalState.profiles,
      'their entries': finalState.entries,
      'slowest answer, ms': Math.round(counters.slowestMs),
      'in processing at the end': finalState.wereProcessing,
      'driven on within, ms': finalState.drivenWithinMs,
    },
    violations: {
      'lost writes': new Set([...lost, ...finalState.lost]).size,
      'second effects': finalState.secondEffects.length,
      'keys that nobody lets go of': counters.stuck,
      'files that cannot be read': finalState.unreadable,
      'chains that do not verify': finalState.badChains,
      'profiles that differ from their ledger': finalState.differing,
      'left in processing': finalState.stillProcessing,
      'acknowledgements that cannot be read': counters.unreadable,
      '4xx, where there is nothing to refuse': counters.refusals,
      'answers that took too long': counters.slow,
    },
  };
};

/**
 * Kills under load, and answers what was found then and afterwards, with what `killAll` adds to it. Both processes have
 * the same load, and lose the same things.
 */
export const killUnderLoad = async (
  order: HarnessOptions,
  { instances, ...size }: Omit<LoadSize, 'slowMs'> & { readonly instances: number },
  killAll: (run: KillRun) => Promise<() => Findings>,
): Promise<Findings> => {
  const cluster = await openCluster(order.engine, instances, erasersIssue);
  try {
    await abandonOne(cluster);
    const random = randomOf(order.seed);
    const load = startLoad(cluster, random, newWriteJournal(), { ...size, slowMs: responseLimitMs(order.size) });
    const lost: string[] = [];
    const own = await killAll({ cluster, load, random, lost }).finally(load.stop);
    const finalState = await collectFinalState(cluster, load.journal, order);
    for (const example of load.counters.examples) order.say(example);
    for (const one of [...lost, ...finalState.lost].slice(0, 5)) order.say(`lost: ${one}`);
    for (const id of finalState.examples) order.say(`unlike its ledger: ${id}`);
    for (const effect of finalState.secondEffects.slice(0, 5)) order.say(`second effect: ${effect}`);
    // The output of an instance is searched when it ends.
    await Promise.all(cluster.instances.map((instance) => instance.kill()));
    const { performed, violations } = findingsOf(load, finalState, lost);
    const more = own();
    const { exits, unhandledRejections } = cluster.mishaps;
    return {
      performed: { ...performed, ...more.performed },
      violations: {
        ...violations,
        ...more.violations,
        'exits of their own': exits,
        'unhandled rejections': unhandledRejections,
      },
    };
  } finally {
    await cluster.close();
  }
};
