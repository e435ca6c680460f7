import { type Alert, failsBy, series, target } from './alert.ts';

const requests = 'portcullis_http_request_duration_seconds';
const served = { method: 'GET', route: '/api/profiles/:id', status: '200' };
/**
 * Some routes wait by themselves: for the model, for a minute at most, and for an event, as long as the caller wants.
 */
const waitsForNothing = 'route!~"/api/ai/document-analysis|/api/events"';

const instanceAlerts: readonly Alert[] = [
  {
    name: 'PortcullisDown',
    expr: 'up{job="portcullis"} == 0',
    after: '2m',
    severity: 'page',
    summary: 'An instance does not answer its management listener',
    fires: { samples: [[series('up'), '0x5']], at: '3m', labels: target },
  },
  {
    name: 'PortcullisNotReady',
    expr: 'portcullis_ready == 0',
    after: '3m',
    severity: 'page',
    summary: 'An instance gets no requests, because it is not ready',
    fires: { samples: [[series('portcullis_ready'), '0x6']], at: '4m', labels: target },
  },
  {
    name: 'PortcullisRestarts',
    expr: 'changes(process_start_time_seconds{job="portcullis"}[30m]) > 2',
    after: '0m',
    severity: 'page',
    summary: 'An instance has ended and started again three times in half an hour',
    fires: { samples: [[series('process_start_time_seconds'), '1 2 3 4x5']], at: '6m', labels: target },
  },
  {
    name: 'PortcullisStopCuts',
    expr: 'portcullis_http_connections > 0 and on (instance) portcullis_ready_check{check="accepting"} == 0',
    after: '15s',
    severity: 'ticket',
    summary: 'An instance stops and still has requests; those that take longer than the stop are cut off',
    fires: {
      samples: [
        [series('portcullis_http_connections'), '3x4'],
        [series('portcullis_ready_check', { check: 'accepting' }), '1 0x3'],
      ],
      at: '2m',
      labels: target,
    },
  },
  {
    name: 'PortcullisVersionsDiffer',
    expr: 'count(count by (version) (portcullis_build_info)) > 1',
    after: '1h',
    severity: 'ticket',
    summary: 'Instances of several releases have been running for an hour: an upgrade has stopped halfway',
    fires: {
      samples: [
        [series('portcullis_build_info', { version: '1.0.0', node: '24.0.0' }), '1x80'],
        ['portcullis_build_info{version="1.1.0",node="24.0.0",job="portcullis",instance="b:9000"}', '1x80'],
      ],
      at: '70m',
      labels: {},
    },
  },
];

const resourceAlerts: readonly Alert[] = [
  {
    name: 'PortcullisDescriptors',
    expr: 'process_open_fds{job="portcullis"} / process_max_fds{job="portcullis"} > 0.8',
    after: '2m',
    severity: 'page',
    summary: 'An instance has opened four fifths of the files and connections that it may open',
    fires: {
      samples: [
        [series('process_open_fds'), '900x5'],
        [series('process_max_fds'), '1024x5'],
      ],
      at: '3m',
      labels: target,
    },
  },
  {
    name: 'PortcullisNoDescriptors',
    expr: failsBy('no_descriptors'),
    after: '0m',
    severity: 'page',
    summary: 'An instance has no file descriptor left, and reaches neither its database nor vendors',
    fires: {
      samples: [[series('portcullis_failed_requests_total', { cause: 'no_descriptors' }), '_x3 2x7']],
      at: '8m',
      labels: { instance: target.instance },
    },
  },
  {
    name: 'PortcullisDiskLow',
    expr: 'portcullis_disk_free_bytes / portcullis_disk_bytes < 0.1',
    after: '5m',
    severity: 'page',
    summary: 'A volume has less than a tenth of its space left',
    fires: {
      samples: [
        [series('portcullis_disk_free_bytes', { volume: 'database' }), '5x10'],
        [series('portcullis_disk_bytes', { volume: 'database' }), '100x10'],
      ],
      at: '6m',
      labels: { ...target, volume: 'database' },
    },
  },
  {
    name: 'PortcullisEventLoopBlocked',
    expr: 'nodejs_eventloop_lag_p99_seconds{job="portcullis"} > 0.5',
    after: '5m',
    severity: 'ticket',
    summary: 'The process of an instance is busy: whatever it does waits half a second and more',
    fires: { samples: [[series('nodejs_eventloop_lag_p99_seconds'), '0.9x10']], at: '6m', labels: target },
  },
  {
    name: 'PortcullisQueueLong',
    expr: 'portcullis_queue_waiting > 12',
    after: '5m',
    severity: 'ticket',
    summary:
      'Pictures, documents or calls to a vendor wait for their turn; beyond the length of the queue they are refused',
    fires: {
      samples: [[series('portcullis_queue_waiting', { queue: 'image_decodes' }), '40x10']],
      at: '6m',
      labels: { ...target, queue: 'image_decodes' },
    },
  },
];

const requestAlerts: readonly Alert[] = [
  {
    name: 'PortcullisServerErrors',
    expr: `sum(rate(${requests}_count{status=~"5.."}[5m])) / sum(rate(${requests}_count[5m])) > 0.01`,
    after: '2m',
    severity: 'page',
    summary: 'More than one request in a hundred is answered with a 5xx',
    fires: {
      samples: [
        [series(`${requests}_count`, served), '0+90x10'],
        [series(`${requests}_count`, { ...served, status: '503' }), '0+10x10'],
      ],
      at: '8m',
      labels: {},
    },
  },
  {
    name: 'PortcullisSlow',
    expr: `histogram_quantile(0.99, sum by (le) (rate(${requests}_bucket{${waitsForNothing}}[5m]))) > 2.5`,
    after: '5m',
    severity: 'page',
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
    name: 'PortcullisRequestsLimited',
    expr: 'sum by (limit) (rate(portcullis_limited_requests_total[10m])) > 0.5',
    after: '5m',
    severity: 'ticket',
    summary: 'Requests are answered with 429 all the time',
    fires: {
      samples: [[series('portcullis_limited_requests_total', { limit: 'client' }), '0+60x20']],
      at: '16m',
      labels: { limit: 'client' },
    },
  },
  {
    name: 'PortcullisRateLimitsAlone',
    expr: 'rate(portcullis_rate_limits_alone_total[5m]) > 0',
    after: '5m',
    severity: 'ticket',
    summary: 'Redis does not answer: each instance counts by itself, so that limits are multiplied',
    fires: { samples: [[series('portcullis_rate_limits_alone_total'), '0+5x15']], at: '10m', labels: target },
  },
];

export const serviceAlerts = [...instanceAlerts, ...resourceAlerts, ...requestAlerts];
