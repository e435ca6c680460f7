import { pipe, TE } from '@portcullis/domain';
import { endpoint } from '../endpoint.ts';
import { staffRoute } from '../reviews/queue.ts';
import { OperationsBody, operationsBody } from './operations-body.ts';

/** How the service does. */
export const readOperations = endpoint({
  ...staffRoute,
  method: 'GET',
  path: '/api/operations',
  id: 'readOperations',
  permission: 'operations:read',
  showsRecords: false,
  responses: [{ status: 200, body: OperationsBody }],
  run: ({ config, services }, { caller }) =>
    pipe(
      services.readOperations({ caller }),
      TE.map((view) => ({ status: 200, body: operationsBody(view, config) })),
    ),
});
