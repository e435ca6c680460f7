/** Some samples of a time series, in the notation of promtool: `0 1+1x5`, one a minute. */
type Samples = readonly [series: string, values: string];

/** A rule that fires, and the samples with which it does. Somebody gets up for each of them. */
export type Alert = {
  readonly name: `Portcullis${string}`;
  readonly expr: string;
  /** How long the expression holds before the alert fires. */
  readonly after: string;
  readonly summary: string;
  readonly fires: {
    readonly samples: readonly Samples[];
    readonly at: string;
    readonly labels: { readonly [label: string]: string };
  };
};

/** The labels that Prometheus gives to everything that it scrapes. */
const target = { job: 'portcullis', instance: 'a:9000' } as const;

/** A series of one instance. */
const series = (name: string, labels: { readonly [label: string]: string } = {}): string =>
  `${name}{${Object.entries({ ...labels, ...target })
    .map(([label, value]) => `${label}="${value}"`)
    .join(',')}}`;

/** Means that something was counted in ten minutes, also for the first time: an increase needs a sample before it. */
const appears = (counter: string, by: string): string => {
  const [now, before, grown] = [counter, `${counter} offset 10m`, `increase(${counter}[10m])`].map(
    (one) => `sum by (${by}) (${one})`,
  );
  return `((${now} > 0 unless ${before}) or ${grown} > 0)`;
};

const requests = 'portcullis_http_request_duration_seconds';
const served = { method: 'GET', route: '/api/profiles/:id', status: '200' };
const databaseFailures = 'portcullis_port_call_failures_total';
const failedRequests = 'portcullis_failed_requests_total';
const vendorCalls = 'portcullis_outgoing_call_duration_seconds_count';

/** Means that an alert fires at a time, with these labels, on these samples. */
const at = (time: string, labels: Alert['fires']['labels'], ...samples: readonly Samples[]): Alert['fires'] => ({
  samples,
  at: time,
  labels,
});

/** Some routes wait by themselves: for the model, and for an event, as long as the caller wants. */
const waitsForNothing = 'route!~"/api/ai/document-analysis|/api/events"';

const instanceAlerts: readonly Alert[] = [
  {
    name: 'PortcullisDown',
    expr: 'up{job="portcullis"} == 0',
    after: '2m',
    summary: 'An instance does not answer its management listener',
    fires: at('3m', target, [series('up'), '0x5']),
  },
  {
    name: 'PortcullisNotReady',
    expr: 'portcullis_ready == 0',
    after: '3m',
    summary: 'An instance gets no requests, because it is not ready',
    fires: at('4m', target, [series('portcullis_ready'), '0x6']),
  },
  {
    name: 'PortcullisRestarts',
    expr: 'changes(process_start_time_seconds{job="portcullis"}[30m]) > 2',
    after: '0m',
    summary: 'An instance has ended and started again three times in half an hour',
    fires: at('6m', target, [series('process_start_time_seconds'), '1 2 3 4x5']),
  },
  {
    name: 'PortcullisClockWrong',
    expr: 'portcullis_not_ready_cause{cause="clock_skew"} == 1',
    after: '1m',
    summary: 'The clock of an instance is wrong, and nothing is done by time',
    fires: at('2m', { ...target, cause: 'clock_skew' }, [
      series('portcullis_not_ready_cause', { cause: 'clock_skew' }),
      '1x5',
    ]),
  },
  {
    name: 'PortcullisDiskLow',
    expr: 'portcullis_disk_free_bytes / portcullis_disk_bytes < 0.1',
    after: '5m',
    summary: 'A volume has less than a tenth of its space left',
    fires: at(
      '6m',
      { ...target, volume: 'database' },
      [series('portcullis_disk_free_bytes', { volume: 'database' }), '5x10'],
      [series('portcullis_disk_bytes', { volume: 'database' }), '100x10'],
    ),
  },
];

const requestAlerts: readonly Alert[] = [
  {
    name: 'PortcullisServerErrors',
    expr: `sum(rate(${requests}_count{status=~"5.."}[5m])) / sum(rate(${requests}_count[5m])) > 0.01`,
    after: '2m',
    summary: 'More than one request in a hundred is answered with a 5xx',
    fires: at(
      '8m',
      {},
      [series(`${requests}_count`, served), '0+90x10'],
      [series(`${requests}_count`, { ...served, status: '503' }), '0+10x10'],
    ),
  },
  {
    name: 'PortcullisSlow',
    expr: `histogram_quantile(0.99, sum by (le) (rate(${requests}_bucket{${waitsForNothing}}[5m]))) > 2.5`,
    after: '5m',
    summary: 'One request in a hundred takes more than 2.5 seconds',
    fires: {
      samples: ['2.5', '5', '+Inf'].map((le) => [
        series(`${requests}_bucket`, { ...served, le }),
        le === '2.5' ? '0+90x20' : '0+100x20',
      ]),
      at: '12m',
      labels: {},
    },
  },
  {
    name: 'PortcullisVendorUnusable',
    expr: `max by (provider) (portcullis_outgoing_circuit_open) == 1 or ${appears(`${vendorCalls}{outcome="not_configured"}`, 'provider')}`,
    after: '2m',
    summary: 'A vendor fails again and again, or refuses the account',
    fires: at('3m', { provider: 'rekognition' }, [
      series('portcullis_outgoing_circuit_open', { provider: 'rekognition' }),
      '1x5',
    ]),
  },
];

const databaseAlerts: readonly Alert[] = [
  {
    name: 'PortcullisDatabaseUnusable',
    expr: 'portcullis_not_ready_cause{cause!~"clock_skew|connections_exhausted"} == 1',
    after: '1m',
    summary: 'The database does not answer, takes no writes, or is not the one that it was',
    fires: at('2m', { ...target, cause: 'disk_full' }, [
      series('portcullis_not_ready_cause', { cause: 'disk_full' }),
      '1x5',
    ]),
  },
  {
    name: 'PortcullisDatabaseConnections',
    expr: `sum by (instance) (rate(${failedRequests}{cause="connections_exhausted"}[5m])) > 0.02 or max by (instance) (portcullis_not_ready_cause{cause="connections_exhausted"}) == 1`,
    after: '1m',
    summary: 'PostgreSQL gives no further connection: its limit, that of the account or that of a pooler is used up',
    fires: at('8m', { instance: target.instance }, [
      series(failedRequests, { cause: 'connections_exhausted' }),
      '0+6x10',
    ]),
  },
  {
    name: 'PortcullisDatabaseTimeouts',
    expr: `sum by (instance) (rate(${databaseFailures}{service=~"database|files",kind="timeout"}[5m])) > 0.02`,
    after: '2m',
    summary: 'Calls to the database end without an answer: dead connections, a frozen database, lost packets',
    fires: at('8m', { instance: target.instance }, [
      series(databaseFailures, { service: 'database', operation: 'get', kind: 'timeout' }),
      '0+6x10',
    ]),
  },
  {
    name: 'PortcullisDataDamaged',
    expr: 'increase(portcullis_damaged_total[1h]) > 0',
    after: '0m',
    summary: 'Rows were changed or removed in the database by somebody else',
    fires: at('8m', { ...target, kind: 'events' }, [series('portcullis_damaged_total', { kind: 'events' }), '0x3 1x7']),
  },
];

/** An alert for work that has waited for too long, by the seconds of the gauge of its age. */
const waitsTooLong = (name: Alert['name'], kind: string, seconds: number, summary: string): Alert => ({
  name,
  expr: `max(portcullis_due_age_seconds{kind="${kind}"}) > ${seconds}`,
  after: '2m',
  summary,
  fires: at('3m', {}, [series('portcullis_due_age_seconds', { kind }), `${seconds + 100}x5`]),
});

const workAlerts: readonly Alert[] = [
  {
    name: 'PortcullisSweepStale',
    expr: 'portcullis_sweep_age_seconds > 120 or max(portcullis_lease_held{work="sweep"}) == 0',
    after: '1m',
    summary: 'No work has been done by time for two minutes: no check is resumed, nothing expires or is erased',
    fires: at('5m', target, [series('portcullis_sweep_age_seconds'), '0+60x6']),
  },
  waitsTooLong(
    'PortcullisProfilesStuck',
    'processing',
    900,
    'A profile has been waiting in processing for a quarter of an hour',
  ),
  waitsTooLong('PortcullisErasuresWaiting', 'erasure', 3600, 'An erasure that was requested an hour ago is not done'),
  {
    name: 'PortcullisLedgerEntriesOverdue',
    expr: 'max(portcullis_ledger_entries_overdue) > 0',
    after: '2m',
    summary: 'Ledger entries stand at no place of the log five minutes after they were written',
    fires: at('3m', {}, [series('portcullis_ledger_entries_overdue'), '3x5']),
  },
  {
    name: 'PortcullisEventsBehind',
    expr: 'max(portcullis_events_unplaced_age_seconds) > 300',
    after: '2m',
    summary: 'Events are not in the feeds of the partners five minutes after their changes',
    fires: at('3m', {}, [series('portcullis_events_unplaced_age_seconds'), '400x5']),
  },
  {
    name: 'PortcullisAccessLogWaiting',
    expr: 'portcullis_access_log_waiting > 500',
    after: '1m',
    summary: 'Lines of the access log are not written; at 2,000 no personal data is shown any more',
    fires: at('2m', target, [series('portcullis_access_log_waiting'), '900x5']),
  },
];

/** Every alert, by the group of its rule. */
export const alertGroups: readonly (readonly [name: string, alerts: readonly Alert[]])[] = [
  ['portcullis-instance', instanceAlerts],
  ['portcullis-requests', requestAlerts],
  ['portcullis-database', databaseAlerts],
  ['portcullis-work', workAlerts],
];
