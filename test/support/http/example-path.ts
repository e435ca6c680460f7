import { endpointId } from '../webhooks/the-endpoint.ts';
import { ada, fileId, sessionId } from './stub-services.ts';

/** The path of a route with ids that exist, and with the query that it cannot be asked without. */
export const examplePath = (path: string, id = ada): string =>
  path
    .replace(':id', id === ada && path.startsWith('/api/webhook-endpoints') ? endpointId : id)
    .replace(':fileId', fileId)
    .replace(':sessionId', sessionId)
    .replace(/consistency$/, '$&?from=0');
