import { type Clock, E, type Either, type Unavailable } from '@portcullis/domain';
import { clockFault } from '@portcullis/domain/use-cases';
import type { EntryRelay } from '@portcullis/events';

/** How long entries are still placed at the stop. In all the service waits for a second until everything is closed. */
const lastPlacingMs = 600;

/** The interval at which an idle relay asks for new entries. */
const idleMs = 1000;
/** A relay that has found entries asks sooner, because other instances may write more without a sign to this one. */
const busyMs = 250;
/** The pause between two rounds is three times as long as the round took, within these limits. */
const leastGapMs = 50;
const mostGapMs = 300;
const gapRounds = 3;
/**
 * The pause grows by this for each entry that the round has placed. A round costs as much as twenty entries, so that
 * entries in quick succession share a round, and a single one does not wait.
 */
const gapMsOfEntry = 25;
/**
 * After a round with this many entries, which shows load or a backlog, the pause is nine times as long as the round.
 */
const manyEntries = 300;
const gapRoundsOfMany = 9;

/** The pause after a round of the relay that has placed `placed` entries; `null` if the round has failed. */
export const relayPause = (
  placed: number | null,
  tookMs: number,
): { readonly gapMs: number; readonly dueMs: number } => {
  const isMany = placed !== null && placed >= manyEntries;
  const [rounds, most] = isMany ? [gapRoundsOfMany, idleMs] : [gapRounds, mostGapMs];
  const gatherMs = Math.min(mostGapMs, gapMsOfEntry * (placed ?? 0));
  const gapMs = Math.min(most, Math.max(leastGapMs, rounds * tookMs, gatherMs));
  return { gapMs, dueMs: placed !== null && placed > 0 ? Math.max(busyMs, gapMs) : idleMs };
};

type RelayRoundDeps = {
  readonly relay: Pick<EntryRelay, 'round' | 'stop'>;
  readonly clock: Clock;
  /** Takes events out of the feeds that are too old. */
  readonly prune: () => Promise<void>;
  /** Looks whether entries wait for too long. */
  readonly watch: () => Promise<void>;
  readonly onFailure: (cause: Unavailable) => void;
};

/**
 * The rounds of the relay, and the last one at the stop. While the clock may be wrong there is no round: it would take
 * the lease from an instance that holds it, and a head would get a wrong time.
 */
export const relayRounds = ({ clock, onFailure, prune, relay, watch }: RelayRoundDeps) => {
  /** Answers how many entries were placed. */
  const report = (placed: Either<Unavailable, number>): number => {
    if (E.isLeft(placed)) onFailure(placed.left);
    return E.isLeft(placed) ? 0 : placed.right;
  };
  return {
    /** Answers how many entries were placed. */
    round: async (): Promise<number> => {
      if (clockFault(clock)) return 0;
      const placed = report(await relay.round()());
      await prune();
      await watch();
      return placed;
    },
    last: async (): Promise<void> => {
      if (!clockFault(clock)) report(await relay.stop(lastPlacingMs)());
    },
  };
};
