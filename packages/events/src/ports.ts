export { decodeEvent, decodeFeedCursor, encodeEvent, encodeFeedCursor, isFeedCursor } from './feed/event-codec.ts';
export { type Checkpoint, emptyLogHash, nextLogHash, signedText } from './ledger/checkpoint.ts';
export {
  disabledEntries,
  endpointEventOf,
  endpointEventTypes,
  webhookDisabledReasons,
} from './ledger/endpoint-event.ts';
export {
  type EventType,
  erasedEvent,
  eventTypes,
  isProfileEvent,
  type PartnerEvent,
  type PartnerProfileEvent,
  partnerEvents,
  profileEventTypes,
} from './ledger/partner-event.ts';
export {
  type EventFeed,
  type FeedEvent,
  type FeedHead,
  type FeedNumbers,
  type FeedPage,
  type FeedPosition,
  type FollowedEntry,
  maxFeedHeads,
  type PrunedFeeds,
} from './ports/event-feed.ts';
export type { FeedWait, FeedWatch } from './ports/feed-watch.ts';
export type { HeadSigner } from './ports/head-signer.ts';
export type { LedgerLog, LogState, PlacedEntry, UnplacedEntry, WaitingEntry } from './ports/ledger-log.ts';
export {
  type DeliveryChanges,
  type DeliveryState,
  type FailedDelivery,
  maxDeliveryChanges,
  type TryPage,
  type WebhookDeliveries,
  type WebhookTry,
} from './ports/webhook-deliveries.ts';
export {
  type DamagedEndpoint,
  maxWebhookEndpoints,
  type PartnerEndpoints,
  type WebhookEndpoint,
  type WebhookEndpoints,
  type WebhookStatus,
  webhookStatuses,
} from './ports/webhook-endpoints.ts';
export {
  type WebhookFailure,
  type WebhookRequest,
  type WebhookResult,
  type WebhookSender,
  type WebhookUrlRejection,
  webhookFailures,
} from './ports/webhook-sender.ts';
export type { LeasedWork, WorkLease, WorkLeases } from './ports/work-leases.ts';
export { WebhookTryCodec } from './webhooks/delivery/webhook-codec.ts';
