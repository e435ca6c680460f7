/** A panel of the dashboard: what it shows, by which expressions, in which unit of Grafana. */
export type Panel = {
  readonly title: string;
  readonly description?: string;
  readonly unit?: 's' | 'bytes' | 'short' | 'reqps' | 'percentunit';
  readonly kind?: 'timeseries' | 'stat' | 'table';
  readonly queries: readonly (readonly [legend: string, expr: string])[];
};
type Query = Panel['queries'][number];
type Row = readonly [title: string, panels: readonly Panel[]];

const requests = 'portcullis_http_request_duration_seconds';
const portCalls = 'portcullis_port_call_duration_seconds';
const vendorCalls = 'portcullis_outgoing_call_duration_seconds';

const quantile = (q: number, name: string, by: string, selector = ''): string =>
  `histogram_quantile(${q}, sum by (le${by && `, ${by}`}) (rate(${name}_bucket${selector}[$__rate_interval])))`;

/** A panel with lines over time. */
const chart = (title: string, unit: NonNullable<Panel['unit']>, ...queries: readonly Query[]): Panel => ({
  title,
  unit,
  queries,
});

/** The counts by some labels, which make the legend. */
const by = (labels: string, per: 'rate' | 'increase', counter: string): Query => [
  labels.replace(/\w+/g, '{{$&}}').replaceAll(',', ''),
  `sum by (${labels}) (${per}(${counter}[$__rate_interval]))`,
];

const stateRow: Row = [
  'State',
  [
    { ...chart('Ready', 'short', ['{{instance}}', 'portcullis_ready']), kind: 'stat' },
    {
      ...chart(
        'Why not ready',
        'short',
        ['{{instance}} {{cause}}', 'portcullis_not_ready_cause == 1'],
        ['{{instance}} {{check}}', 'portcullis_ready_check == 0'],
      ),
      kind: 'stat',
      description: 'The runbook has each cause, at PortcullisDatabaseUnusable.',
    },
    { ...chart('Build', 'short', ['{{instance}} {{version}} {{node}}', 'portcullis_build_info']), kind: 'table' },
    chart('Clock skew', 's', ['{{instance}} {{source}}', 'portcullis_clock_skew_seconds']),
  ],
];

const requestRow: Row = [
  'Requests',
  [
    chart('Requests by status', 'reqps', by('status', 'rate', `${requests}_count`)),
    chart(
      'Time, 50th, 95th and 99th percentile',
      's',
      ...[0.5, 0.95, 0.99].map((q): Query => [`p${100 * q}`, quantile(q, requests, '')]),
    ),
    chart('Time by route, 99th percentile', 's', ['{{route}}', quantile(0.99, requests, 'route')]),
    chart('Refusals by code', 'reqps', by('code', 'rate', 'portcullis_refusals_total')),
    chart('5xx by cause', 'reqps', by('cause', 'rate', 'portcullis_failed_requests_total')),
    chart(
      '429 by limit',
      'reqps',
      by('limit', 'rate', 'portcullis_limited_requests_total'),
      ['counted without Redis', 'sum(rate(portcullis_rate_limits_alone_total[$__rate_interval]))'],
      ['of proxies not trusted', 'sum(rate(portcullis_unread_forwarding_total[$__rate_interval]))'],
    ),
    chart(
      'Connections and bytes in flight',
      'short',
      ['{{instance}} connections', 'portcullis_http_connections'],
      ['{{instance}} MB in flight', 'portcullis_upload_bytes_in_flight / 1e6'],
    ),
  ],
];

const workRow: Row = [
  'Work',
  [
    chart(
      'In processing, and erasures waiting',
      'short',
      ['processing', 'max(portcullis_profiles_processing)'],
      ['erasures', 'max(portcullis_erasures_waiting)'],
    ),
    chart('Due and not done', 'short', ['{{kind}}', 'max by (kind) (portcullis_profiles_due)']),
    chart('Longest wait of due work', 's', ['{{kind}}', 'max by (kind) (portcullis_due_age_seconds)']),
    chart(
      'Waiting for a reviewer',
      'short',
      ['waiting', 'max(portcullis_reviews_waiting)'],
      ['overdue', 'max(portcullis_reviews_overdue)'],
    ),
    chart('Longest wait for a reviewer', 's', ['longest', 'max(portcullis_review_age_seconds)']),
    chart('Since the last sweep', 's', ['{{instance}}', 'portcullis_sweep_age_seconds']),
    chart('Who has which lease', 'short', ['{{instance}} {{work}}', 'portcullis_lease_held == 1']),
    chart('Failures of the sweep', 'short', by('part', 'increase', 'portcullis_sweep_failures_total')),
    chart('Decisions', 'short', by('outcome', 'increase', 'portcullis_decisions_total')),
    chart('Queues: waiting', 'short', ['{{instance}} {{queue}}', 'portcullis_queue_waiting']),
    chart('Queues: under way', 'short', ['{{instance}} {{queue}}', 'portcullis_queue_running']),
  ],
];

const steps = 'portcullis_flow_steps_total';

const flowRow: Row = [
  'The page of the person',
  [
    {
      ...chart('Screens that people see', 'short', [
        '{{step}}',
        `sum by (step) (increase(${steps}{outcome="shown"}[1h]))`,
      ]),
      description: 'A funnel: where the next line is far lower, people give up.',
    },
    chart('Screens done, of those seen', 'percentunit', [
      '{{step}}',
      `sum by (step) (increase(${steps}{outcome="done"}[1h])) / sum by (step) (increase(${steps}{outcome="shown"}[1h]))`,
    ]),
    chart(
      'What could not be done, and what was left',
      'short',
      ['{{step}} {{error}}', `sum by (step, error) (increase(${steps}{outcome="failed"}[1h])) > 0`],
      ['{{step}} left', `sum by (step) (increase(${steps}{outcome="left"}[1h])) > 0`],
    ),
    chart(
      'Time for a screen, median and 95th percentile',
      's',
      ...[0.5, 0.95].map((q): Query => [`{{step}} p${100 * q}`, quantile(q, 'portcullis_flow_step_seconds', 'step')]),
    ),
  ],
];

const databaseRow: Row = [
  'Database and records',
  [
    chart('Time of calls, 95th percentile', 's', [
      '{{operation}}',
      quantile(0.95, portCalls, 'operation', '{service=~"database|files"}'),
    ]),
    chart(
      'Failures by cause',
      'reqps',
      by('service, cause', 'rate', 'portcullis_port_call_failures_total{service=~"database|files"}'),
    ),
    chart(
      'Size of the database, and free disk',
      'bytes',
      ['database, {{part}}', 'max by (part) (portcullis_database_bytes)'],
      ['{{instance}} {{volume}} free', 'portcullis_disk_free_bytes'],
      ['{{instance}} {{volume}} in all', 'portcullis_disk_bytes'],
    ),
    chart('Files of the partners that store most', 'bytes', [
      '{{partner_id}}',
      'topk(10, max by (partner_id) (portcullis_tenant_stored_bytes))',
    ]),
    chart(
      'Ledger and access log',
      'short',
      ['entries without a place', 'max(portcullis_ledger_entries_overdue)'],
      ['entries not in the log or the feeds', 'max(portcullis_events_unplaced)'],
      ['seconds of the oldest of them', 'max(portcullis_events_unplaced_age_seconds)'],
      ['{{instance}} damaged {{kind}}', 'increase(portcullis_damaged_total[$__rate_interval])'],
      ['{{instance}} failed rounds of the relay', 'increase(portcullis_relay_failures_total[$__rate_interval])'],
      ['{{instance}} requests that wait for events', 'portcullis_events_waiters'],
      ['{{instance}} lines not written', 'portcullis_access_log_waiting'],
    ),
    chart(
      'Webhooks',
      'short',
      by('outcome', 'increase', 'portcullis_webhook_tries_total'),
      ['deliveries, {{state}}', 'max by (state) (portcullis_webhook_deliveries)'],
      [
        'disabled, {{reason}}',
        'sum by (reason) (increase(portcullis_webhook_endpoints_disabled_total[$__rate_interval]))',
      ],
      ['{{instance}} failures of our own', 'increase(portcullis_webhook_failures_total[$__rate_interval])'],
    ),
  ],
];

const vendorRow: Row = [
  'Vendors',
  [
    chart('Calls by outcome', 'reqps', by('provider, outcome', 'rate', `${vendorCalls}_count`)),
    chart('Failures by cause', 'reqps', by('provider, cause', 'rate', 'portcullis_outgoing_failures_total')),
    chart('Time of calls, 95th percentile', 's', [
      '{{provider}} {{operation}}',
      quantile(0.95, vendorCalls, 'provider, operation'),
    ]),
    {
      ...chart('Requests for each call', 'short', [
        '{{provider}}',
        `sum by (provider) (rate(portcullis_outgoing_requests_total[$__rate_interval])) / sum by (provider) (rate(${vendorCalls}_count[$__rate_interval]))`,
      ]),
      description: 'More than 1: calls are repeated.',
    },
    {
      ...chart('Open circuits', 'short', ['{{instance}} {{provider}}', 'portcullis_outgoing_circuit_open == 1']),
      kind: 'stat',
    },
    chart('Calls refused by a budget', 'short', by('provider', 'increase', 'portcullis_vendor_budget_refusals_total')),
  ],
];

const processRow: Row = [
  'Process',
  [
    chart('Memory', 'bytes', ['{{instance}}', 'process_resident_memory_bytes{job="portcullis"}']),
    chart('Processor', 'percentunit', [
      '{{instance}}',
      'rate(process_cpu_seconds_total{job="portcullis"}[$__rate_interval])',
    ]),
    chart('Event loop lag, 99th percentile', 's', [
      '{{instance}}',
      'nodejs_eventloop_lag_p99_seconds{job="portcullis"}',
    ]),
    chart('File descriptors', 'percentunit', [
      '{{instance}}',
      'process_open_fds{job="portcullis"} / process_max_fds{job="portcullis"}',
    ]),
  ],
];

export const rows: readonly Row[] = [stateRow, requestRow, flowRow, workRow, databaseRow, vendorRow, processRow];
