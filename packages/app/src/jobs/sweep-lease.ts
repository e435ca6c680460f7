import { type Clock, E, type Either, type Unavailable } from '@portcullis/domain';
import { monotonicNow } from '@portcullis/domain/ports';
import type { KeptLease } from '@portcullis/events';

/** An instance in whose sweep nothing has succeeded for this time leaves the sweep to others. */
const stuckMs = 300_000;

/** For this time it stands by. */
const awayMs = 60_000;

type SweepLeaseDeps = {
  readonly lease: Pick<KeptLease, 'isHeld' | 'keep' | 'release'>;
  readonly clock: Clock;
  /**
   * A round of the sweep, which answers whether the instance can sweep at all. It calls `onHandled` whenever something
   * in it has ended. `isAway` says that the instance leaves the sweep to others, because it has failed.
   */
  readonly round: (isAway: boolean, onHandled: () => void) => Promise<boolean>;
  /** Hears that this instance leaves the sweep to others. */
  readonly onLeft: () => void;
};

/** Rounds of the sweep, and what keeps the lease on it, also while one of them takes long. */
export type LeasedRounds = {
  readonly round: () => Promise<void>;
  readonly keep: () => Promise<Either<Unavailable, void>>;
};

/**
 * Keeps the lease on the sweep beside its rounds. If a round hangs, or rounds keep failing while the lease can be
 * renewed, the instance gives it up for a minute, so that another one may take it. A round that hangs takes nothing.
 */
export const leasedRounds = ({ clock, lease, onLeft, round }: SweepLeaseDeps): LeasedRounds => {
  let isRunning = false;
  /** When something in the sweep ended well, or when this instance had no lease. */
  let wellAt = monotonicNow(clock);
  let leftAt: number | null = null;
  return {
    round: async () => {
      isRunning = true;
      const isAway = leftAt !== null;
      try {
        const canSweep = await round(isAway, () => {
          wellAt = monotonicNow(clock);
        });
        if (canSweep && !isAway) wellAt = monotonicNow(clock);
      } finally {
        isRunning = false;
      }
    },
    keep: async () => {
      const now = monotonicNow(clock);
      if (leftAt !== null) {
        if (isRunning || now - leftAt < awayMs) return E.right(undefined);
        leftAt = null;
        wellAt = now;
      }
      if (!lease.isHeld()) wellAt = now;
      if (now - wellAt < stuckMs) return lease.keep();
      leftAt = now;
      await lease.release();
      onLeft();
      return E.right(undefined);
    },
  };
};
