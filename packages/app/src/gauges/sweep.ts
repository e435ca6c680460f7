import type { ProfileFailure } from '@portcullis/domain/use-cases';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { SweepPart } from '../telemetry/sweep-parts.ts';

/** The part of the sweep that failed, and why. Work on a profile that fails names the profile. */
type SweepFailure = [part: 'profile', failure: ProfileFailure] | [part: Exclude<SweepPart, 'profile'>, cause: unknown];

/** The reports of the rounds of the sweep. */
export type SweepTelemetry = {
  readonly failed: (...failure: SweepFailure) => void;
  /**
   * Reports that a round was skipped, for a reason that is reported elsewhere. The round does not count as a success.
   */
  readonly skipped: () => void;
  /**
   * Runs a round. It succeeds if none of its parts failed; failed work on a single profile does not count. Answers
   * whether this instance can sweep, which means that the due profiles could be listed and processed.
   */
  readonly round: (run: () => Promise<void>) => Promise<boolean>;
};

type SweepTelemetryDeps = {
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics: Pick<Metrics, 'countSweepFailure' | 'registerGauge'>;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic: () => number;
};

/** Logs and counts the failures of the sweep, and measures the time since it succeeded. */
export const sweepTelemetry = ({ logger, metrics, monotonic }: SweepTelemetryDeps): SweepTelemetry => {
  let succeededAt = monotonic();
  let failedParts = 0;
  let canSweep = true;
  metrics.registerGauge('portcullis_sweep_age_seconds', () => (monotonic() - succeededAt) / 1000);
  const failed: SweepTelemetry['failed'] = (part, failure) => {
    metrics.countSweepFailure(part);
    if (part !== 'profile') {
      failedParts += 1;
      if (part === 'due' || part === 'thrown') canSweep = false;
      logger.warn('sweep_failed', { part, cause: failure });
      return;
    }
    const { cause, id } = failure;
    logger.warn('sweep_failed', { part, ...(id !== null && { profile_id: id }), cause });
  };
  return {
    failed,
    skipped: () => {
      failedParts += 1;
    },
    round: async (run) => {
      failedParts = 0;
      canSweep = true;
      await run().catch((cause: unknown) => failed('thrown', cause));
      if (failedParts === 0) succeededAt = monotonic();
      return canSweep;
    },
  };
};
