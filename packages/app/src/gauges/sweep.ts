import type { ProfileFailure } from '@portcullis/domain/use-cases';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { SweepPart } from '../telemetry/sweep-parts.ts';

/** A part of the sweep, and why it failed. The work of a profile fails for that profile. */
type SweepFailure = [part: 'profile', failure: ProfileFailure] | [part: Exclude<SweepPart, 'profile'>, cause: unknown];

/** What the rounds of the sweep report. */
export type SweepTelemetry = {
  readonly failed: (...failure: SweepFailure) => void;
  /** Says that a round was left out, for a reason that is reported elsewhere: it has not succeeded. */
  readonly leftOut: () => void;
  /**
   * Runs a round. It succeeds when none of its parts failed; work of one profile that fails is no part. Answers whether
   * this instance can sweep: what is due could be listed and gone through.
   */
  readonly round: (run: () => Promise<void>) => Promise<boolean>;
};

type SweepTelemetryDeps = {
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics: Pick<Metrics, 'countSweepFailure' | 'registerGauge'>;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic: () => number;
  /** Whether this instance has no part of the work, because others have all of it. */
  readonly isSpare: () => boolean;
};

/** Logs and counts the failures of the sweep, and measures the time since it succeeded. */
export const sweepTelemetry = ({ isSpare, logger, metrics, monotonic }: SweepTelemetryDeps): SweepTelemetry => {
  let succeededAt = monotonic();
  let undone = 0;
  let canSweep = true;
  // An instance without a part has nothing to sweep: neither is it done, nor is anybody to be called for it.
  metrics.registerGauge('portcullis_sweep_age_seconds', () => (isSpare() ? null : (monotonic() - succeededAt) / 1000));
  const failed: SweepTelemetry['failed'] = (part, failure) => {
    metrics.countSweepFailure(part);
    if (part !== 'profile') {
      undone += 1;
      if (part === 'due' || part === 'thrown') canSweep = false;
      logger.warn('sweep_failed', { part, cause: failure });
      return;
    }
    const { cause, id } = failure;
    logger.warn('sweep_failed', { part, ...(id !== null && { profile_id: id }), cause });
  };
  return {
    failed,
    leftOut: () => {
      undone += 1;
    },
    round: async (run) => {
      [undone, canSweep] = [0, true];
      await run().catch((cause: unknown) => failed('thrown', cause));
      if (undone === 0) succeededAt = monotonic();
      return canSweep;
    },
  };
};
