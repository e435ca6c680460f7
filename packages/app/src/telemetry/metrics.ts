import type { OutageCause } from '@portcullis/domain/kernel';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** One call of a port: `outcome` is `ok`, `refused` (a negative answer), or the kind of the outage. */
export type PortCall = {
  readonly service: string;
  readonly provider: string;
  readonly operation: string;
  readonly outcome: string;
  /** What was found in an outage. */
  readonly cause: OutageCause | null;
  readonly seconds: number;
};

/** One call to a vendor with all requests that were sent for it. One call of a port can make several of them. */
export type VendorCallResult = {
  readonly provider: string;
  readonly operation: string;
  readonly outcome: string;
  readonly cause: OutageCause | null;
  readonly sent: number;
  readonly seconds: number;
  readonly circuit: 'closed' | 'open';
};

export type ServedRequest = {
  readonly method: string;
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
};

/** The values of a gauge by label, of which there are only so many as whoever reads them answers. */
type LabelledValues = () => readonly (readonly [label: string, value: number])[];

/**
 * The metrics of the process in the Prometheus text format. Labels are our own constants, or at most a hundred
 * partners, so that their number is bounded.
 */
export type Metrics = {
  readonly observeRequest: (request: ServedRequest) => void;
  readonly observeCall: (call: PortCall) => void;
  readonly observeOutgoing: (call: VendorCallResult) => void;
  readonly countDecision: (outcome: string) => void;
  /** Counts a request that only this instance counted, although rate limits are shared. */
  readonly countLocalRateLimit: () => void;
  /** Counts a request that was refused, by the code of its problem. */
  readonly countRefusal: (code: string) => void;
  /** Counts a request that was answered with 5xx, by what was found. */
  readonly countFailure: (cause: OutageCause) => void;
  /** Counts a call that was not made because the partner's budget of the day is used up. */
  readonly countBudgetRefusal: (provider: string) => void;
  /** Counts rows of the access log that were met and could not be read. */
  readonly countDamagedLooks: (rows: number) => void;
  /** Registers a gauge with a value for each label, all of which are read at every scrape. */
  readonly registerLabelledGauge: (name: string, help: string, label: string, read: LabelledValues) => void;
  /** Registers a gauge whose value is read at every scrape. */
  readonly registerGauge: (name: string, help: string, read: () => number) => void;
  readonly contentType: string;
  readonly text: () => Promise<string>;
};

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);
const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const callBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** The buckets reach to the longest deadline, and are finer around the shorter ones. */
const vendorCallBuckets = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 20, 30, 45, 60];

const vendorCallMetrics = (registers: Registry[]): Pick<Metrics, 'observeOutgoing'> => {
  const labelNames = ['provider', 'operation'] as const;
  const calls = new Histogram({
    name: 'portcullis_outgoing_call_duration_seconds',
    help: 'Time of the calls to vendors with their tries and pauses, by what became of them',
    labelNames: [...labelNames, 'outcome'] as const,
    buckets: vendorCallBuckets,
    registers,
  });
  const requests = new Counter({
    name: 'portcullis_outgoing_requests_total',
    help: 'Requests sent to vendors, tries that followed a first one included',
    labelNames,
    registers,
  });
  const circuits = new Gauge({
    name: 'portcullis_outgoing_circuit_open',
    help: '1 while a vendor is not asked because it failed several times in a row',
    labelNames: ['provider'] as const,
    registers,
  });
  const failures = new Counter({
    name: 'portcullis_outgoing_failures_total',
    help: 'Calls to vendors without a usable answer, by what was found',
    labelNames: [...labelNames, 'cause'] as const,
    registers,
  });
  return {
    observeOutgoing: ({ provider, operation, outcome, cause, sent, seconds, circuit }) => {
      if (cause !== null) failures.inc({ provider, operation, cause });
      calls.observe({ provider, operation, outcome }, seconds);
      requests.inc({ provider, operation }, sent);
      circuits.set({ provider }, circuit === 'open' ? 1 : 0);
    },
  };
};

const quotaMetrics = (
  registers: Registry[],
): Pick<Metrics, 'countRefusal' | 'countFailure' | 'countBudgetRefusal' | 'registerLabelledGauge'> => {
  const failedRequests = new Counter({
    name: 'portcullis_failed_requests_total',
    help: 'Requests that were answered with 5xx, by what was found',
    labelNames: ['cause'] as const,
    registers,
  });
  const refusals = new Counter({
    name: 'portcullis_refusals_total',
    help: 'Requests that were refused, by the code of the problem',
    labelNames: ['code'] as const,
    registers,
  });
  const budgets = new Counter({
    name: 'portcullis_vendor_budget_refusals_total',
    help: 'Calls to paid providers that were not made because the budget of the day was used up',
    labelNames: ['provider'] as const,
    registers,
  });
  return {
    countRefusal: (code) => refusals.inc({ code }),
    countFailure: (cause) => failedRequests.inc({ cause }),
    countBudgetRefusal: (provider) => budgets.inc({ provider }),
    registerLabelledGauge: (name, help, label, read) => {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          this.reset();
          for (const [value, amount] of read()) this.set({ [label]: value }, amount);
        },
      });
    },
  };
};

/** Creates metrics with their own registry, so that two services in one process (as in tests) do not share counts. */
export const createMetrics = (): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'portcullis_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer, by route template',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: requestBuckets,
    registers,
  });
  const callLabels = ['service', 'provider', 'operation'] as const;
  const calls = new Histogram({
    name: 'portcullis_port_call_duration_seconds',
    help: 'Time of the calls to outside services, by provider',
    labelNames: callLabels,
    buckets: callBuckets,
    registers,
  });
  const failures = new Counter({
    name: 'portcullis_port_call_failures_total',
    help: 'Calls to outside services without a usable answer, by provider, kind and what was found',
    labelNames: [...callLabels, 'kind', 'cause'] as const,
    registers,
  });
  const decisions = new Counter({
    name: 'portcullis_decisions_total',
    help: 'Decisions about profiles, by outcome',
    labelNames: ['outcome'] as const,
    registers,
  });
  const localRateLimits = new Counter({
    name: 'portcullis_rate_limits_alone_total',
    help: 'Requests counted by this instance alone, because Redis gave no answer',
    registers,
  });
  const damagedLooks = new Counter({
    name: 'portcullis_access_log_damaged_rows_total',
    help: 'Rows of the access log that were met by a read and were changed in the database',
    registers,
  });
  return {
    ...vendorCallMetrics(registers),
    ...quotaMetrics(registers),
    observeRequest: ({ method, route, status, durationMs }) =>
      requests.observe(
        { method: methods.has(method) ? method : 'other', route: route ?? 'unmatched', status },
        durationMs / 1000,
      ),
    observeCall: ({ service, provider, operation, outcome, cause, seconds }) => {
      calls.observe({ service, provider, operation }, seconds);
      if (cause !== null) failures.inc({ service, provider, operation, kind: outcome, cause });
    },
    countDecision: (outcome) => decisions.inc({ outcome }),
    countDamagedLooks: (rows) => damagedLooks.inc(rows),
    countLocalRateLimit: () => localRateLimits.inc(),
    registerGauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
};
