import { type Alert, appears, failsBy, series, target } from './alert.ts';

const failures = 'portcullis_port_call_failures_total';

/** An alert for words of the causes for which an instance is not ready. */
const causeAlert = (name: Alert['name'], causes: readonly string[], summary: string): Alert => ({
  name,
  expr: `portcullis_not_ready_cause{cause=~"${causes.join('|')}"} == 1`,
  after: '1m',
  severity: 'page',
  summary,
  fires: {
    samples: [[series('portcullis_not_ready_cause', { cause: causes[0] ?? '' }), '1x5']],
    at: '2m',
    labels: { ...target, cause: causes[0] ?? '' },
  },
});

const contradiction = 'missing_row_contradiction';
const calls = 'portcullis_port_call_duration_seconds';
const rowReads = 'service="database",operation="get"';
const readRate = `sum by (instance) (rate(${calls}_count{${rowReads}}[5m]))`;
const failureLabels = { service: 'database', provider: 'pocketbase', operation: 'get' };

export const databaseAlerts: readonly Alert[] = [
  causeAlert(
    'PortcullisDatabaseUnreachable',
    ['connection_refused', 'connection_reset', 'timeout', 'login_refused', 'dns_failed', 'tls_failed', 'server_error'],
    'The database does not answer, or refuses the account',
  ),
  causeAlert('PortcullisDatabaseDiskFull', ['disk_full', 'write_refused'], 'The disk of the database is full'),
  causeAlert('PortcullisDatabaseReadOnly', ['read_only'], 'The database takes no writes'),
  causeAlert(
    'PortcullisCollectionMissing',
    ['missing_collection', 'schema_differs'],
    'The database lacks what this release needs',
  ),
  causeAlert(
    'PortcullisOtherDatabase',
    ['other_database'],
    'Another database, or an older state of it, is behind the address',
  ),
  causeAlert('PortcullisClockWrong', ['clock_skew'], 'The clock of an instance is wrong, and nothing is done by time'),
  {
    name: 'PortcullisClockSkew',
    expr: 'abs(portcullis_clock_skew_seconds) > 30',
    after: '2m',
    severity: 'ticket',
    summary: 'The clock of an instance differs by more than 30 s from that of another party',
    fires: {
      samples: [[series('portcullis_clock_skew_seconds', { source: 'database' }), '-45x5']],
      at: '3m',
      labels: { ...target, source: 'database' },
    },
  },
  {
    name: 'PortcullisDatabaseContradicts',
    expr: failsBy(contradiction),
    after: '0m',
    severity: 'page',
    summary: 'The database says that rows are missing which exist; nothing of it is believed',
    fires: {
      samples: [[series('portcullis_failed_requests_total', { cause: contradiction }), '_x3 2x7']],
      at: '8m',
      labels: { instance: target.instance },
    },
  },
  {
    name: 'PortcullisDatabaseGarbled',
    expr: appears(`${failures}{service=~"database|files",cause="bad_answer"}`, 'instance, operation'),
    after: '0m',
    severity: 'ticket',
    summary: 'The database gave answers that are not believed: damaged rows, or something else answers',
    fires: {
      samples: [[series(failures, { ...failureLabels, kind: 'invalid_response', cause: 'bad_answer' }), '_x3 1x7']],
      at: '8m',
      labels: { instance: target.instance, operation: 'get' },
    },
  },
  {
    name: 'PortcullisDatabaseTimeouts',
    expr: `sum by (instance) (rate(${failures}{service=~"database|files",kind="timeout"}[5m])) > 0.02`,
    after: '2m',
    severity: 'page',
    summary: 'Calls to the database end without an answer: dead connections, a frozen database, lost packets',
    fires: {
      samples: [[series(failures, { ...failureLabels, kind: 'timeout' }), '0+6x10']],
      at: '8m',
      labels: { instance: target.instance },
    },
  },
  {
    name: 'PortcullisDatabaseSlow',
    expr: 'histogram_quantile(0.95, sum by (instance, le) (rate(portcullis_port_call_duration_seconds_bucket{service="database",operation!="scrub"}[5m]))) > 0.25',
    after: '10m',
    severity: 'ticket',
    summary: 'One call in twenty to the database takes more than a quarter of a second: load, or a slow disk',
    fires: {
      samples: ['0.25', '0.5', '+Inf'].map((le) => [
        series('portcullis_port_call_duration_seconds_bucket', { ...failureLabels, le }),
        le === '0.25' ? '0+50x20' : '0+100x20',
      ]),
      at: '18m',
      labels: { instance: target.instance },
    },
  },
  {
    name: 'PortcullisDatabaseStalls',
    // Where there are few reads, one that was slow says nothing.
    expr: `1 - sum by (instance) (rate(${calls}_bucket{${rowReads},le="0.1"}[5m])) / ${readRate} > 0.03 and ${readRate} > 0.5`,
    after: '10m',
    severity: 'ticket',
    summary: 'Reads of single rows stall, which take milliseconds otherwise: lost packets, or a busy machine',
    fires: {
      samples: [
        [series(`${calls}_bucket`, { ...failureLabels, le: '0.1' }), '0+94x20'],
        [series(`${calls}_count`, failureLabels), '0+100x20'],
      ],
      at: '18m',
      labels: { instance: target.instance },
    },
  },
];
