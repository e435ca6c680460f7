import { setTimeout as sleep } from 'node:timers/promises';
import { limitNames, type OutageCause, type QueueLoad, type WatchQueue } from '@portcullis/domain/kernel';
import { type FlowStepReport, flowOutcomes, flowSteps, paidProviders } from '@portcullis/domain/ports';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  type CounterName,
  type HistogramName,
  knownMethods,
  type LabelledGaugeName,
  type MetricDefinition,
  type MetricName,
  metricList,
  type PlainGaugeName,
} from './metric-list.ts';
import { type SweepPart, sweepParts } from './sweep-parts.ts';

/** The records that somebody else may have changed in the database, as the metric and the log name them. */
export const damagedKinds = [
  'access_log',
  'clients',
  'events',
  'ledger_entries',
  'list_entries',
  'locked_profiles',
  'profiles',
  'staff_members',
  'staff_sessions',
  'webhook_tries',
] as const;
export type DamagedKind = (typeof damagedKinds)[number];

/** One call of a port: `outcome` is `ok`, `refused` (a negative answer), or the kind of the outage. */
export type PortCall = {
  readonly service: string;
  readonly provider: string;
  readonly operation: string;
  readonly outcome: string;
  /** The cause of an outage. */
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

/** The values of a gauge by its label; their reader bounds their number. */
type LabelledValues = () => readonly (readonly [label: string, value: number])[];

/** The metrics of the process in the Prometheus text format. Their names, labels and helps stand in `metricList`. */
export type Metrics = {
  readonly observeRequest: (request: ServedRequest) => void;
  readonly observeCall: (call: PortCall) => void;
  readonly observeOutgoing: (call: VendorCallResult) => void;
  readonly countDecision: (outcome: string) => void;
  /** Counts a step that the page of a person has reported. */
  readonly countFlowStep: (report: FlowStepReport) => void;
  /** Counts a request that only this instance counted, although rate limits are shared. */
  readonly countLocalRateLimit: () => void;
  /** Counts a connection of a proxy whose clients cannot be told apart. */
  readonly countUnreadForwarding: () => void;
  /** Counts a request that was refused, by the code of its problem. */
  readonly countRefusal: (code: string) => void;
  /** Counts a request that was answered with 5xx, by what was found. */
  readonly countFailure: (cause: OutageCause) => void;
  /** Counts a call that was not made because the partner's budget of the day is used up. */
  readonly countBudgetRefusal: (provider: string) => void;
  /** Counts what was met and had been changed in the database. */
  readonly countDamage: (kind: DamagedKind, count: number) => void;
  readonly countRelayFailure: () => void;
  /** Counts a try to deliver an event, by its outcome. */
  readonly countWebhookTry: (outcome: string) => void;
  /** Counts an endpoint that was disabled without its partner. */
  readonly countDisabledEndpoint: (reason: string) => void;
  readonly countWebhookFailure: () => void;
  /** Registers a gauge with one label and a value for each of its values, which are all read at every scrape. */
  readonly registerLabelledGauge: (name: LabelledGaugeName, read: LabelledValues) => void;
  /** Registers a gauge whose value is read at every scrape; while it is `null`, there is none. */
  readonly registerGauge: (name: PlainGaugeName, read: () => number | null) => void;
  readonly setBuild: (build: { readonly version: string; readonly node: string }) => void;
  readonly countSweepFailure: (part: SweepPart) => void;
  /** Counts a request that was answered with 429, by the name of the limit. */
  readonly countLimited: (limit: string) => void;
  /**
   * Returns a function that takes what reads the load of a queue. The metric exists at every scrape, and is 0 before.
   */
  readonly watchQueue: (queue: string) => WatchQueue;
  /** Runs before every scrape, which waits for it for 100 ms and no longer. */
  readonly beforeScrape: (refresh: () => Promise<unknown>) => void;
  readonly contentType: string;
  readonly text: () => Promise<string>;
};

/** Makes the instruments of the list. */
const instrumentsIn = (registry: Registry) => {
  const registers = [registry];
  const definition = (name: MetricName) => {
    const { buckets, help, labels }: MetricDefinition = metricList[name];
    return { name, help, labelNames: Object.keys(labels), buckets: [...(buckets ?? [])], registers };
  };
  return {
    counter: (name: CounterName): Counter => new Counter(definition(name)),
    gauge: (name: PlainGaugeName | LabelledGaugeName, collect?: (gauge: Gauge) => void): Gauge =>
      new Gauge({
        ...definition(name),
        ...(collect && {
          collect() {
            collect(this);
          },
        }),
      }),
    histogram: (name: HistogramName): Histogram => new Histogram(definition(name)),
  };
};

type Instruments = ReturnType<typeof instrumentsIn>;

const callMetrics = ({ counter, gauge, histogram }: Instruments): Pick<Metrics, 'observeCall' | 'observeOutgoing'> => {
  const portCalls = histogram('portcullis_port_call_duration_seconds');
  const failures = counter('portcullis_port_call_failures_total');
  const vendorCalls = histogram('portcullis_outgoing_call_duration_seconds');
  const vendorFailures = counter('portcullis_outgoing_failures_total');
  const requests = counter('portcullis_outgoing_requests_total');
  const circuits = gauge('portcullis_outgoing_circuit_open');
  return {
    observeCall: ({ service, provider, operation, outcome, cause, seconds }) => {
      portCalls.observe({ service, provider, operation }, seconds);
      if (cause !== null) failures.inc({ service, provider, operation, kind: outcome, cause });
    },
    observeOutgoing: ({ provider, operation, outcome, cause, sent, seconds, circuit }) => {
      if (cause !== null) vendorFailures.inc({ provider, operation, cause });
      vendorCalls.observe({ provider, operation, outcome }, seconds);
      requests.inc({ provider, operation }, sent);
      circuits.set({ provider }, circuit === 'open' ? 1 : 0);
    },
  };
};

const refusalMetrics = ({ counter }: Instruments) => {
  const refusals = counter('portcullis_refusals_total');
  const budgets = counter('portcullis_vendor_budget_refusals_total');
  const failedRequests = counter('portcullis_failed_requests_total');
  const localRateLimits = counter('portcullis_rate_limits_alone_total');
  const unreadForwarding = counter('portcullis_unread_forwarding_total');
  const limited = counter('portcullis_limited_requests_total');
  // An increase from nothing to one is none: counters for alerts begin at 0.
  for (const limit of limitNames) limited.inc({ limit }, 0);
  for (const provider of paidProviders) budgets.inc({ provider }, 0);
  return {
    countRefusal: (code) => refusals.inc({ code }),
    countFailure: (cause) => failedRequests.inc({ cause }),
    countBudgetRefusal: (provider) => budgets.inc({ provider }),
    countLocalRateLimit: () => localRateLimits.inc(),
    countUnreadForwarding: () => unreadForwarding.inc(),
    countLimited: (limit) => limited.inc({ limit }),
  } satisfies Partial<Metrics>;
};

const gaugeMetrics = ({ gauge }: Instruments): Pick<Metrics, 'registerGauge' | 'registerLabelledGauge'> => ({
  registerGauge: (name, read) => {
    gauge(name, (one) => {
      const value = read();
      if (value === null) one.remove();
      else one.set(value);
    });
  },
  registerLabelledGauge: (name, read) => {
    const [label = ''] = Object.keys(metricList[name].labels);
    gauge(name, (one) => {
      one.reset();
      for (const [value, amount] of read()) one.set({ [label]: value }, amount);
    });
  },
});

const webhookMetrics = ({ counter }: Instruments) => {
  const tries = counter('portcullis_webhook_tries_total');
  const disabled = counter('portcullis_webhook_endpoints_disabled_total');
  const failures = counter('portcullis_webhook_failures_total');
  // An increase from nothing to one is none: counters for alerts begin at 0.
  for (const outcome of ['delivered', 'failed', 'dead']) tries.inc({ outcome }, 0);
  for (const reason of ['gone', 'failing']) disabled.inc({ reason }, 0);
  return {
    countWebhookTry: (outcome) => tries.inc({ outcome }),
    countDisabledEndpoint: (reason) => disabled.inc({ reason }),
    countWebhookFailure: () => failures.inc(),
  } satisfies Partial<Metrics>;
};

const flowMetrics = ({ counter, histogram }: Instruments): Pick<Metrics, 'countFlowStep'> => {
  const steps = counter('portcullis_flow_steps_total');
  const times = histogram('portcullis_flow_step_seconds');
  for (const step of flowSteps) for (const outcome of flowOutcomes) steps.inc({ step, outcome, error: 'none' }, 0);
  return {
    countFlowStep: ({ error, outcome, seconds, step }) => {
      steps.inc({ step, outcome, error: error ?? 'none' });
      if (outcome === 'done' && seconds !== null) times.observe({ step }, seconds);
    },
  };
};

const idle: QueueLoad = { running: 0, waiting: 0 };

const queueMetrics = ({
  registerLabelledGauge,
}: Pick<Metrics, 'registerLabelledGauge'>): Pick<Metrics, 'watchQueue'> => {
  const loads = new Map<string, () => QueueLoad>();
  const read = (part: keyof QueueLoad) => () => [...loads].map(([queue, load]) => [queue, load()[part]] as const);
  registerLabelledGauge('portcullis_queue_running', read('running'));
  registerLabelledGauge('portcullis_queue_waiting', read('waiting'));
  return {
    watchQueue: (queue) => {
      loads.set(queue, () => idle);
      return (load) => void loads.set(queue, load);
    },
  };
};

/** A scrape is not to fail because something that it shows does not answer: the last known value is shown. */
const refreshMs = 100;

const scraping = (registry: Registry): Pick<Metrics, 'beforeScrape' | 'contentType' | 'text'> => {
  const refreshes: (() => Promise<unknown>)[] = [];
  return {
    beforeScrape: (refresh) => void refreshes.push(refresh),
    contentType: registry.contentType,
    text: async () => {
      if (refreshes.length > 0)
        await Promise.race([
          Promise.allSettled(refreshes.map((refresh) => refresh())),
          sleep(refreshMs, undefined, { ref: false }),
        ]);
      return registry.metrics();
    },
  };
};

/** Creates metrics with their own registry, so that two services in one process (as in tests) do not share counts. */
export const createMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const instruments = instrumentsIn(registry);
  const requests = instruments.histogram('portcullis_http_request_duration_seconds');
  const decisions = instruments.counter('portcullis_decisions_total');
  const damage = instruments.counter('portcullis_damaged_total');
  for (const kind of damagedKinds) damage.inc({ kind }, 0);
  const relayFailures = instruments.counter('portcullis_relay_failures_total');
  const sweepFailures = instruments.counter('portcullis_sweep_failures_total');
  for (const part of sweepParts) sweepFailures.inc({ part }, 0);
  const build = instruments.gauge('portcullis_build_info');
  const gauges = gaugeMetrics(instruments);
  return {
    ...callMetrics(instruments),
    ...refusalMetrics(instruments),
    ...webhookMetrics(instruments),
    ...flowMetrics(instruments),
    ...gauges,
    ...queueMetrics(gauges),
    ...scraping(registry),
    setBuild: (labels) => build.set({ ...labels }, 1),
    countSweepFailure: (part) => sweepFailures.inc({ part }),
    observeRequest: ({ method, route, status, durationMs }) =>
      requests.observe(
        { method: knownMethods.has(method) ? method : 'other', route: route ?? 'unmatched', status },
        durationMs / 1000,
      ),
    countDecision: (outcome) => decisions.inc({ outcome }),
    countDamage: (kind, count) => damage.inc({ kind }, count),
    countRelayFailure: () => relayFailures.inc(),
  };
};
