import { E, type HealthProbe } from '@portcullis/domain';

type Answer = 'ok' | 'failing';

/** What is known of the vendors without asking them: `unknown` before anybody did. */
export type VendorReport = { readonly [Vendor in string]: Answer | 'unknown' };

/**
 * `ready` exactly when every check is `ok`. The vendors do not count: one that is out is out for every instance, and
 * taking them all away from the balancer would refuse the people who do not need it.
 */
export type ReadinessReport = {
  readonly ready: boolean;
  readonly checks: { readonly database: Answer; readonly schema: Answer; readonly accepting: Answer };
  readonly vendors: VendorReport;
};

/** Whether requests should be sent here now. */
export type Readiness = {
  readonly schemaIsRight: () => void;
  readonly stopping: () => void;
  readonly check: () => Promise<ReadinessReport>;
};

const freshForMs = 1000;
const answer = (holds: boolean): Answer => (holds ? 'ok' : 'failing');

/** Asks the database at most once a second, however many ask here. */
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
