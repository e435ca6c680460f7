import { IdCodec, type JsonSchema, matching, t } from '@portcullis/domain/kernel';
import { eventTypes } from '@portcullis/events/ports';
import type { Codec } from '../request/codecs.ts';
import { EndpointEventBody, ProfileEventBody } from '../responses/ledger-body.ts';
import { Timestamp } from '../responses/shared-codecs.ts';
import { eventMeanings } from '../routes/pages/guide-meanings.ts';
import { inlineSchema, type NamedSchemas, schemaOf } from './schema.ts';

/** The body that is sent to an endpoint alone, to see whether it answers. */
const PingBody = t.type({
  id: matching('an event id', /^evt_[a-z0-9]{15}$/),
  type: t.literal('endpoint.ping'),
  timestamp: Timestamp,
  data: t.type({ id: IdCodec, object: t.literal('webhook_endpoint') }),
});

const pingTexts: { readonly [path: string]: string } = {
  id: 'The id of the ping.',
  type: 'What it is.',
  timestamp: 'When it was asked for.',
  data: 'The endpoint.',
  'data.id': 'Its id.',
  'data.object': 'What it is.',
};

const header = (name: string, description: string, schema: JsonSchema) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

/** The headers of Standard Webhooks 1.0.0. */
const headers = [
  header('webhook-id', 'The id of the event: what was had before has the same.', { type: 'string' }),
  header('webhook-timestamp', 'When this try was signed, in seconds since 1970.', {
    type: 'string',
    pattern: '^[0-9]{1,12}$',
  }),
  header('webhook-signature', '`v1,` and an HMAC-SHA256 over id, time and body in base64, one for each secret.', {
    type: 'string',
  }),
];

const responses = {
  '2XX': { description: 'The event was received. No other answer means that.' },
  '410': { description: 'The endpoint is gone: it is disabled, and nothing more is sent to it.' },
  '4XX': { description: 'The event was not received, and is sent again later, as after a 5XX or no answer.' },
};

const received = (type: string, description: string, schema: JsonSchema) => ({
  post: {
    operationId: `receive_${type.replaceAll('.', '_')}`,
    summary: type,
    description,
    tags: ['Webhooks'],
    security: [],
    parameters: headers,
    requestBody: {
      description: 'The event, whose bytes are signed.',
      required: true,
      content: { 'application/json': { schema } },
    },
    responses,
  },
});

const bodyOf = (type: string): Codec<unknown> => (type.startsWith('profile.') ? ProfileEventBody : EndpointEventBody);

/** The requests to the webhook endpoints of partners (OpenAPI 3.1, section 4.8.1): an operation for each event. */
export const describedWebhooks = (named: NamedSchemas): { readonly [type: string]: object } => ({
  ...Object.fromEntries(
    eventTypes.map((type) => [type, received(type, eventMeanings[type], schemaOf(bodyOf(type), named))]),
  ),
  'endpoint.ping': received(
    'endpoint.ping',
    'Whether the endpoint answers is tried. It is not in the feed.',
    inlineSchema(PingBody, named, { textOf: (path) => pingTexts[path], path: '' }),
  ),
});
