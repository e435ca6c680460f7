import type { Clock } from '@portcullis/domain';
import { monotonicNow } from '@portcullis/domain/ports';
import type { KeptShares } from '@portcullis/domain/use-cases';

/** A round in which no part ends in this time is taken to hang. */
const longestTaskMs = 300_000;

/** An instance whose rounds fail for this time leaves its shards to others. */
const failingMs = 180_000;

/** How long it stays away the first time, and at most: each time that it fails again it is twice as long. */
const firstAwayMs = 30_000;
const longestAwayMs = 480_000;

type KeptRoundDeps = {
  readonly shares: Pick<KeptShares, 'count' | 'keep' | 'leaveToOthers'>;
  readonly clock: Clock;
  /**
   * A round of the sweep, which answers whether the instance can sweep at all. It is on trial from when it has left its
   * part until a round over a part succeeds. It calls `onHandled` whenever something in it has ended.
   */
  readonly round: (isOnTrial: boolean, onHandled: () => void) => Promise<boolean>;
  /** Hears for how many milliseconds this instance has left its part to others. */
  readonly onLeft: (ms: number) => void;
};

/** Rounds of the sweep, and what keeps the shares of this instance while one of them takes long. */
export type KeptRounds = { readonly round: () => Promise<void>; readonly keep: () => Promise<void> };

/** Judges by its rounds whether an instance can do its part. One round is enough where it has failed before. */
const shareJudge = ({ clock, onLeft, shares }: Omit<KeptRoundDeps, 'round'>) => {
  let failingSince: number | null = null;
  let isOnTrial = false;
  let awayMs = firstAwayMs;
  return {
    isOnTrial: (): boolean => isOnTrial,
    judge: async (canSweep: boolean, hadPart: boolean): Promise<void> => {
      // Without a part a round has nothing to fail at. One whose lease cannot be renewed loses it without that.
      if (!hadPart) return;
      if (canSweep) {
        failingSince = null;
        isOnTrial = false;
        awayMs = firstAwayMs;
        return;
      }
      failingSince ??= monotonicNow(clock);
      if (!isOnTrial && monotonicNow(clock) - failingSince < failingMs) return;
      if (!(await shares.leaveToOthers(awayMs))) return;
      onLeft(awayMs);
      failingSince = null;
      isOnTrial = true;
      awayMs = Math.min(2 * awayMs, longestAwayMs);
    },
  };
};

/**
 * Keeps the shares of an instance beside the rounds of its sweep. If a round hangs, or rounds keep failing while the
 * lease can be renewed, other instances get the shards, because this one does not do their work.
 */
export const keepingShares = ({ round, ...deps }: KeptRoundDeps): KeptRounds => {
  const { clock, shares } = deps;
  const { isOnTrial, judge } = shareJudge(deps);
  /** When the round has begun, or something in it has ended; `null` between rounds. */
  let aliveAt: number | null = null;
  return {
    round: async () => {
      aliveAt = monotonicNow(clock);
      const hadPart = shares.count() > 0;
      let canSweep = false;
      try {
        canSweep = await round(isOnTrial(), () => {
          if (aliveAt !== null) aliveAt = monotonicNow(clock);
        });
      } finally {
        aliveAt = null;
        await judge(canSweep, hadPart);
      }
    },
    keep: async () => {
      // What prevents it the next round says.
      if (aliveAt === null || monotonicNow(clock) - aliveAt < longestTaskMs) await shares.keep();
    },
  };
};
