import type { Findings } from '../harness.ts';
import type { Ending } from './final-state.ts';
import type { Load } from './load.ts';

/** Answers what a load did and found, and the state after it, whichever process was killed meanwhile. */
export const findingsOf = ({ book, tally }: Load, ending: Ending, lost: readonly string[]): Findings => {
  const { entries, files, profiles } = book.counts();
  return {
    did: {
      requests: tally.requests,
      acknowledged: tally.acknowledged,
      'repeated under their keys': tally.repeated,
      'told that an earlier one is under way': tally.underWay,
      'acknowledged profiles, entries and files looked for': `${profiles}, ${entries}, ${files}`,
      'chains walked': ending.profiles,
      'their entries': ending.entries,
      'slowest answer, ms': Math.round(tally.slowestMs),
      'in processing at the end': ending.wereProcessing,
      'driven on within, ms': ending.drivenWithinMs,
    },
    amiss: {
      'lost writes': new Set([...lost, ...ending.lost]).size,
      'second effects': ending.secondEffects.length,
      'keys that nobody lets go of': tally.stuck,
      'files that cannot be read': ending.unreadable,
      'chains that do not verify': ending.badChains,
      'profiles that differ from their ledger': ending.differing,
      'left in processing': ending.stillProcessing,
      'acknowledgements that cannot be read': tally.unreadable,
      '4xx, where there is nothing to refuse': tally.refusals,
      'answers that took too long': tally.slow,
    },
  };
};
