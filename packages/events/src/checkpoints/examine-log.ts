import { E, type Either, type ProfileId, type TaskEither, type Unavailable } from '@portcullis/domain/kernel';
import type { Clock } from '@portcullis/domain/ports';
import type { LogHead } from '../ledger/checkpoint.ts';
import type { LedgerLog, LogState, WaitingEntry } from '../ports/ledger-log.ts';
import { overdueEntries } from './overdue-entries.ts';
import { type LogPosition, logStart, walkLog } from './walk-log.ts';

/** The possible faults of the log of all entries, when it is compared with its earlier heads. */
export const logFaults = {
  no_log: 'there is no log, and there are heads of one',
  other_log: 'the head is of another log',
  log_shrunk: 'the log has fewer entries than the head: it was rolled back or cut off',
  place_missing: 'no entry stands here: it was removed, and nothing was compared from there on',
  place_twice: 'two entries stand at this place',
  not_placed: 'the entry stands at no place in the log: nobody places, or it was kept from its place',
  entries_changed: 'the entries up to the head are not those of when it was made',
  state_changed: 'what is kept of the log does not follow from its entries',
} as const;

/** One thing that is wrong, at a place (from 1) or with a head of some size. */
export type LogFault = {
  readonly fault: keyof typeof logFaults;
  readonly place?: number;
  /** The last of the places, where there are several. */
  readonly lastPlace?: number;
  readonly size?: number;
  readonly profileId?: ProfileId;
  readonly seq?: number;
};

/** How many entries the log has, how many heads it was compared with, and what is wrong. */
export type ExaminedLog = { readonly entries: number; readonly heads: number; readonly faults: readonly LogFault[] };

const notPlaced = ({ place, profileId, seq }: WaitingEntry): LogFault => ({
  fault: 'not_placed',
  profileId,
  seq,
  ...(place !== 0 && { place }),
});

/** The faults of heads before any entry is read. */
const faultsOfHeads = (heads: readonly LogHead[], { logId, size }: LogState): readonly LogFault[] =>
  heads.flatMap((head): readonly LogFault[] => {
    if (head.logId !== logId) return [{ fault: 'other_log', size: head.size }];
    return head.size > size ? [{ fault: 'log_shrunk', size: head.size }] : [];
  });

/** Compares positions with the heads that can be, in their order. Later heads differ where an earlier one does. */
const headComparison = (heads: readonly LogHead[], { logId }: LogState, report: (fault: LogFault) => void) => {
  const rest = heads.filter((head) => head.logId === logId).toSorted((a, b) => a.size - b.size);
  let lastSame = 0;
  let hasDiffered = false;
  return ({ hash, size }: LogPosition): void => {
    for (let head = rest[0]; head !== undefined && head.size <= size && !hasDiffered; head = rest[0]) {
      rest.shift();
      hasDiffered = head.hash !== hash;
      if (hasDiffered) report({ fault: 'entries_changed', place: lastSame + 1, lastPlace: size, size });
      else lastSame = size;
    }
  };
};

/** Whether entries stand behind the end of the log, where none can: places and state are written in one step. */
const isStateBehind = async (log: LedgerLog): Promise<Either<Unavailable, boolean>> => {
  const found = await log.state()();
  if (E.isLeft(found)) return found;
  const size = found.right?.size ?? 0;
  const beyond = await log.entries(size, 1)();
  if (E.isLeft(beyond) || beyond.right.length === 0) return E.isLeft(beyond) ? beyond : E.right(false);
  const again = await log.state()();
  return E.isLeft(again) ? again : E.right(again.right?.size === size);
};

/** The faults of the entries of the log, from the first to the last, and of its state. */
const examineEntries = async (
  log: LedgerLog,
  state: LogState,
  heads: readonly LogHead[],
): Promise<Either<Unavailable, readonly LogFault[]>> => {
  const faults: LogFault[] = [];
  const report = (fault: LogFault): void => void faults.push(fault);
  const compare = headComparison(heads, state, report);
  compare(logStart);
  const walked = await walkLog(log, logStart, Math.ceil(state.size), { position: compare, fault: report });
  if (E.isLeft(walked)) return walked;
  const behind = await isStateBehind(log);
  if (E.isLeft(behind)) return behind;
  const isOther = walked.right.size === state.size && walked.right.hash !== state.hash;
  if (isOther || behind.right) report({ fault: 'state_changed' });
  return E.right(faults);
};

/**
 * Compares the log with heads of it that were kept elsewhere. Every entry that stood at a place when such a head was
 * made must stand there still, unchanged: what was rewritten, rolled back, cut off or removed is found, up to the heads
 * between which it stood. So are entries that stand at no place. It does not verify signatures, and writes nothing.
 */
export type ExamineLog = (heads: readonly LogHead[]) => TaskEither<Unavailable, ExaminedLog>;

export const examineLog =
  ({ clock, ledgerLog }: { readonly ledgerLog: LedgerLog; readonly clock: Clock }): ExamineLog =>
  (heads) =>
  async () => {
    const overdue = await overdueEntries({ clock, ledgerLog })()();
    if (E.isLeft(overdue)) return overdue;
    const waiting = overdue.right.map(notPlaced);
    const found = await ledgerLog.state()();
    if (E.isLeft(found)) return found;
    const state = found.right;
    if (state === null) {
      const lacking: readonly LogFault[] = heads.length > 0 ? [{ fault: 'no_log' }] : [];
      return E.right({ entries: 0, heads: heads.length, faults: [...lacking, ...waiting] });
    }
    const faults = await examineEntries(ledgerLog, state, heads);
    if (E.isLeft(faults)) return faults;
    const all = [...faultsOfHeads(heads, state), ...faults.right, ...waiting];
    return E.right({ entries: state.size, heads: heads.length, faults: all });
  };

/** Whether the log continues a head: the entries behind it lead from its hash to that of a later one. */
export const continuesHead =
  ({ ledgerLog }: { readonly ledgerLog: Pick<LedgerLog, 'entries'> }) =>
  (earlier: LogHead, later: LogHead): TaskEither<Unavailable, boolean> =>
  async () => {
    const ignored = (): void => undefined;
    const walked = await walkLog(ledgerLog, earlier, later.size, { position: ignored, fault: ignored });
    return E.isLeft(walked) ? walked : E.right(walked.right.size === later.size && walked.right.hash === later.hash);
  };
