import type { EndpointEvent } from '../../ledger/endpoint-event.ts';
import { isProfileEvent, type PartnerProfileEvent } from '../../ledger/partner-event.ts';
import type { FeedEvent } from '../../ports/event-feed.ts';

/** The id of an event, as partners know it. */
export const eventIdOf = ({ row }: Pick<FeedEvent, 'row'>): string => `evt_${row}`;

const profileData = (event: PartnerProfileEvent) => ({
  id: event.profileId,
  object: 'profile' as const,
  status: event.status,
  version: event.version,
  reasons: event.reasons,
  previous_status: event.previousStatus,
});

const endpointData = ({ endpointId: id, reason }: EndpointEvent) => ({
  id,
  object: 'webhook_endpoint' as const,
  status: 'disabled' as const,
  reason,
});

/** An event as partners get it, by the feed and by webhooks alike. */
export const eventBody = (one: FeedEvent) => {
  const { event } = one;
  const id = eventIdOf(one);
  const timestamp = event.at;
  return isProfileEvent(event)
    ? { id, type: event.type, timestamp, data: profileData(event) }
    : { id, type: event.type, timestamp, data: endpointData(event) };
};
