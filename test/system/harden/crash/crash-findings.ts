import type { Findings } from '../harness/harness.ts';
import type { FinalState } from './final-state.ts';
import type { Load } from './load.ts';

/** Answers what a load did and found, and the state after it, whichever process was killed meanwhile. */
export const findingsOf = ({ journal, counters }: Load, finalState: FinalState, lost: readonly string[]): Findings => {
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
