import type { Clock, Either, IdempotencyStore, SweepDue, Unavailable } from '@portcullis/domain';
import { E } from '@portcullis/domain';
import { clockFault } from '@portcullis/domain/use-cases';
import type { SweepTelemetry } from '../gauges/sweep.ts';
import { pruneOlder } from './prune-older.ts';

/** How many expired idempotency keys are deleted in one round. */
const prunedKeysPerRound = 200;

type SweepRoundDeps = {
  readonly clock: Clock;
  /** Compares the clock with that of the database. */
  readonly compareClock: () => Promise<void>;
  /** Takes the lease on the sweep, or renews it. */
  readonly keepLease: () => Promise<Either<Unavailable, void>>;
  readonly sweep: SweepDue;
  readonly keys: Pick<IdempotencyStore, 'prune'>;
  /** Counts what waits and what is stored. Counting what is stored also deletes the counts of earlier days. */
  readonly measure: () => Promise<void>;
  readonly maintainAccessLog: () => Promise<Either<Unavailable, void>>;
  readonly telemetry: Pick<SweepTelemetry, 'failed' | 'skipped'>;
};

/** One round of the sweep. Nothing is due, and nothing is old, by a clock that may be wrong. */
export const sweepRound =
  (deps: SweepRoundDeps) =>
  async (onHandled?: () => void): Promise<void> => {
    const { maintainAccessLog, clock, compareClock, keepLease, keys, measure, sweep, telemetry } = deps;
    const { failed, skipped } = telemetry;
    await compareClock();
    if (clockFault(clock)) return skipped();
    await measure();
    const kept = await keepLease();
    // The rest of the lease is used in any case.
    if (E.isLeft(kept)) failed('lease', kept.left);
    const swept = await sweep(onHandled)();
    if (E.isLeft(swept)) return failed('due', swept.left);
    for (const failure of swept.right.failures) failed('profile', failure);
    const forgotten = await pruneOlder(clock, 0, (now) => keys.prune(now, prunedKeysPerRound))();
    if (E.isLeft(forgotten)) failed('idempotency_keys', forgotten.left);
    const aged = await maintainAccessLog();
    if (E.isLeft(aged)) failed('access_log', aged.left);
  };
