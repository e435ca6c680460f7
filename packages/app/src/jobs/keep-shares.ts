import type { Clock } from '@portcullis/domain';
import { monotonicNow } from '@portcullis/domain/ports';
import type { KeptShares } from '@portcullis/domain/use-cases';

/** A round that takes longer hangs, as far as anybody can tell. */
const longestRoundMs = 300_000;

/** Rounds of the sweep, and what keeps the shares of this instance while one of them takes long. */
export type KeptRounds = { readonly round: () => Promise<void>; readonly keep: () => Promise<void> };

/**
 * Keeps the shares of an instance beside the rounds of its sweep. Where a round hangs, others get them: it would never
 * do what is in them.
 */
export const keepingShares = (
  shares: Pick<KeptShares, 'keep'>,
  clock: Clock,
  round: () => Promise<void>,
): KeptRounds => {
  let begunAt: number | null = null;
  return {
    round: async () => {
      begunAt = monotonicNow(clock);
      try {
        await round();
      } finally {
        begunAt = null;
      }
    },
    keep: async () => {
      // What prevents it the next round says.
      if (begunAt === null || monotonicNow(clock) - begunAt < longestRoundMs) await shares.keep();
    },
  };
};
