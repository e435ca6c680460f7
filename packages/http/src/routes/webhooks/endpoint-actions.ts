import { pipe, TE } from '@portcullis/domain';
import { endpoint } from '../endpoint.ts';
import { emptyObject } from '../route.ts';
import { endpointSecretBody, PingedEndpointBody, pingedBody, RotatedSecretBody } from './endpoint-body.ts';
import { EndpointParams, webhookRoute } from './endpoints.ts';

const emptyForms = { machine: emptyObject, flow: emptyObject };
const nothing = { json: emptyForms, absent: emptyForms, example: {} };

export const pingWebhookEndpoint = endpoint({
  ...webhookRoute,
  method: 'POST',
  path: '/api/webhook-endpoints/:id/ping',
  id: 'pingWebhookEndpoint',
  summary: 'Send a ping to an endpoint',
  description:
    'Sends the event `endpoint.ping`, signed like every other, and answers what became of it. An unverified endpoint that answers it with a status from 200 to 299 is enabled. Send no body, or an empty object.',
  params: EndpointParams,
  body: nothing,
  responses: [{ status: 200, description: 'The endpoint, and what became of the ping.', body: PingedEndpointBody }],
  errors: ['version_conflict', 'database_unavailable'],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.pingEndpoint({ caller, id: params.id }),
      TE.map((pinged) => ({ status: 200, body: pingedBody(pinged) })),
    ),
});

export const rotateWebhookSecret = endpoint({
  ...webhookRoute,
  method: 'POST',
  path: '/api/webhook-endpoints/:id/rotate-secret',
  id: 'rotateWebhookSecret',
  summary: 'Give an endpoint a new secret',
  description:
    'From now on every event has two signatures: that of the new secret first, and for 24 hours that of the one before. A second rotation within that time ends the oldest at once. Send no body, or an empty object.',
  params: EndpointParams,
  body: nothing,
  responses: [{ status: 200, description: 'The endpoint with its new secret.', body: RotatedSecretBody }],
  errors: ['version_conflict', 'database_unavailable'],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.rotateSecret({ caller, id: params.id }),
      TE.map((rotated) => ({ status: 200, body: endpointSecretBody(rotated) })),
    ),
});
