import { type Clock, E, type TaskEither, type Unavailable } from '@portcullis/domain';
import type { RequestTrace } from '@portcullis/domain/kernel';
import {
  agreeingBounds,
  boundsOf,
  type ClockBounds,
  isSkewed,
  maxSkewMs,
  medianBounds,
  skewOf,
  type TimeReading,
} from '@portcullis/domain/ports';
import { requestFields } from '../telemetry/log-fields.ts';
import type { Logger } from '../telemetry/logger.ts';

type ClockWatchDeps = {
  /** The clock of this machine. */
  readonly clock: Clock;
  /** Asks what time it is at the record database. */
  readonly databaseTime: TaskEither<Unavailable, TimeReading>;
  readonly logger: Logger;
  /** Milliseconds since some fixed moment; it never goes back. The times of readings are in it. */
  readonly monotonic?: () => number;
};

/** Compares the clock of this machine with those of the machines that it talks to. */
export type ClockWatch = {
  /**
   * The clock of this machine. It is trusted once it has been compared with the database's, and as long as it differs
   * from that, and from what two answers of a vendor said in the last minutes, by a minute at most. A step of it is
   * noticed at once, also between two comparisons.
   */
  readonly clock: Required<Clock>;
  /** Whether it is known to differ from one of them. A clock that was not compared yet is neither trusted nor wrong. */
  readonly isWrong: () => boolean;
  /** Compares it with the clock of the database. It never rejects; without an answer the last readings stand. */
  readonly compare: () => Promise<void>;
  /** Takes note of what time another machine said it was, in an answer to `request` where it is given. */
  readonly observe: (source: string, reading: TimeReading, request?: RequestTrace | null) => void;
  /** By how many seconds the clock is ahead of each source, as far as that is proven; negative when it is behind. */
  readonly skews: () => readonly (readonly [source: string, seconds: number])[];
};

const databaseSource = 'database';

/** How many readings the median is of, and how few are enough to begin with. */
const keptReadings = { database: 5, vendor: 3 } as const;
const firstReadings = 3;

/**
 * How long a vendor's reading counts. While one contradicts, nothing is done that would call the vendor again, so that
 * it would contradict for ever.
 */
const vendorReadingMs = 15 * 60_000;

/** The bounds of a reading, when it came, and how far this machine's clock was ahead of the monotonic clock then. */
type Kept = ClockBounds & { readonly receivedAt: number; readonly offset: number };

/** The newest readings of one source, and their median. */
type Source = { readonly readings: readonly Kept[]; readonly median: ClockBounds | null };

const noReadings: Source = { readings: [], median: null };

/** The database is asked until its answers agree; of a vendor, only what two answers say counts. */
const sourceOf = (name: string, all: readonly Kept[]): Source => {
  const isDatabase = name === databaseSource;
  const readings = all.slice(-(isDatabase ? keptReadings.database : keptReadings.vendor));
  return { readings, median: medianBounds(isDatabase ? readings : agreeingBounds(readings)) };
};

/** Between which offsets the clock is trusted by every source. Without a reading of the database there is none. */
const trustedOffsets = (sources: ReadonlyMap<string, Source>): ClockBounds => {
  const medians = [...sources.values()].flatMap(({ median }) => median ?? []);
  return sources.get(databaseSource)?.median
    ? {
        low: Math.max(...medians.map(({ low }) => low)) - maxSkewMs,
        high: Math.min(...medians.map(({ high }) => high)) + maxSkewMs,
      }
    : { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };
};

/** The readings of all sources, and what they say of a clock. */
const clockReadings = (clock: Clock, monotonic: () => number) => {
  const offset = (): number => clock.now() - monotonic();
  const sources = new Map<string, Source>([[databaseSource, noReadings]]);
  // It is asked several times a request, and changes with a reading only.
  let trusted = trustedOffsets(sources);
  const put = (name: string, readings: readonly Kept[]): void => {
    sources.set(name, sourceOf(name, readings));
    trusted = trustedOffsets(sources);
  };
  const readingsOf = (name: string): Source => sources.get(name) ?? noReadings;
  /** Nobody knows which of two clocks is wrong, so that one that differs is enough. */
  const isWrong = (): boolean => {
    const now = offset();
    return [...sources.values()].some(({ median }) => median !== null && isSkewed(now, median));
  };
  return {
    add: (name: string, reading: TimeReading): void =>
      put(name, [
        ...readingsOf(name).readings,
        { ...boundsOf(reading), receivedAt: reading.receivedAt, offset: offset() },
      ]),
    /**
     * Drops what vendors said too long ago, and what they said before the clocks of this machine and of the database
     * went ahead together: then the process was paused, and its monotonic clock stood still.
     */
    dropObsolete: (): void => {
      const at = monotonic();
      const now = offset();
      const { median } = readingsOf(databaseSource);
      const isConfirmed = median !== null && !isSkewed(now, median);
      const isObsolete = ({ offset: then, receivedAt }: Kept): boolean =>
        at - receivedAt > vendorReadingMs || (isConfirmed && now - then > maxSkewMs);
      for (const [name, { readings }] of sources)
        if (name !== databaseSource && readings.some(isObsolete))
          put(
            name,
            readings.filter((reading) => !isObsolete(reading)),
          );
    },
    isTrusted: (): boolean => {
      const now = offset();
      return now >= trusted.low && now <= trusted.high;
    },
    isWrong,
    /** Whether there are enough readings of the database, and the newest says what their median says. */
    isSettled: (): boolean => {
      const { median, readings } = readingsOf(databaseSource);
      const newest = readings.at(-1);
      if (readings.length < firstReadings || newest === undefined || median === null) return false;
      return isSkewed(offset(), newest) === isSkewed(offset(), median);
    },
    skews: () =>
      [...sources].flatMap(([name, { median }]) =>
        median === null ? [] : [[name, skewOf(offset(), median) / 1000] as const],
      ),
  };
};

/** Logs when the clock begins to be wrong, with the source from which it differs most, and when it is right again. */
const skewLog = (logger: Logger, { isWrong, skews }: ReturnType<typeof clockReadings>) => {
  let isSkewReported = false;
  return (request: RequestTrace | null = null): void => {
    const wrong = isWrong();
    const [worst] = skews().toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a));
    if (worst === undefined || wrong === isSkewReported) return;
    isSkewReported = wrong;
    const [provider, seconds] = worst;
    const fields = { ...requestFields(request), provider, seconds };
    if (wrong) logger.error('clock_skew', fields);
    else logger.info('clock_skew_ended', fields);
  };
};

export const createClockWatch = (deps: ClockWatchDeps): ClockWatch => {
  const { clock, databaseTime, logger, monotonic = () => performance.now() } = deps;
  const readings = clockReadings(clock, monotonic);
  const report = skewLog(logger, readings);
  let isAnswered = true;

  /** Answers whether there was a reading. */
  const read = async (): Promise<boolean> => {
    const reading = await databaseTime();
    if (E.isRight(reading)) readings.add(databaseSource, reading.right);
    else if (isAnswered) logger.warn('clock_not_compared', { cause: reading.left });
    isAnswered = E.isRight(reading);
    return isAnswered;
  };

  return {
    clock: { now: clock.now, isTrusted: readings.isTrusted, monotonic: clock.monotonic ?? monotonic },
    compare: async () => {
      for (let asked = 0; asked < keptReadings.database; asked += 1) {
        if (!(await read()) || readings.isSettled()) break;
      }
      readings.dropObsolete();
      report();
    },
    observe: (source, reading, request) => {
      readings.add(source, reading);
      report(request);
    },
    isWrong: readings.isWrong,
    skews: readings.skews,
  };
};
