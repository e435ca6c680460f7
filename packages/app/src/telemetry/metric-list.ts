import { vendorLimits } from '../config/vendors/limits.ts';

/**
 * The known facts of a metric before it has a value. `help` is one sentence without a full stop, for `# HELP` and for
 * docs/operations.md. `labels` says of each label what its values are: constants of this code or of the configuration,
 * or at most a hundred partners, so that their number is bounded, and nothing about a person.
 */
export type MetricDefinition = {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: { readonly [label: string]: string };
  /** The upper bounds of a histogram, in the unit of its name. */
  readonly buckets?: readonly number[];
};

const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const callBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** The buckets reach to the longest deadline, and are finer around the shorter ones. */
const vendorCallBuckets = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 20, 30, 45, 60];

const portLabels = {
  service: 'what is asked for, such as `database` or `document_reader`',
  provider: 'the technology behind it, such as `pocketbase` or `local-reader`',
  operation: 'the method',
};
const causeLabel = 'a word of [the causes](#the-cause-of-an-outage)';
const vendorLabels = {
  provider: Object.keys(vendorLimits)
    .map((name) => `\`${name}\``)
    .join(', '),
  operation: 'the call, as in the log',
};

const screenLabel = 'a screen of the page of the person, such as `consent` or `document_front`';

type Defined<Type, Labels> = { readonly type: Type; readonly help: string; readonly labels: Labels };

const metric =
  <Type extends MetricDefinition['type']>(type: Type) =>
  <Labels = Readonly<Record<never, never>>>(
    help: string,
    labels: Labels = Object({}),
  ): Defined<Type, NoInfer<Labels>> => ({
    type,
    help,
    labels,
  });

const counter = metric('counter');
const gauge = metric('gauge');
const histogram = <Labels>(help: string, labels: Labels, buckets: readonly number[]) => ({
  ...metric('histogram')(help, labels),
  buckets,
});

/** The methods that metrics and spans name. There are as many others as clients write. */
export const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

/**
 * Every metric of the service beside the standard ones of the process. The instruments, the table of
 * docs/operations.md, the dashboard and the alerts are made from this list.
 */
export const metricList = {
  portcullis_http_request_duration_seconds: histogram(
    'Duration of requests to the end of the answer, by route template',
    { method: 'the method, or `other`', route: 'the template, never the path', status: 'the status' },
    requestBuckets,
  ),
  portcullis_port_call_duration_seconds: histogram(
    'Duration of calls to outside services, by provider',
    portLabels,
    callBuckets,
  ),
  portcullis_port_call_failures_total: counter('Failed calls to outside services, by provider, kind and cause', {
    ...portLabels,
    kind: '`unavailable`, `timeout`, `quota`, `invalid_response`, `not_configured`, `budget_exhausted`, `rejected`, `thrown`, …',
    cause: causeLabel,
  }),
  portcullis_outgoing_call_duration_seconds: histogram(
    'Duration of calls to vendors with their retries, by outcome',
    { ...vendorLabels, outcome: '`ok`, `refused`, or the kind of the failure' },
    vendorCallBuckets,
  ),
  portcullis_outgoing_failures_total: counter('Failed calls to vendors, by cause', {
    ...vendorLabels,
    cause: causeLabel,
  }),
  portcullis_outgoing_requests_total: counter('Requests sent to vendors, retries included', vendorLabels),
  portcullis_outgoing_circuit_open: gauge('1 while the circuit breaker of a vendor is open', {
    provider: vendorLabels.provider,
  }),
  portcullis_decisions_total: counter('Stored decisions, by outcome', {
    outcome: 'the outcome of the decision',
  }),
  portcullis_flow_steps_total: counter('Steps that the page of a person reported, by screen and outcome', {
    step: screenLabel,
    outcome: '`shown`, `done`, `failed`, `left`',
    error: 'a fixed word, or `none`',
  }),
  portcullis_flow_step_seconds: histogram(
    'Time that people took for a completed screen',
    { step: screenLabel },
    [1, 2, 5, 10, 20, 30, 60, 120, 300, 600],
  ),
  portcullis_failed_requests_total: counter('Requests answered with 5xx, by cause', {
    cause: causeLabel,
  }),
  portcullis_refusals_total: counter('Refused requests, by error code', {
    code: 'a code of the API, such as `profile_storage_full`',
  }),
  portcullis_vendor_budget_refusals_total: counter('Calls to paid providers refused by the budget of the day', {
    provider: '`document_reader`, `liveness`, `faces`, `device`',
  }),
  portcullis_rate_limits_alone_total: counter('Requests counted by this instance alone, without Redis'),
  portcullis_unread_forwarding_total: counter(
    'Connections of proxies that are not in TRUSTED_PROXIES or send no X-Forwarded-For: their clients count as one address',
  ),
  portcullis_upload_bytes_in_flight: gauge('Bytes of uploads and answers held in memory'),
  portcullis_http_connections: gauge('Connections to the API'),
  portcullis_tenant_stored_bytes: gauge('Bytes of the files of a partner', {
    partner_id: 'the hundred partners that store most',
  }),
  portcullis_access_log_waiting: gauge('Lines of the access log not written yet; from 2,000 on no record is shown'),
  portcullis_ledger_entries_overdue: gauge(
    'Ledger entries without a place in the log minutes after they were written, up to 1,000',
  ),
  portcullis_events_unplaced: gauge(
    'Ledger entries not yet in the log or in the feeds of events, as of the last minute',
  ),
  portcullis_events_unplaced_age_seconds: gauge(
    'Age in seconds of the oldest of them, 0 without any; absent while the clock is not trusted',
  ),
  portcullis_damaged_total: counter('Records found changed or removed in the database', {
    kind: '`access_log` (rows), `clients`, `events`, `ledger_entries`, `list_entries`, `profiles`, `staff_members`, `staff_sessions`, `webhook_tries` (rows), `locked_profiles` (sealed under a key that is not in `DATA_KEYS`)',
  }),
  portcullis_events_waiters: gauge('Requests that wait for an event in this instance'),
  portcullis_relay_failures_total: counter(
    'Failed rounds of placing and numbering entries (`relay_failed` in the log)',
  ),
  portcullis_webhook_tries_total: counter('Tries to deliver an event to an endpoint of a partner', {
    outcome: '`delivered`, `failed` (it is tried again), `dead` (it was the last try)',
  }),
  portcullis_webhook_deliveries: gauge(
    'Failed deliveries of all partners, up to 1,000, as of the last half minute; those of a deleted endpoint for at most ten minutes',
    { state: '`waiting` (they are tried again), `dead` (they were given up, and are kept for 30 days)' },
  ),
  portcullis_webhook_endpoints_disabled_total: counter(
    'Endpoints that the service disabled (`webhook_endpoint_disabled` in the log)',
    { reason: '`gone` (410), `failing` (nothing was received for five days)' },
  ),
  portcullis_webhook_failures_total: counter(
    'Deliveries stopped by a fault of the service (`webhook_failed` in the log)',
  ),
  portcullis_build_info: gauge('1, with the version of the service and of Node', {
    version: 'the version of the service',
    node: 'the version of Node',
  }),
  portcullis_ready: gauge('1 while `/readyz` answers 200'),
  portcullis_ready_check: gauge('1 while a check of `/readyz` is `ok`, 0 while it fails', {
    check: 'the checks of `/readyz`',
  }),
  portcullis_not_ready_cause: gauge('1 for the cause why the instance is not ready, 0 for all others', {
    cause: 'a word of [the causes](#the-cause-of-an-outage)',
  }),
  portcullis_sweep_age_seconds: gauge(
    'Seconds since the last sweep without a failure, or since the start; an instance that stands by has none',
  ),
  portcullis_lease_held: gauge('1 while this instance has the lease of a job, 0 while it stands by', {
    work: '`sweep`, `delivery` (of webhooks), `relay` (entries of the ledger)',
  }),
  portcullis_sweep_failures_total: counter('Failures of the sweep (`sweep_failed` in the log)', {
    part: '`profile` (work of one profile), `due` (the list of them), `lease` (the lease on the sweep), `idempotency_keys`, `access_log`, `tokens`, `usage`, `counts`, `thrown`',
  }),
  portcullis_profiles_processing: gauge(
    'Profiles in `processing`, up to 1,000; absent while the database gives no count',
  ),
  portcullis_reviews_waiting: gauge('Profiles that wait for a reviewer, up to 1,000'),
  portcullis_reviews_overdue: gauge('Profiles whose review is overdue'),
  portcullis_review_age_seconds: gauge('Age in seconds of the oldest waiting review'),
  portcullis_profiles_due: gauge(
    'Profiles with work that is due, up to 1,000; absent while the database gives no count',
    {
      kind: '`processing` (checks), `expiry`, `lapse`, `retention`',
    },
  ),
  portcullis_erasures_waiting: gauge(
    'Erasures that are not done or not confirmed, up to 1,000; absent while the database gives no count',
  ),
  portcullis_due_age_seconds: gauge(
    'Seconds since the oldest work was due, 0 without any; absent while the database gives no count',
    {
      kind: 'as for `portcullis_profiles_due`, and `erasure`',
    },
  ),
  portcullis_queue_running: gauge('Running tasks of this instance', {
    queue:
      '`image_decodes` (uploads), `image_fits` (pictures that are resized for a vendor), `local_reader`, `barcode_reader`, and each vendor',
  }),
  portcullis_queue_waiting: gauge('Waiting tasks of this instance', { queue: 'as for `portcullis_queue_running`' }),
  portcullis_limited_requests_total: counter('Requests answered with 429, by limit', {
    limit: 'one of [these](#limits)',
  }),
  portcullis_database_bytes: gauge('Size of the file that has the records, without the files of profiles', {
    part: '`used` and `free` (what it can fill without growing)',
  }),
  portcullis_disk_free_bytes: gauge('Free bytes of a volume', {
    volume: '`service` (the working folder), `database` (`DATABASE_DIR`)',
  }),
  portcullis_disk_bytes: gauge('Bytes of a volume', { volume: 'as for `portcullis_disk_free_bytes`' }),
  portcullis_clock_skew_seconds: gauge(
    'Seconds by which the clock of this instance is ahead of another, negative where it is behind',
    { source: '`database`, or the vendor whose answers have a `Date`' },
  ),
} as const satisfies { readonly [Name in `portcullis_${string}`]: MetricDefinition };

export type MetricName = keyof typeof metricList;

type NamesOf<Type extends MetricDefinition['type']> = {
  readonly [Name in MetricName]: (typeof metricList)[Name]['type'] extends Type ? Name : never;
}[MetricName];

export type CounterName = NamesOf<'counter'>;
type GaugeName = NamesOf<'gauge'>;
/** The gauges without a label, and those with one. */
export type PlainGaugeName = {
  readonly [Name in GaugeName]: keyof (typeof metricList)[Name]['labels'] extends never ? Name : never;
}[GaugeName];
export type LabelledGaugeName = Exclude<GaugeName, PlainGaugeName>;
export type HistogramName = NamesOf<'histogram'>;
