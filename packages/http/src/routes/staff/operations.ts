import { pipe, TE } from '@portcullis/domain';
import { endpoint } from '../endpoint.ts';
import { staffRoute } from '../reviews/queue.ts';
import { emptyObject, noBody } from '../route.ts';
import { OperationsBody, operationsBody } from './operations-body.ts';

export const readOperations = endpoint({
  ...staffRoute,
  method: 'GET',
  path: '/api/operations',
  id: 'readOperations',
  summary: 'How the service does',
  description:
    'For the console: what is ready, what waits, how the profiles of the tenant come on, and its webhooks that fail. A part that could not be read is null, and `missing` names it. Counts that stopped have `at_least`.',
  permission: 'operations:read',
  showsRecords: false,
  params: emptyObject,
  body: noBody,
  responses: [{ status: 200, description: 'What could be read.', body: OperationsBody }],
  errors: [],
  run: ({ config, services }, { caller }) =>
    pipe(
      services.readOperations({ caller }),
      TE.map((view) => ({ status: 200, body: operationsBody(view, config) })),
    ),
});
