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
    'Time from the arrival of a request to the end of its answer, by route template',
    { method: 'the method, or `other`', route: 'the template, never the path', status: 'the status' },
    requestBuckets,
  ),
  portcullis_port_call_duration_seconds: histogram(
    'Time of the calls to outside services, by provider',
    portLabels,
    callBuckets,
  ),
  portcullis_port_call_failures_total: counter(
    'Calls to outside services without a usable answer, by provider, kind and what was found',
    {
      ...portLabels,
      kind: '`unavailable`, `timeout`, `quota`, `invalid_response`, `not_configured`, `budget_exhausted`, `rejected`, `thrown`, …',
      cause: causeLabel,
    },
  ),
  portcullis_outgoing_call_duration_seconds: histogram(
    'Time of the calls to vendors with their tries and pauses, by what became of them',
    { ...vendorLabels, outcome: '`ok`, `refused`, or the kind of the failure' },
    vendorCallBuckets,
  ),
  portcullis_outgoing_failures_total: counter('Calls to vendors without a usable answer, by what was found', {
    ...vendorLabels,
    cause: causeLabel,
  }),
  portcullis_outgoing_requests_total: counter(
    'Requests sent to vendors, tries that followed a first one included',
    vendorLabels,
  ),
  portcullis_outgoing_circuit_open: gauge('1 while a vendor is not asked because it failed several times in a row', {
    provider: vendorLabels.provider,
  }),
  portcullis_decisions_total: counter('Decisions about profiles that were stored, by outcome', {
    outcome: 'the outcome of the decision',
  }),
  portcullis_flow_steps_total: counter(
    'Steps that the pages of people have reported, by screen and by what became of it',
    { step: screenLabel, outcome: '`shown`, `done`, `failed`, `left`', error: 'a fixed word, or `none`' },
  ),
  portcullis_flow_step_seconds: histogram(
    'Time that people took for a screen of the page that they have done',
    { step: screenLabel },
    [1, 2, 5, 10, 20, 30, 60, 120, 300, 600],
  ),
  portcullis_failed_requests_total: counter('Requests that were answered with 5xx, by what was found', {
    cause: causeLabel,
  }),
  portcullis_refusals_total: counter('Requests that were refused, by the code of the problem', {
    code: 'a code of the API, such as `profile_storage_full`',
  }),
  portcullis_vendor_budget_refusals_total: counter(
    'Calls to paid providers that were not made because the budget of the day was used up',
    { provider: '`document_reader`, `liveness`, `faces`, `device`' },
  ),
  portcullis_rate_limits_alone_total: counter('Requests counted by this instance alone, because Redis gave no answer'),
  portcullis_unread_forwarding_total: counter(
    'Connections of proxies whose clients count as one address, because TRUSTED_PROXIES does not name them or they send no X-Forwarded-For',
  ),
  portcullis_upload_bytes_in_flight: gauge('Bytes of uploads, and of answers, held for all requests'),
  portcullis_http_connections: gauge('Connections to the API'),
  portcullis_tenant_stored_bytes: gauge('Bytes of the files of the partners that store most', {
    partner_id: 'the hundred partners that store most',
  }),
  portcullis_access_log_waiting: gauge(
    'Lines of the access log that are not written yet; from 2,000 on nothing is shown',
  ),
  portcullis_ledger_entries_overdue: gauge(
    'Ledger entries that stand at no place of the log minutes after they were written, up to 1,000',
  ),
  portcullis_events_unplaced: gauge(
    'Ledger entries that are not in the log or not in the feeds of events yet, as of the last minute',
  ),
  portcullis_events_unplaced_age_seconds: gauge(
    'Seconds for which the oldest of them has waited, as of the last minute, 0 where none does; absent while the clock is not trusted',
  ),
  portcullis_damaged_total: counter(
    'What was met by a read or an attempt and had been changed or removed in the database',
    {
      kind: '`access_log` (rows), `clients`, `events`, `ledger_entries`, `list_entries`, `profiles`, `staff_members`, `staff_sessions`, `locked_profiles` (sealed under a key that is not in `DATA_KEYS`)',
    },
  ),
  portcullis_events_waiters: gauge('Requests that wait for an event in this instance'),
  portcullis_relay_failures_total: counter(
    'Rounds in which entries could not be placed, or their events not numbered, as in the log (`relay_failed`)',
  ),
  portcullis_webhook_tries_total: counter('Tries to deliver an event to an endpoint of a partner', {
    outcome: '`delivered`, `failed` (it is tried again), `dead` (it was the last try)',
  }),
  portcullis_webhook_deliveries: gauge(
    'Deliveries that have failed, of all partners, up to 1,000, as of the last half minute; those of a deleted endpoint for ten minutes at most',
    { state: '`waiting` (they are tried again), `dead` (they were given up, and are kept for 30 days)' },
  ),
  portcullis_webhook_endpoints_disabled_total: counter(
    'Endpoints that were disabled without their partner, as in the log (`webhook_endpoint_disabled`)',
    { reason: '`gone` (410), `failing` (nothing was received for five days)' },
  ),
  portcullis_webhook_failures_total: counter(
    'Deliveries that stopped because of a fault on our side, as in the log (`webhook_failed`)',
  ),
  portcullis_build_info: gauge('1, with the version of the service and of Node', {
    version: 'the version of the service',
    node: 'the version of Node',
  }),
  portcullis_ready: gauge('1 while `/readyz` answers 200'),
  portcullis_ready_check: gauge('1 while a check of `/readyz` is `ok`, 0 while it fails', {
    check: 'the checks of `/readyz`',
  }),
  portcullis_not_ready_cause: gauge('1 for what was found while the instance is not ready, 0 for everything else', {
    cause: 'a word of [the causes](#the-cause-of-an-outage)',
  }),
  portcullis_sweep_age_seconds: gauge(
    'Seconds since the last sweep of which every part succeeded, or since the start of the process; an instance that stands by has nothing to fail at',
  ),
  portcullis_lease_held: gauge(
    '1 where this instance does a work that one instance at a time does, 0 where it stands by',
    { work: '`sweep`, `delivery` (of webhooks), `relay` (entries of the ledger)' },
  ),
  portcullis_sweep_failures_total: counter('Failures of the sweep, as in the log (`sweep_failed`)', {
    part: '`profile` (work of one profile), `due` (the list of them), `lease` (the lease on the sweep), `idempotency_keys`, `access_log`, `tokens`, `usage`, `counts`, `thrown`',
  }),
  portcullis_profiles_processing: gauge(
    'Profiles in `processing`, of all tenants, up to 1,000; not there while the database gives no count',
  ),
  portcullis_reviews_waiting: gauge('Profiles that wait for a reviewer, up to 1,000'),
  portcullis_reviews_overdue: gauge('Those that wait longer than they should'),
  portcullis_review_age_seconds: gauge('Seconds for which the first of them waits'),
  portcullis_profiles_due: gauge(
    'Profiles with work that is due by time and not done, of all tenants, up to 1,000; not there while the database gives no count',
    { kind: '`processing` (checks), `expiry`, `lapse`, `retention`' },
  ),
  portcullis_erasures_waiting: gauge(
    'Erasures that were requested, or are to be confirmed, and are not done, up to 1,000; not there while the database gives no count',
  ),
  portcullis_due_age_seconds: gauge(
    'Seconds since the work that waits longest was due, 0 where none does; not there while the database gives no count',
    { kind: 'as for `portcullis_profiles_due`, and `erasure`' },
  ),
  portcullis_queue_running: gauge('Tasks of this instance that are under way', {
    queue:
      '`image_decodes` (uploads), `image_fits` (pictures that are resized for a vendor), `local_reader`, `barcode_reader`, and each vendor',
  }),
  portcullis_queue_waiting: gauge('Tasks of this instance that wait for others', { queue: 'the same' }),
  portcullis_limited_requests_total: counter('Requests that were answered with 429, by the limit that they met', {
    limit: 'one of [these](#limits)',
  }),
  portcullis_database_bytes: gauge('Size of the file that has the records, without the files of profiles', {
    part: '`used` and `free` (what it can fill without growing)',
  }),
  portcullis_disk_free_bytes: gauge('Bytes of a volume that are free for the service', {
    volume: '`service` (the working folder), `database` (`DATABASE_DIR`)',
  }),
  portcullis_disk_bytes: gauge('Bytes of a volume', { volume: 'the same' }),
  portcullis_clock_skew_seconds: gauge(
    'How far the clock of this instance is ahead of that of another party, negative where it is behind',
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
