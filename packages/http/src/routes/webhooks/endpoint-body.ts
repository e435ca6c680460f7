import { IdCodec, matching, oneOf, t } from '@portcullis/domain/kernel';
import type { PingedEndpoint } from '@portcullis/events';
import {
  eventTypes,
  type FailedDelivery,
  type WebhookEndpoint,
  type WebhookResult,
  type WebhookTry,
  webhookDisabledReasons,
  webhookFailures,
  webhookStatuses,
} from '@portcullis/events/ports';
import { Count, countedListOf, listOf, nullable, Ordinal, Timestamp } from '../../responses/shared-codecs.ts';

const EventId = matching('an event id', /^evt_[a-z0-9]{15}$/);
const Failure = nullable(oneOf(webhookFailures));

export const WebhookEndpointBody = t.type(
  {
    id: IdCodec,
    object: t.literal('webhook_endpoint'),
    url: t.string,
    description: nullable(t.string),
    types: nullable(t.readonlyArray(oneOf(eventTypes))),
    status: oneOf(webhookStatuses),
    disabled_reason: nullable(oneOf(webhookDisabledReasons)),
    verified_at: nullable(Timestamp),
    old_secret_ends_at: nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  'WebhookEndpoint',
);

/** An endpoint as its partner sees it: without its secrets. */
export const endpointBody = (endpoint: WebhookEndpoint): t.TypeOf<typeof WebhookEndpointBody> => ({
  id: endpoint.id,
  object: 'webhook_endpoint',
  url: endpoint.url,
  description: endpoint.description,
  types: endpoint.types,
  status: endpoint.status,
  disabled_reason: endpoint.disabledReason,
  verified_at: endpoint.verifiedAt,
  old_secret_ends_at: endpoint.secrets[1]?.endsAt ?? null,
  created_at: endpoint.createdAt,
  updated_at: endpoint.updatedAt,
});

export const WebhookEndpointList = countedListOf(WebhookEndpointBody, 'WebhookEndpointList');

export const WebhookPingBody = t.type(
  { delivered: t.boolean, status: nullable(Ordinal), failure: Failure, ms: Count, address: nullable(t.string) },
  'WebhookPing',
);

const pingBody = (result: WebhookResult): t.TypeOf<typeof WebhookPingBody> => {
  const status = result._tag === 'Answered' ? result.status : null;
  return {
    delivered: status !== null && status >= 200 && status < 300,
    status,
    failure: result._tag === 'NotAnswered' ? result.failure : null,
    ms: Math.round(result.ms),
    address: result.address,
  };
};

const Secret = matching('a secret', /^whsec_[A-Za-z0-9+/]{43}=$/);

export const CreatedEndpointBody = t.type(
  { endpoint: WebhookEndpointBody, secret: Secret, ping: WebhookPingBody },
  'CreatedWebhookEndpoint',
);
export const PingedEndpointBody = t.type(
  { endpoint: WebhookEndpointBody, ping: WebhookPingBody },
  'PingedWebhookEndpoint',
);
export const RotatedSecretBody = t.type({ endpoint: WebhookEndpointBody, secret: Secret }, 'RotatedWebhookSecret');

export const DeletedEndpointBody = t.type(
  { id: IdCodec, object: t.literal('webhook_endpoint'), deleted: t.literal(true) },
  'DeletedWebhookEndpoint',
);

export const pingedBody = ({ endpoint, result }: PingedEndpoint): t.TypeOf<typeof PingedEndpointBody> => ({
  endpoint: endpointBody(endpoint),
  ping: pingBody(result),
});

/** An endpoint with its secret, which is shown to the partner once. */
export const endpointSecretBody = (endpoint: WebhookEndpoint): t.TypeOf<typeof RotatedSecretBody> => ({
  endpoint: endpointBody(endpoint),
  secret: endpoint.secrets[0]?.secret ?? '',
});

export const WebhookReplayBody = t.type({ object: t.literal('webhook_replay'), events: Count }, 'WebhookReplay');

export const WebhookTryBody = t.type(
  {
    event_id: EventId,
    at: Timestamp,
    attempt: Ordinal,
    outcome: oneOf(['delivered', 'failed', 'dead']),
    status: nullable(Ordinal),
    failure: Failure,
    ms: Count,
    address: nullable(t.string),
  },
  'WebhookTry',
);

export const tryBody = ({ eventId, ...line }: WebhookTry): t.TypeOf<typeof WebhookTryBody> => ({
  event_id: eventId,
  ...line,
});

export const WebhookTryList = countedListOf(WebhookTryBody, 'WebhookTryList');

export const WebhookDeadLetterBody = t.type(
  { event_id: EventId, attempts: Ordinal, given_up_at: Timestamp },
  'WebhookDeadLetter',
);

export const deadLetterBody = (letter: FailedDelivery): t.TypeOf<typeof WebhookDeadLetterBody> => ({
  event_id: letter.eventId,
  attempts: letter.attempts,
  given_up_at: letter.dueAt,
});

export const WebhookDeadLetterList = listOf(WebhookDeadLetterBody, 'WebhookDeadLetterList');
