import { type Alert, appears, series, target } from './alert.ts';

const vendorCalls = 'portcullis_outgoing_call_duration_seconds_count';
const vendorCall = { provider: 'anthropic', operation: 'read' };

const sweepAlerts: readonly Alert[] = [
  {
    name: 'PortcullisSweepStale',
    expr: 'portcullis_sweep_age_seconds > 120',
    after: '1m',
    severity: 'page',
    summary: 'An instance has done no work by time for two minutes: no check is resumed, nothing expires or is erased',
    fires: { samples: [[series('portcullis_sweep_age_seconds'), '0+60x6']], at: '5m', labels: target },
  },
  {
    name: 'PortcullisSweepFailing',
    expr: 'sum by (instance, part) (increase(portcullis_sweep_failures_total[15m])) > 5',
    after: '0m',
    severity: 'ticket',
    summary: 'A part of the sweep fails again and again',
    fires: {
      samples: [[series('portcullis_sweep_failures_total', { part: 'profile' }), '0+1x16']],
      at: '14m',
      labels: { instance: target.instance, part: 'profile' },
    },
  },
  {
    name: 'PortcullisProfilesStuck',
    expr: 'max(portcullis_due_age_seconds{kind="processing"}) > 900',
    after: '2m',
    severity: 'page',
    summary: 'A profile has been waiting in processing for a quarter of an hour',
    fires: {
      samples: [[series('portcullis_due_age_seconds', { kind: 'processing' }), '1000x5']],
      at: '3m',
      labels: {},
    },
  },
  {
    name: 'PortcullisErasuresWaiting',
    expr: 'max(portcullis_due_age_seconds{kind="erasure"}) > 3600',
    after: '2m',
    severity: 'page',
    summary: 'An erasure that was requested an hour ago is not done',
    fires: {
      samples: [[series('portcullis_due_age_seconds', { kind: 'erasure' }), '4000x5']],
      at: '3m',
      labels: {},
    },
  },
  {
    name: 'PortcullisWorkOverdue',
    expr: 'max by (kind) (portcullis_due_age_seconds{kind=~"expiry|lapse|retention"}) > 1800',
    after: '2m',
    severity: 'ticket',
    summary: 'Profiles should have expired, lapsed or been erased half an hour ago',
    fires: {
      samples: [[series('portcullis_due_age_seconds', { kind: 'retention' }), '4000x5']],
      at: '3m',
      labels: { kind: 'retention' },
    },
  },
  {
    name: 'PortcullisReviewsOverdue',
    expr: 'max(portcullis_reviews_overdue) > 0',
    after: '15m',
    severity: 'ticket',
    summary: 'Profiles wait longer for a reviewer than they should',
    fires: { samples: [[series('portcullis_reviews_overdue', {}), '2x20']], at: '16m', labels: {} },
  },
  {
    name: 'PortcullisShardsUnheld',
    expr: 'sum(portcullis_sweep_shards) < 16',
    after: '5m',
    severity: 'ticket',
    summary: "A part of the work by time has been no instance's for five minutes",
    fires: { samples: [[series('portcullis_sweep_shards'), '12x10']], at: '6m', labels: {} },
  },
];

const recordAlerts: readonly Alert[] = [
  {
    name: 'PortcullisLedgerEntriesOverdue',
    expr: 'max(portcullis_ledger_entries_overdue) > 0',
    after: '2m',
    severity: 'page',
    summary: 'Ledger entries stand at no place of the log five minutes after they were written',
    fires: { samples: [[series('portcullis_ledger_entries_overdue'), '3x5']], at: '3m', labels: {} },
  },
  {
    name: 'PortcullisLedgerRelayFailing',
    expr: 'sum by (instance) (increase(portcullis_relay_failures_total[10m])) > 150',
    after: '0m',
    severity: 'page',
    summary: 'The relay of the log of all ledger entries has failed for minutes, or entries were removed',
    fires: {
      samples: [[series('portcullis_relay_failures_total'), '0+50x11']],
      at: '10m',
      labels: { instance: target.instance },
    },
  },
  {
    name: 'PortcullisEventsBehind',
    expr: 'max(portcullis_events_unplaced_age_seconds) > 300',
    after: '2m',
    severity: 'page',
    summary: 'Events are not in the feeds of the partners five minutes after their changes',
    fires: { samples: [[series('portcullis_events_unplaced_age_seconds'), '400x5']], at: '3m', labels: {} },
  },
  {
    name: 'PortcullisEventsDamaged',
    expr: 'increase(portcullis_events_damaged_total[1h]) > 0',
    after: '0m',
    severity: 'ticket',
    summary: 'Events of a feed were changed or removed in the database',
    fires: { samples: [[series('portcullis_events_damaged_total'), '0x3 1x7']], at: '8m', labels: target },
  },
  {
    name: 'PortcullisAccessLogWaiting',
    expr: 'portcullis_access_log_waiting > 500',
    after: '1m',
    severity: 'page',
    summary: 'Lines of the access log are not written; at 2,000 no personal data is shown any more',
    fires: { samples: [[series('portcullis_access_log_waiting'), '900x5']], at: '2m', labels: target },
  },
  {
    name: 'PortcullisAccessLogDamaged',
    expr: 'increase(portcullis_access_log_damaged_rows_total[1h]) > 0',
    after: '0m',
    severity: 'ticket',
    summary: 'Rows of the access log were changed in the database',
    fires: {
      samples: [[series('portcullis_access_log_damaged_rows_total'), '0x3 1x7']],
      at: '8m',
      labels: target,
    },
  },
  {
    name: 'PortcullisListEntriesDamaged',
    expr: 'increase(portcullis_list_entries_damaged_total[1h]) > 0',
    after: '0m',
    severity: 'ticket',
    summary: 'An entry of a block or allow list was changed in the database, and a person was reviewed because of it',
    fires: {
      samples: [[series('portcullis_list_entries_damaged_total'), '0x3 1x7']],
      at: '8m',
      labels: target,
    },
  },
];

const vendorAlerts: readonly Alert[] = [
  {
    name: 'PortcullisVendorCircuitOpen',
    expr: 'portcullis_outgoing_circuit_open == 1',
    after: '2m',
    severity: 'page',
    summary: 'A vendor is not asked, because it failed several times in a row',
    fires: {
      samples: [[series('portcullis_outgoing_circuit_open', { provider: 'rekognition' }), '1x5']],
      at: '3m',
      labels: { ...target, provider: 'rekognition' },
    },
  },
  {
    name: 'PortcullisVendorFailing',
    expr: `sum by (provider) (rate(${vendorCalls}{outcome=~"unavailable|timeout|quota|invalid_response"}[10m])) / sum by (provider) (rate(${vendorCalls}[10m])) > 0.1`,
    after: '5m',
    severity: 'ticket',
    summary: 'More than one call in ten to a vendor fails',
    fires: {
      samples: [
        [series(vendorCalls, { ...vendorCall, outcome: 'ok' }), '0+7x20'],
        [series(vendorCalls, { ...vendorCall, outcome: 'timeout' }), '0+3x20'],
      ],
      at: '16m',
      labels: { provider: 'anthropic' },
    },
  },
  {
    name: 'PortcullisVendorRefusesAccount',
    expr: appears(`${vendorCalls}{outcome="not_configured"}`, 'provider'),
    after: '0m',
    severity: 'page',
    summary: 'A vendor refuses the key or the permissions of the account',
    fires: {
      samples: [[series(vendorCalls, { ...vendorCall, outcome: 'not_configured' }), '_x3 1x7']],
      at: '8m',
      labels: { provider: 'anthropic' },
    },
  },
  {
    name: 'PortcullisBudgetUsedUp',
    expr: 'sum by (provider) (increase(portcullis_vendor_budget_refusals_total[1h])) > 0',
    after: '0m',
    severity: 'ticket',
    summary: 'A partner has used up its calls of the day to a paid provider',
    fires: {
      samples: [[series('portcullis_vendor_budget_refusals_total', { provider: 'faces' }), '0x3 2x7']],
      at: '8m',
      labels: { provider: 'faces' },
    },
  },
];

const webhookAlerts: readonly Alert[] = [
  {
    name: 'PortcullisWebhookEndpointDisabled',
    expr: 'sum by (reason) (increase(portcullis_webhook_endpoints_disabled_total[1h])) > 0',
    after: '0m',
    severity: 'ticket',
    summary: 'An endpoint of a partner was disabled: it has received nothing for five days, or has answered 410',
    fires: {
      samples: [[series('portcullis_webhook_endpoints_disabled_total', { reason: 'failing' }), '0x3 1x7']],
      at: '8m',
      labels: { reason: 'failing' },
    },
  },
];

export const workAlerts = [...sweepAlerts, ...recordAlerts, ...vendorAlerts, ...webhookAlerts];
