/** A panel of the dashboard: what it shows, by which expressions, in which unit of Grafana. */
export type Panel = {
  readonly title: string;
  readonly description?: string;
  readonly unit?: 's' | 'bytes' | 'short' | 'reqps' | 'percentunit';
  readonly kind?: 'timeseries' | 'stat' | 'table';
  readonly queries: readonly (readonly [legend: string, expr: string])[];
};
type Row = readonly [title: string, panels: readonly Panel[]];

const requests = 'portcullis_http_request_duration_seconds';
const portCalls = 'portcullis_port_call_duration_seconds';
const vendorCalls = 'portcullis_outgoing_call_duration_seconds';

const quantile = (q: number, name: string, by: string, selector = ''): string =>
  `histogram_quantile(${q}, sum by (le${by && `, ${by}`}) (rate(${name}_bucket${selector}[$__rate_interval])))`;

const stateRow: Row = [
  'State',
  [
    { title: 'Ready', kind: 'stat', queries: [['{{instance}}', 'portcullis_ready']] },
    {
      title: 'Why not ready',
      description: 'The runbook has each cause, at PortcullisDatabaseUnusable.',
      kind: 'stat',
      queries: [
        ['{{instance}} {{cause}}', 'portcullis_not_ready_cause == 1'],
        ['{{instance}} {{check}}', 'portcullis_ready_check == 0'],
      ],
    },
    { title: 'Build', kind: 'table', queries: [['{{instance}} {{version}} {{node}}', 'portcullis_build_info']] },
    { title: 'Clock skew', unit: 's', queries: [['{{instance}} {{source}}', 'portcullis_clock_skew_seconds']] },
  ],
];

const requestRow: Row = [
  'Requests',
  [
    {
      title: 'Requests by status',
      unit: 'reqps',
      queries: [['{{status}}', `sum by (status) (rate(${requests}_count[$__rate_interval]))`]],
    },
    {
      title: 'Time, 50th, 95th and 99th percentile',
      unit: 's',
      queries: [0.5, 0.95, 0.99].map((q) => [`p${100 * q}`, quantile(q, requests, '')]),
    },
    {
      title: 'Time by route, 99th percentile',
      unit: 's',
      queries: [['{{route}}', quantile(0.99, requests, 'route')]],
    },
    {
      title: 'Refusals by code',
      unit: 'reqps',
      queries: [['{{code}}', 'sum by (code) (rate(portcullis_refusals_total[$__rate_interval]))']],
    },
    {
      title: '5xx by cause',
      unit: 'reqps',
      queries: [['{{cause}}', 'sum by (cause) (rate(portcullis_failed_requests_total[$__rate_interval]))']],
    },
    {
      title: '429 by limit',
      unit: 'reqps',
      queries: [
        ['{{limit}}', 'sum by (limit) (rate(portcullis_limited_requests_total[$__rate_interval]))'],
        ['counted without Redis', 'sum(rate(portcullis_rate_limits_alone_total[$__rate_interval]))'],
        ['of proxies not trusted', 'sum(rate(portcullis_unread_forwarding_total[$__rate_interval]))'],
      ],
    },
    {
      title: 'Connections and bytes in flight',
      queries: [
        ['{{instance}} connections', 'portcullis_http_connections'],
        ['{{instance}} MB in flight', 'portcullis_upload_bytes_in_flight / 1e6'],
      ],
    },
  ],
];

const workRow: Row = [
  'Work',
  [
    {
      title: 'In processing, and erasures waiting',
      queries: [
        ['processing', 'max(portcullis_profiles_processing)'],
        ['erasures', 'max(portcullis_erasures_waiting)'],
      ],
    },
    { title: 'Due and not done', queries: [['{{kind}}', 'max by (kind) (portcullis_profiles_due)']] },
    {
      title: 'Longest wait of due work',
      unit: 's',
      queries: [['{{kind}}', 'max by (kind) (portcullis_due_age_seconds)']],
    },
    {
      title: 'Waiting for a reviewer',
      queries: [
        ['waiting', 'max(portcullis_reviews_waiting)'],
        ['overdue', 'max(portcullis_reviews_overdue)'],
      ],
    },
    { title: 'Longest wait for a reviewer', unit: 's', queries: [['longest', 'max(portcullis_review_age_seconds)']] },
    { title: 'Since the last sweep', unit: 's', queries: [['{{instance}}', 'portcullis_sweep_age_seconds']] },
    { title: 'Who has which lease', queries: [['{{instance}} {{work}}', 'portcullis_lease_held == 1']] },
    {
      title: 'Failures of the sweep',
      queries: [['{{part}}', 'sum by (part) (increase(portcullis_sweep_failures_total[$__rate_interval]))']],
    },
    {
      title: 'Decisions',
      queries: [['{{outcome}}', 'sum by (outcome) (increase(portcullis_decisions_total[$__rate_interval]))']],
    },
    {
      title: 'Queues: waiting',
      queries: [['{{instance}} {{queue}}', 'portcullis_queue_waiting']],
    },
    {
      title: 'Queues: under way',
      queries: [['{{instance}} {{queue}}', 'portcullis_queue_running']],
    },
  ],
];

const steps = 'portcullis_flow_steps_total';

const flowRow: Row = [
  'The page of the person',
  [
    {
      title: 'Screens that people see',
      description: 'A funnel: where the next line is far lower, people give up.',
      queries: [['{{step}}', `sum by (step) (increase(${steps}{outcome="shown"}[1h]))`]],
    },
    {
      title: 'Screens done, of those seen',
      unit: 'percentunit',
      queries: [
        [
          '{{step}}',
          `sum by (step) (increase(${steps}{outcome="done"}[1h])) / sum by (step) (increase(${steps}{outcome="shown"}[1h]))`,
        ],
      ],
    },
    {
      title: 'What could not be done, and what was left',
      queries: [
        ['{{step}} {{error}}', `sum by (step, error) (increase(${steps}{outcome="failed"}[1h])) > 0`],
        ['{{step}} left', `sum by (step) (increase(${steps}{outcome="left"}[1h])) > 0`],
      ],
    },
    {
      title: 'Time for a screen, median and 95th percentile',
      unit: 's',
      queries: [0.5, 0.95].map((q) => [`{{step}} p${100 * q}`, quantile(q, 'portcullis_flow_step_seconds', 'step')]),
    },
  ],
];

const databaseRow: Row = [
  'Database and records',
  [
    {
      title: 'Time of calls, 95th percentile',
      unit: 's',
      queries: [['{{operation}}', quantile(0.95, portCalls, 'operation', '{service=~"database|files"}')]],
    },
    {
      title: 'Failures by cause',
      unit: 'reqps',
      queries: [
        [
          '{{service}} {{cause}}',
          'sum by (service, cause) (rate(portcullis_port_call_failures_total{service=~"database|files"}[$__rate_interval]))',
        ],
      ],
    },
    {
      title: 'Size of the database, and free disk',
      unit: 'bytes',
      queries: [
        ['database, {{part}}', 'max by (part) (portcullis_database_bytes)'],
        ['{{instance}} {{volume}} free', 'portcullis_disk_free_bytes'],
        ['{{instance}} {{volume}} in all', 'portcullis_disk_bytes'],
      ],
    },
    {
      title: 'Files of the partners that store most',
      unit: 'bytes',
      queries: [['{{partner_id}}', 'topk(10, max by (partner_id) (portcullis_tenant_stored_bytes))']],
    },
    {
      title: 'Ledger and access log',
      queries: [
        ['entries without a place', 'max(portcullis_ledger_entries_overdue)'],
        ['entries not in the log or the feeds', 'max(portcullis_events_unplaced)'],
        ['seconds of the oldest of them', 'max(portcullis_events_unplaced_age_seconds)'],
        ['{{instance}} damaged {{kind}}', 'increase(portcullis_damaged_total[$__rate_interval])'],
        ['{{instance}} failed rounds of the relay', 'increase(portcullis_relay_failures_total[$__rate_interval])'],
        ['{{instance}} requests that wait for events', 'portcullis_events_waiters'],
        ['{{instance}} lines not written', 'portcullis_access_log_waiting'],
      ],
    },
    {
      title: 'Webhooks',
      queries: [
        ['{{outcome}}', 'sum by (outcome) (increase(portcullis_webhook_tries_total[$__rate_interval]))'],
        ['deliveries, {{state}}', 'max by (state) (portcullis_webhook_deliveries)'],
        [
          'disabled, {{reason}}',
          'sum by (reason) (increase(portcullis_webhook_endpoints_disabled_total[$__rate_interval]))',
        ],
        ['{{instance}} failures of our own', 'increase(portcullis_webhook_failures_total[$__rate_interval])'],
      ],
    },
  ],
];

const vendorRow: Row = [
  'Vendors',
  [
    {
      title: 'Calls by outcome',
      unit: 'reqps',
      queries: [
        ['{{provider}} {{outcome}}', `sum by (provider, outcome) (rate(${vendorCalls}_count[$__rate_interval]))`],
      ],
    },
    {
      title: 'Failures by cause',
      unit: 'reqps',
      queries: [
        [
          '{{provider}} {{cause}}',
          'sum by (provider, cause) (rate(portcullis_outgoing_failures_total[$__rate_interval]))',
        ],
      ],
    },
    {
      title: 'Time of calls, 95th percentile',
      unit: 's',
      queries: [['{{provider}} {{operation}}', quantile(0.95, vendorCalls, 'provider, operation')]],
    },
    {
      title: 'Requests for each call',
      description: 'More than 1: calls are repeated.',
      queries: [
        [
          '{{provider}}',
          `sum by (provider) (rate(portcullis_outgoing_requests_total[$__rate_interval])) / sum by (provider) (rate(${vendorCalls}_count[$__rate_interval]))`,
        ],
      ],
    },
    {
      title: 'Open circuits',
      kind: 'stat',
      queries: [['{{instance}} {{provider}}', 'portcullis_outgoing_circuit_open == 1']],
    },
    {
      title: 'Calls refused by a budget',
      queries: [
        ['{{provider}}', 'sum by (provider) (increase(portcullis_vendor_budget_refusals_total[$__rate_interval]))'],
      ],
    },
  ],
];

const processRow: Row = [
  'Process',
  [
    { title: 'Memory', unit: 'bytes', queries: [['{{instance}}', 'process_resident_memory_bytes{job="portcullis"}']] },
    {
      title: 'Processor',
      unit: 'percentunit',
      queries: [['{{instance}}', 'rate(process_cpu_seconds_total{job="portcullis"}[$__rate_interval])']],
    },
    {
      title: 'Event loop lag, 99th percentile',
      unit: 's',
      queries: [['{{instance}}', 'nodejs_eventloop_lag_p99_seconds{job="portcullis"}']],
    },
    {
      title: 'File descriptors',
      unit: 'percentunit',
      queries: [['{{instance}}', 'process_open_fds{job="portcullis"} / process_max_fds{job="portcullis"}']],
    },
  ],
];

export const rows: readonly Row[] = [stateRow, requestRow, flowRow, workRow, databaseRow, vendorRow, processRow];
