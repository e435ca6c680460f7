import type { Unavailable } from '../../kernel/errors.ts';
import { pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FeedNumbers } from '../../ports/logs/event-feed.ts';
import type { LedgerLog, WaitingEntry } from '../../ports/logs/ledger-log.ts';

/** An entry is placed about a second after its commit; after so long nobody places, or it is kept from a place. */
const overdueMs = 300_000;

/** So many entries without a place are read. */
const maxWaiting = 1000;

export type OverdueDeps = { readonly ledgerLog: Pick<LedgerLog, 'waiting'>; readonly clock: Clock };

const isOverdue =
  (clock: Clock) =>
  ({ place, recordedAt }: WaitingEntry): boolean =>
    place !== 0 || !(Math.abs(clock.now() - Date.parse(recordedAt ?? '')) < overdueMs);

/**
 * The entries that should stand at a place of the log and do not: those that are five minutes old or say nothing of
 * their time, and at once those with a place that no relay gives. They are looked for among a thousand without a place.
 */
export const overdueEntries =
  ({ clock, ledgerLog }: OverdueDeps): (() => TaskEither<Unavailable, readonly WaitingEntry[]>) =>
  () =>
    TE.map((waiting: readonly WaitingEntry[]) => waiting.filter(isOverdue(clock)))(ledgerLog.waiting(maxWaiting));

/** What waits for the relay: for the log, and of the log for the feeds. `oldest` is the earliest time of the first. */
export type RelayBacklog = {
  readonly overdue: number;
  readonly unplaced: number;
  readonly oldest: string | null;
  readonly unnumbered: number;
  /** Up to which place of the log the feeds have come. */
  readonly followed: number;
};

export type BacklogDeps = {
  readonly ledgerLog: Pick<LedgerLog, 'state' | 'waiting'>;
  readonly feedNumbers: Pick<FeedNumbers, 'followed'>;
  readonly clock: Clock;
};

/** Counts what waits for the relay; up to a thousand entries for the log. */
export const relayBacklog =
  ({ clock, feedNumbers, ledgerLog }: BacklogDeps): (() => TaskEither<Unavailable, RelayBacklog>) =>
  () =>
    pipe(
      TE.Do,
      TE.bindW('followed', () => feedNumbers.followed()),
      TE.bindW('state', () => ledgerLog.state()),
      TE.bindW('waiting', () => ledgerLog.waiting(maxWaiting)),
      TE.map(({ followed, state, waiting }) => ({
        overdue: waiting.filter(isOverdue(clock)).length,
        unplaced: waiting.length,
        oldest: waiting.flatMap(({ recordedAt }) => recordedAt ?? []).toSorted()[0] ?? null,
        unnumbered: Math.max(0, (state?.size ?? 0) - followed),
        followed,
      })),
    );
