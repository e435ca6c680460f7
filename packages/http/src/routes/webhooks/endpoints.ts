import { pipe, TE } from '@portcullis/domain';
import { closedObject, IdCodec, oneOf } from '@portcullis/domain/kernel';
import { nullable } from '@portcullis/domain/serialization';
import { EndpointDescription, EndpointTypes, EndpointUrlText } from '@portcullis/events';
import { createEndpointExample } from '../../descriptions/examples/webhook-examples.ts';
import { forEveryCaller } from '../../request/body/body-forms.ts';
import { endpoint } from '../endpoint.ts';
import {
  CreatedEndpointBody,
  DeletedEndpointBody,
  endpointBody,
  endpointSecretBody,
  pingedBody,
  WebhookEndpointBody,
  WebhookEndpointList,
} from './endpoint-body.ts';

/** The path parameters of a route for one endpoint. */
export const EndpointParams = closedObject({ id: IdCodec }, {}, 'endpoint in the path');

const CreateEndpointRequest = closedObject(
  { url: EndpointUrlText },
  { types: nullable(EndpointTypes), description: nullable(EndpointDescription) },
  'CreateWebhookEndpoint',
);

const UpdateEndpointRequest = closedObject(
  {},
  {
    url: EndpointUrlText,
    types: nullable(EndpointTypes),
    description: nullable(EndpointDescription),
    status: oneOf(['enabled', 'disabled']),
  },
  'UpdateWebhookEndpoint',
);

export const webhookRoute = {
  tag: 'Webhooks',
  access: 'machine-or-staff',
  scope: 'webhooks:manage',
  permission: 'webhooks:manage',
  showsRecords: false,
} as const;

export const createWebhookEndpoint = endpoint({
  ...webhookRoute,
  method: 'POST',
  path: '/api/webhook-endpoints',
  id: 'createWebhookEndpoint',
  summary: 'Create an endpoint for webhooks',
  description:
    'The endpoint gets the events from now on that `types` names, signed as Standard Webhooks describes. A ping is sent at once, and the answer waits for it, up to 15 seconds. An endpoint that answers it with a status from 200 to 299 is enabled; another one stays `unverified` and gets nothing, until a ping is answered that `POST /api/webhook-endpoints/{id}/ping` sends. A partner has at most 20 endpoints. The endpoint of a client with a team gets the events of that team.',
  body: { json: forEveryCaller(CreateEndpointRequest), example: createEndpointExample },
  responses: [
    { status: 201, description: 'The endpoint, with its secret.', body: CreatedEndpointBody, headers: ['Location'] },
  ],
  errors: ['endpoint_limit_reached', 'validation_failed', 'version_conflict', 'database_unavailable'],
  run: ({ services }, { caller, body, operation }) =>
    pipe(
      services.createEndpoint({
        caller,
        url: body.url,
        types: body.types ?? null,
        description: body.description ?? null,
        operation,
      }),
      TE.map((pinged) => ({
        status: 201,
        headers: { Location: `/api/webhook-endpoints/${pinged.endpoint.id}` },
        body: { ...endpointSecretBody(pinged.endpoint), ping: pingedBody(pinged).ping },
      })),
    ),
});

export const listWebhookEndpoints = endpoint({
  ...webhookRoute,
  method: 'GET',
  path: '/api/webhook-endpoints',
  id: 'listWebhookEndpoints',
  summary: 'The endpoints for webhooks',
  description:
    'All endpoints of the tenant, oldest first. One whose row does not open is left out and counted; it can be deleted by its id.',
  responses: [{ status: 200, description: 'The endpoints.', body: WebhookEndpointList }],
  errors: ['database_unavailable'],
  run: ({ services }, { caller }) =>
    pipe(
      services.listEndpoints(caller),
      TE.map(({ damaged, endpoints }) => ({
        status: 200,
        body: {
          object: 'list',
          data: endpoints.map(endpointBody),
          next_cursor: null,
          ...(damaged.length > 0 && { damaged: damaged.length }),
        },
      })),
    ),
});

export const getWebhookEndpoint = endpoint({
  ...webhookRoute,
  method: 'GET',
  path: '/api/webhook-endpoints/:id',
  id: 'getWebhookEndpoint',
  summary: 'One endpoint',
  description: 'Its secret is not answered: whoever has lost it rotates it.',
  params: EndpointParams,
  responses: [{ status: 200, description: 'The endpoint.', body: WebhookEndpointBody }],
  errors: ['database_unavailable'],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.getEndpoint({ caller, id: params.id }),
      TE.map((found) => ({ status: 200, body: endpointBody(found) })),
    ),
});

export const updateWebhookEndpoint = endpoint({
  ...webhookRoute,
  method: 'PATCH',
  path: '/api/webhook-endpoints/:id',
  id: 'updateWebhookEndpoint',
  summary: 'Change, disable or enable an endpoint',
  description:
    'With another `url` it is unverified, until a ping was answered there. One that is enabled again goes on where it was: what has happened meanwhile is sent, as far back as events are kept. Within two seconds every instance knows of the change.',
  params: EndpointParams,
  body: { json: forEveryCaller(UpdateEndpointRequest), example: { status: 'disabled' } },
  responses: [{ status: 200, description: 'The endpoint.', body: WebhookEndpointBody }],
  errors: ['validation_failed', 'version_conflict', 'database_unavailable'],
  run: ({ services }, { caller, params, body }) =>
    pipe(
      services.updateEndpoint({ caller, id: params.id, settings: body }),
      TE.map((changed) => ({ status: 200, body: endpointBody(changed) })),
    ),
});

export const deleteWebhookEndpoint = endpoint({
  ...webhookRoute,
  method: 'DELETE',
  path: '/api/webhook-endpoints/:id',
  id: 'deleteWebhookEndpoint',
  summary: 'Delete an endpoint',
  description:
    'Nothing more is sent to it, and what waits for it is gone. Requests that are under way are not cut off.',
  params: EndpointParams,
  responses: [{ status: 200, description: 'It is gone.', body: DeletedEndpointBody }],
  errors: ['database_unavailable'],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.deleteEndpoint({ caller, id: params.id }),
      TE.map(() => ({ status: 200, body: { id: params.id, object: 'webhook_endpoint', deleted: true } })),
    ),
});
