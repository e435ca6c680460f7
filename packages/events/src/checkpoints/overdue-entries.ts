import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain/kernel';
import type { Clock } from '@portcullis/domain/ports';
import type { FeedNumbers } from '../ports/event-feed.ts';
import type { LedgerLog, WaitingEntry } from '../ports/ledger-log.ts';

/**
 * An entry gets its place about a second after its commit. One that has none after five minutes shows that no relay is
 * running, or that somebody keeps the entry from its place.
 */
const overdueMs = 300_000;

/** The number of entries without a place that are read at most. */
const maxWaiting = 1000;

export type OverdueDeps = { readonly ledgerLog: Pick<LedgerLog, 'waiting'>; readonly clock: Clock };

const isOverdue =
  (clock: Clock) =>
  ({ place, recordedAt }: WaitingEntry): boolean =>
    place !== 0 || !(Math.abs(clock.now() - Date.parse(recordedAt ?? '')) < overdueMs);

/**
 * The entries that should have a place in the log and have none: those that are five minutes old or have no time, and
 * at once those with a place that no relay gives. At most a thousand entries without a place are examined.
 */
export const overdueEntries =
  ({ clock, ledgerLog }: OverdueDeps): (() => TaskEither<Unavailable, readonly WaitingEntry[]>) =>
  () =>
    pipe(
      ledgerLog.waiting(maxWaiting),
      TE.map((waiting) => waiting.filter(isOverdue(clock))),
    );

/**
 * The work that waits for the relay: entries for a place in the log, and places of the log for their number in the
 * feeds. `oldest` is the earliest time (ISO 8601) of an entry without a place.
 */
export type RelayBacklog = {
  readonly overdue: number;
  readonly unplaced: number;
  readonly oldest: string | null;
  readonly unnumbered: number;
  /** The place of the log up to which the feeds are numbered. */
  readonly followed: number;
};

export type BacklogDeps = {
  readonly ledgerLog: Pick<LedgerLog, 'state' | 'waiting'>;
  readonly feedNumbers: Pick<FeedNumbers, 'followed'>;
  readonly clock: Clock;
};

/** Counts what waits for the relay. It counts at most a thousand entries without a place. */
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
