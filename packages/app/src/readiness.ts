import { E, type HealthProbe } from '@portcullis/domain';

type Answer = 'ok' | 'failing';

/** The state of each vendor, known without calling it now; `unknown` before the first call. */
export type VendorReport = { readonly [Vendor in string]: Answer | 'unknown' };

/**
 * `ready` is true exactly when every check is `ok`. The vendors do not count: an outage of a vendor affects every
 * instance, and taking all instances out of the load balancer would also refuse the requests that need no vendor.
 */
export type ReadinessReport = {
  readonly ready: boolean;
  readonly checks: { readonly database: Answer; readonly schema: Answer; readonly accepting: Answer };
  readonly vendors: VendorReport;
};

/** Tells whether this instance should get requests now. */
export type Readiness = {
  readonly schemaIsRight: () => void;
  readonly stopping: () => void;
  readonly check: () => Promise<ReadinessReport>;
};

const freshForMs = 1000;
const answer = (holds: boolean): Answer => (holds ? 'ok' : 'failing');

/** Creates the readiness check. It queries the database at most once a second, however often it is called. */
export const createReadiness = (probe: HealthProbe, vendors: () => VendorReport): Readiness => {
  let schema = false;
  let accepting = true;
  let asked: { readonly at: number; readonly database: Promise<boolean> } | null = null;

  const database = (): Promise<boolean> => {
    const now = performance.now();
    if (asked === null || now - asked.at > freshForMs) {
      asked = { at: now, database: probe.database()().then(E.isRight) };
    }
    return asked.database;
  };

  return {
    schemaIsRight: () => {
      schema = true;
    },
    stopping: () => {
      accepting = false;
    },
    check: async () => {
      const up = await database();
      const checks = { database: answer(up), schema: answer(schema), accepting: answer(accepting) };
      return { ready: up && schema && accepting, checks, vendors: vendors() };
    },
  };
};
