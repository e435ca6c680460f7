import { pipe, TE } from '@portcullis/domain';
import { closedObject, IdCodec, integer, oneOf, plainText, uniqueList } from '@portcullis/domain/kernel';
import { nullable } from '@portcullis/domain/serialization';
import { defaultOverlapSeconds, maxOverlapSeconds, partnerScopes } from '@portcullis/domain/use-cases';
import { forEveryCaller } from '../../request/body/body-forms.ts';
import { endpoint } from '../endpoint.ts';
import { emptyObject, noBody } from '../route.ts';
import {
  ClientBody,
  ClientListBody,
  ClientSecretBody,
  clientBody,
  clientListBody,
  clientSecretBodies,
} from './client-body.ts';

const ClientParams = closedObject({ id: IdCodec }, {}, 'client in the path');

const CreateClientRequest = closedObject(
  { name: plainText(1, 100), scopes: uniqueList(oneOf(partnerScopes), 1) },
  { team_id: nullable(plainText(1, 128)) },
  'CreateClient',
);

const RotateClientSecretRequest = closedObject(
  {},
  { overlap_seconds: integer(0, maxOverlapSeconds) },
  'RotateClientSecret',
);

const common = {
  tag: 'Console',
  access: 'staff',
  scope: null,
  permission: 'clients:manage',
  forConsole: true,
  showsRecords: false,
} as const;

export const listClients = endpoint({
  ...common,
  method: 'GET',
  path: '/api/clients',
  id: 'listClients',
  summary: 'The machine clients of the tenant',
  description:
    'Those of the configuration first, which are changed there alone, then those that staff have created, oldest first. One whose row was changed in the database and does not open has the status `damaged`: it counts as disabled, and can be disabled.',
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  responses: [
    {
      status: 200,
      description: 'The clients.',
      body: ClientListBody,
    },
  ],
  errors: ['database_unavailable'],
  run: ({ services }, { caller }) =>
    pipe(
      services.listClients(caller),
      TE.map((clients) => ({ status: 200, body: clientListBody(clients) })),
    ),
});

export const createClient = endpoint({
  ...common,
  method: 'POST',
  path: '/api/clients',
  id: 'createClient',
  summary: 'Create a machine client',
  description:
    'Its `id` is the `client_id` with which it asks for tokens. The secret is answered here and nowhere else, and nothing of it is kept but a digest: a repetition under the same `Idempotency-Key` has `client_secret` null. A partner has at most 100 enabled clients besides those of the configuration. Whoever belongs to a team creates clients of that team. The name of a team in `team_id` has no blanks at its ends.',
  params: emptyObject,
  query: emptyObject,
  body: { json: forEveryCaller(CreateClientRequest), example: { name: 'Order service', scopes: ['profiles:read'] } },
  responses: [
    {
      status: 201,
      description: 'The client, with its secret; without it where the request is repeated.',
      body: ClientSecretBody,
    },
  ],
  errors: ['validation_failed', 'version_conflict', 'database_unavailable'],
  run: ({ services }, { caller, body, operation }) =>
    pipe(
      services.createClient({ caller, name: body.name, scopes: body.scopes, teamId: body.team_id, operation }),
      TE.map((created) => ({ status: 201, ...clientSecretBodies(created) })),
    ),
});

export const rotateClientSecret = endpoint({
  ...common,
  method: 'POST',
  path: '/api/clients/:id/rotate-secret',
  id: 'rotateClientSecret',
  summary: 'Give a client a new secret',
  description:
    'The secret before it admits for another day, or for `overlap_seconds`; with 0 it ends at once. A second rotation within that time ends the oldest at once. Tokens that were issued stay valid until they expire: disable the client where those have to end. Send no body, or an empty object, for the day. A repetition under the same `Idempotency-Key` gives no further one and has `client_secret` null.',
  params: ClientParams,
  query: emptyObject,
  body: {
    json: forEveryCaller(RotateClientSecretRequest),
    absent: forEveryCaller(RotateClientSecretRequest),
    example: { overlap_seconds: 3600 },
  },
  responses: [
    {
      status: 200,
      description: 'The client, with its new secret; without it where the request is repeated.',
      body: ClientSecretBody,
    },
  ],
  errors: ['version_conflict', 'database_unavailable'],
  run: ({ services }, { caller, params, body, operation }) =>
    pipe(
      services.rotateClientSecret({
        caller,
        id: params.id,
        overlapSeconds: body.overlap_seconds ?? defaultOverlapSeconds,
        operation,
      }),
      TE.map((rotated) => ({ status: 200, ...clientSecretBodies(rotated) })),
    ),
});

const clientActionRoute = { params: ClientParams, query: emptyObject, body: noBody } as const;

export const disableClient = endpoint({
  ...common,
  ...clientActionRoute,
  method: 'POST',
  path: '/api/clients/:id/disable',
  id: 'disableClient',
  summary: 'Disable a client',
  description:
    'It gets no token any more. The instance that answers refuses its tokens at once, every other one within 10 seconds. One that is disabled stays so. One that is damaged is disabled for good: it loses its secrets and scopes.',
  responses: [{ status: 200, description: 'The client.', body: ClientBody }],
  errors: ['version_conflict', 'database_unavailable'],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.setClientDisabled({ caller, id: params.id, isDisabled: true }),
      TE.map((client) => ({ status: 200, body: clientBody(client) })),
    ),
});

export const enableClient = endpoint({
  ...common,
  ...clientActionRoute,
  method: 'POST',
  path: '/api/clients/:id/enable',
  id: 'enableClient',
  summary: 'Enable a client',
  description:
    'It gets tokens again with the secrets that it had, and tokens that it got before and that have not expired are accepted again.',
  responses: [{ status: 200, description: 'The client.', body: ClientBody }],
  errors: ['validation_failed', 'version_conflict', 'database_unavailable'],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.setClientDisabled({ caller, id: params.id, isDisabled: false }),
      TE.map((client) => ({ status: 200, body: clientBody(client) })),
    ),
});
