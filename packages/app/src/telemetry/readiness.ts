import { E, type HealthProbe } from '@portcullis/domain';
import { memoizeTask, type OutageCause } from '@portcullis/domain/kernel';

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
  readonly markStopping: () => void;
  readonly check: () => Promise<ReadinessReport>;
};

const cacheMs = 1000;
const checkState = (holds: boolean): CheckState => (holds ? 'ok' : 'failing');

/** Says in words what failing checks do not. Which of two clocks is wrong, nobody knows. */
const reasonsOf = (cause: OutageCause | undefined, isClockTrusted: boolean) => {
  const reasons = [...(cause === undefined ? [] : [cause]), ...(isClockTrusted ? [] : ['clock_skew'])];
  return reasons.length === 0 ? {} : { reasons };
};

/** Creates the readiness check. It queries the database at most once a second, however often it is called. */
export const createReadiness = (
  probe: HealthProbe,
  vendors: () => VendorReport,
  isClockTrusted: () => boolean,
): Readiness => {
  let schema = false;
  let accepting = true;
  const database = memoizeTask(() => probe.database()(), {
    maxAgeMs: cacheMs,
    now: () => performance.now(),
  });

  return {
    markSchemaValid: () => {
      schema = true;
    },
    markStopping: () => {
      accepting = false;
    },
    check: async () => {
      const probed = await database();
      const up = E.isRight(probed);
      const clock = isClockTrusted();
      const checks = {
        database: checkState(up),
        schema: checkState(schema),
        accepting: checkState(accepting),
        clock: checkState(clock),
      };
      const reasons = reasonsOf(up ? undefined : probed.left.outageCause, clock);
      return { ready: up && schema && accepting && clock, checks, ...reasons, vendors: vendors() };
    },
  };
};
