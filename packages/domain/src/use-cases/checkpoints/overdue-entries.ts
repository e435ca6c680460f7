import type { Unavailable } from '../../kernel/errors.ts';
import { type TaskEither, TE } from '../../kernel/fp.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LedgerLog, WaitingEntry } from '../../ports/logs/ledger-log.ts';

/** An entry is placed about a second after its commit; after so long nobody places, or it is kept from a place. */
const overdueMs = 300_000;

/** So many entries without a place are read. */
const maxWaiting = 1000;

export type OverdueDeps = { readonly ledgerLog: Pick<LedgerLog, 'waiting'>; readonly clock: Clock };

/**
 * The entries that should stand at a place of the log and do not: those that are five minutes old or say nothing of
 * their time, and at once those with a place that no relay gives. They are looked for among a thousand without a place.
 */
export const overdueEntries =
  ({ clock, ledgerLog }: OverdueDeps): (() => TaskEither<Unavailable, readonly WaitingEntry[]>) =>
  () => {
    const isYoung = ({ place, recordedAt }: WaitingEntry): boolean =>
      place === 0 && Math.abs(clock.now() - Date.parse(recordedAt ?? '')) < overdueMs;
    return TE.map((waiting: readonly WaitingEntry[]) => waiting.filter((entry) => !isYoung(entry)))(
      ledgerLog.waiting(maxWaiting),
    );
  };
