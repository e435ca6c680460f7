import { defaultOverlapSeconds, partnerScopes } from '@portcullis/backoffice';
import { pipe, TE } from '@portcullis/domain';
import { closedObject, IdCodec, integer, oneOf, plainText, uniqueList } from '@portcullis/domain/kernel';
import { nullable, TeamId } from '@portcullis/domain/serialization';
import { maxOverlapSeconds } from '@portcullis/domain/use-cases';
import { forEveryCaller } from '../../request/body/body-forms.ts';
import { endpoint } from '../endpoint.ts';
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
  { team_id: nullable(TeamId) },
  'CreateClient',
);

const RotateClientSecretRequest = closedObject(
  {},
  { overlap_seconds: integer(0, maxOverlapSeconds) },
  'RotateClientSecret',
);

const common = {
  access: 'staff',
  scope: null,
  permission: 'clients:manage',
  forConsole: true,
  showsRecords: false,
} as const;

/** The machine clients of the tenant. */
export const listClients = endpoint({
  ...common,
  method: 'GET',
  path: '/api/clients',
  id: 'listClients',
  responses: [{ status: 200, body: ClientListBody }],
  run: ({ services }, { caller }) =>
    pipe(
      services.listClients(caller),
      TE.map((clients) => ({ status: 200, body: clientListBody(clients) })),
    ),
});

/** Create a machine client. */
export const createClient = endpoint({
  ...common,
  method: 'POST',
  path: '/api/clients',
  id: 'createClient',
  body: { json: forEveryCaller(CreateClientRequest), example: { name: 'Order service', scopes: ['profiles:read'] } },
  responses: [{ status: 201, body: ClientSecretBody }],
  run: ({ services }, { caller, body, operation }) =>
    pipe(
      services.createClient({ caller, name: body.name, scopes: body.scopes, teamId: body.team_id, operation }),
      TE.map((created) => ({ status: 201, ...clientSecretBodies(created) })),
    ),
});

/** Give a client a new secret. */
export const rotateClientSecret = endpoint({
  ...common,
  method: 'POST',
  path: '/api/clients/:id/rotate-secret',
  id: 'rotateClientSecret',
  params: ClientParams,
  body: {
    json: forEveryCaller(RotateClientSecretRequest),
    absent: forEveryCaller(RotateClientSecretRequest),
    example: { overlap_seconds: 3600 },
  },
  responses: [{ status: 200, body: ClientSecretBody }],
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

const clientActionRoute = { params: ClientParams, responses: [{ status: 200, body: ClientBody }] } as const;

/** Disable a client. */
export const disableClient = endpoint({
  ...common,
  ...clientActionRoute,
  method: 'POST',
  path: '/api/clients/:id/disable',
  id: 'disableClient',
  run: ({ services }, { caller, params }) =>
    pipe(
      services.setClientDisabled({ caller, id: params.id, isDisabled: true }),
      TE.map((client) => ({ status: 200, body: clientBody(client) })),
    ),
});

/** Enable a client. */
export const enableClient = endpoint({
  ...common,
  ...clientActionRoute,
  method: 'POST',
  path: '/api/clients/:id/enable',
  id: 'enableClient',
  run: ({ services }, { caller, params }) =>
    pipe(
      services.setClientDisabled({ caller, id: params.id, isDisabled: false }),
      TE.map((client) => ({ status: 200, body: clientBody(client) })),
    ),
});
