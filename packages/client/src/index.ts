export type { PartnerMethod } from './api/operation.ts';
export {
  type AccessLogMethods,
  type Client,
  type ClientOptions,
  createClient,
  type EventMethods,
  type EvidenceMethods,
  type HistoryMethods,
  type LedgerMethods,
  type ProfileMethods,
  type ServiceMethods,
  type TokenMethods,
} from './client.ts';
export * from './common.ts';
export type { EventPage, FollowOptions } from './follow-events.ts';
export type { WebhookEndpointMethods } from './webhook-endpoints.ts';
export type { VerifyOptions, WebhookEvent, WebhookFault, WebhookHeaders, WebhookResult } from './webhooks.ts';
export * as webhooks from './webhooks.ts';
