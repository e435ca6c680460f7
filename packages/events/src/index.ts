export { continuesHead, examineLog, type LogFault, logFaults } from './checkpoints/examine-log.ts';
export { type BacklogDeps, type RelayBacklog, relayBacklog } from './checkpoints/overdue-entries.ts';
export { createHeadPublisher } from './checkpoints/publish-head.ts';
export { readCheckpoint } from './checkpoints/read-checkpoint.ts';
export { createEntryRelay, type EntryRelay } from './checkpoints/relay-entries.ts';
export { createEvents, type Events } from './create-events.ts';
export { followEvents } from './feed/follow-events.ts';
export { createEventNumbering, type EventNumbering } from './feed/number-events.ts';
export { type EventPage, type EventQuery, eventsKeptMs, readEvents } from './feed/read-events.ts';
export { EndpointDescription, EndpointTypes, EndpointUrlText } from './input/endpoint-codecs.ts';
export { inputs } from './input/inputs.ts';
export { createWorkLease, type KeptLease } from './leases/work-lease.ts';
export { createEndpoint } from './webhooks/create-endpoint.ts';
export {
  createWebhookDelivery,
  type DeliveryDeps,
  type WebhookDelivery,
} from './webhooks/delivery/deliver-webhooks.ts';
export { eventBody } from './webhooks/delivery/event-body.ts';
export { disableAfterMs, retryDelaysMs, webhookKeptMs } from './webhooks/delivery/schedule.ts';
export {
  deleteEndpoint,
  type EndpointSettings,
  getEndpoint,
  listEndpoints,
  rotateSecret,
  updateEndpoint,
} from './webhooks/manage-endpoints.ts';
export type { EndpointFailure, OwnEndpoint } from './webhooks/own-endpoint.ts';
export { type PingedEndpoint, pingEnabled, pingEndpoint } from './webhooks/ping-endpoint.ts';
export { readDeadLetters, readTries } from './webhooks/read-deliveries.ts';
export { type ReplayTarget, replayDeliveries } from './webhooks/replay-deliveries.ts';
