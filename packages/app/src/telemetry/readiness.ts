import type { HealthProbe } from '@portcullis/backoffice/ports';
import { E, unavailable } from '@portcullis/domain';
import { after, firstOf, memoizeTask, type OutageCause, outageCauseOf, settled } from '@portcullis/domain/kernel';
import type { Logger } from './logger.ts';

type CheckState = 'ok' | 'failing';

/** The state of each vendor, known without calling it now; `unknown` before the first call. */
export type VendorReport = { readonly [Vendor in string]: CheckState | 'unknown' };

/**
 * `ready` is true exactly when every check is `ok`. The vendors do not count: an outage of a vendor affects every
 * instance, and taking all instances out of the load balancer would also refuse the requests that need no vendor.
 */
export type ReadinessReport = {
  readonly ready: boolean;
  readonly checks: {
    readonly database: CheckState;
    readonly schema: CheckState;
    readonly accepting: CheckState;
    readonly clock: CheckState;
  };
  /** Why it is not ready, in words that logs and alerts use, too; absent where a check says all. */
  readonly reasons?: readonly string[];
  readonly vendors: VendorReport;
};

/** Tells whether this instance should get requests now. */
export type Readiness = {
  readonly markSchemaValid: () => void;
  /** The schema was found not to be that of this release. It counts until `markSchemaValid`. */
  readonly markSchemaInvalid: (cause: OutageCause) => void;
  readonly markStopping: () => void;
  readonly check: () => Promise<ReadinessReport>;
  /** The result of the newest check that is over, for any caller; `null` before the first. */
  readonly latest: () => ReadinessReport | null;
};

/**
 * Makes what logs once that an instance is ready whose start is over. One whose clock is not trusted yet is not: then
 * it logs once what it waits for, and has to be called again.
 */
export const readyLog = (isClockTrusted: () => boolean, logger: Pick<Logger, 'warn'>, logReady: () => void) => {
  let logged: 'nothing' | 'waiting' | 'ready' = 'nothing';
  return (): void => {
    if (logged === 'ready') return;
    if (isClockTrusted()) {
      logged = 'ready';
      logReady();
    } else if (logged === 'nothing') {
      logged = 'waiting';
      logger.warn('waiting_for_clock');
    }
  };
};

const cacheMs = 1000;

/**
 * How long an answer waits for the database, in milliseconds. It is less than the time that the probes of the
 * deployments wait for the answer (3 seconds), so that they get the reasons of a database that hangs.
 */
export const readinessAnswerMs = 2000;

const noAnswer = E.left(unavailable('database', 'the probe has no answer yet', 'timeout'));

const checkState = (holds: boolean): CheckState => (holds ? 'ok' : 'failing');

/** The causes that are known, each once. Nobody knows which of two clocks is wrong. */
const reasonsOf = (causes: readonly (OutageCause | null)[]): Pick<ReadinessReport, 'reasons'> => {
  const known = causes.filter((cause) => cause !== null);
  return known.length === 0 ? {} : { reasons: [...new Set(known)] };
};

/** The known state of the clock: before it was compared it is neither trusted nor wrong. */
type ClockState = { readonly isTrusted: () => boolean; readonly isWrong: () => boolean };

/**
 * Creates the readiness check. It queries the database at most once a second of `now`, however often it is called,
 * unless writes have said something else since, and answers within `answerMs` milliseconds.
 */
export const createReadiness = (
  probe: HealthProbe,
  vendors: () => VendorReport,
  clockState: ClockState,
  answerMs: number = readinessAnswerMs,
  now: () => number = () => performance.now(),
): Readiness => {
  let schema = false;
  let schemaCause: OutageCause | null = null;
  let accepting = true;
  let latest: ReadinessReport | null = null;
  const ask = () => probe.database()();
  let known = memoizeTask(ask, { maxAgeMs: cacheMs, now });
  const database = () => {
    if (probe.isContradicted?.()) known = memoizeTask(ask, { maxAgeMs: cacheMs, now });
    return known();
  };

  return {
    markSchemaValid: () => {
      schema = true;
      schemaCause = null;
    },
    markSchemaInvalid: (cause) => {
      schema = false;
      schemaCause = cause;
    },
    markStopping: () => {
      accepting = false;
    },
    check: async () => {
      const result = database();
      const first = await firstOf([
        ['answer', settled(result)],
        ['limit', after(globalThis, answerMs)],
      ]);
      const probed = first === 'answer' ? await result : noAnswer;
      const up = E.isRight(probed);
      const clock = clockState.isTrusted();
      const checks = {
        database: checkState(up),
        schema: checkState(schema),
        accepting: checkState(accepting),
        clock: checkState(clock),
      };
      const cause = E.isLeft(probed) ? outageCauseOf(probed.left) : null;
      const reasons = reasonsOf([cause, schemaCause, clockState.isWrong() ? 'clock_skew' : null]);
      latest = { ready: up && schema && accepting && clock, checks, ...reasons, vendors: vendors() };
      return latest;
    },
    latest: () => latest,
  };
};
