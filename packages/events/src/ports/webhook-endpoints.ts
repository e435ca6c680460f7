import type { AlreadyExists, TaskEither, Tenant, Unavailable, VersionConflict } from '@portcullis/domain/kernel';
import type { WebhookDisabledReason } from '../ledger/endpoint-event.ts';
import type { EventType } from '../ledger/partner-event.ts';

/**
 * `unverified`: no ping was answered yet, and nothing but pings is sent. `disabled`: nothing is sent, and what happens
 * meanwhile waits.
 */
export const webhookStatuses = ['unverified', 'enabled', 'disabled'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

/** A secret, `whsec_` and 32 bytes in base64. One that was replaced signs until `endsAt` (ISO 8601). */
export type WebhookSecret = { readonly secret: string; readonly endsAt: string | null };

/** An address of a partner to which events are sent. */
export type WebhookEndpoint = {
  readonly id: string;
  readonly tenant: Tenant;
  readonly url: string;
  readonly description: string | null;
  /** The events that are sent; `null`: all of them. */
  readonly types: readonly EventType[] | null;
  readonly status: WebhookStatus;
  readonly disabledReason: WebhookDisabledReason | null;
  /** When a ping to its URL was answered first; `null` while none was. */
  readonly verifiedAt: string | null;
  /** Newest first. */
  readonly secrets: readonly WebhookSecret[];
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Raised by each change. */
  readonly version: number;
};

/** How many endpoints a partner may have, its teams together. */
export const maxWebhookEndpoints = 20;

/** An endpoint as far as it says who delivers to it, and whether it was changed. */
export type ActiveEndpoint = {
  readonly id: string;
  readonly partnerId: string;
  readonly version: number;
};

/** An endpoint whose row does not open, as far as it says whose it is. */
export type DamagedEndpoint = Pick<WebhookEndpoint, 'id' | 'tenant'>;

/** The endpoints of a partner, and those that are left out because their rows do not open. */
export type PartnerEndpoints = {
  readonly endpoints: readonly WebhookEndpoint[];
  readonly damaged: readonly DamagedEndpoint[];
};

/** Stores endpoints. Their facts about the receiver are sealed where there are keys. */
export type WebhookEndpoints = {
  /** Stores an endpoint that begins behind a place of the feed of its partner. */
  readonly insert: (endpoint: WebhookEndpoint, place: number) => TaskEither<AlreadyExists | Unavailable, void>;
  readonly find: (id: string) => TaskEither<Unavailable, WebhookEndpoint | null>;
  /** Whose endpoint it is, by its columns: also of one whose row does not open. */
  readonly ownerOf: (id: string) => TaskEither<Unavailable, Tenant | null>;
  /**
   * All endpoints of a partner, whatever their team, oldest first: at most `maxWebhookEndpoints` and some.
   */
  readonly ofPartner: (partnerId: string) => TaskEither<Unavailable, PartnerEndpoints>;
  /** Those of all partners whose rows do not open, among at most 200 behind an id; `next` is the last of these. */
  readonly damaged: (
    afterId: string,
  ) => TaskEither<Unavailable, { readonly damaged: readonly DamagedEndpoint[]; readonly next: string | null }>;
  /** Replaces an endpoint if its version before was seen. */
  readonly replace: (endpoint: WebhookEndpoint) => TaskEither<VersionConflict | Unavailable, void>;
  /**
   * Removes an endpoint, and how far the deliveries to it have come. Waiting events are never sent, and are pruned. One
   * that is gone is no failure.
   */
  readonly remove: (id: string) => TaskEither<Unavailable, void>;
  /** At most 200 enabled endpoints behind an id, by their ids. */
  readonly active: (afterId: string) => TaskEither<Unavailable, readonly ActiveEndpoint[]>;
};
