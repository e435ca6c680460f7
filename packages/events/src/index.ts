export { continuesHead, examineLog, type LogFault, logFaults } from './checkpoints/examine-log.ts';
export { type BacklogDeps, type RelayBacklog, relayBacklog } from './checkpoints/overdue-entries.ts';
export { createHeadPublisher } from './checkpoints/publish-head.ts';
export { readCheckpoint } from './checkpoints/read-checkpoint.ts';
export { createEntryRelay, type EntryRelay } from './checkpoints/relay-entries.ts';
export { createEvents, type Events, type EventsPorts } from './create-events.ts';
export { createEventNumbering } from './feed/number-events.ts';
export { eventsKeptMs } from './feed/read-events.ts';
export { EndpointDescription, EndpointTypes, EndpointUrlText } from './input/endpoint-codecs.ts';
export { createWorkLease, type KeptLease } from './leases/work-lease.ts';
export {
  createWebhookDelivery,
  type DeliveryDeps,
  type WebhookDelivery,
} from './webhooks/delivery/deliver-webhooks.ts';
export { eventBody } from './webhooks/delivery/event-body.ts';
export { webhookKeptMs } from './webhooks/delivery/schedule.ts';
export { type PingedEndpoint, pingEnabled } from './webhooks/ping-endpoint.ts';
export type { ReplayTarget } from './webhooks/replay-deliveries.ts';
