import { endpointId } from '../webhooks/the-endpoint.ts';
import { ada, fileId, sessionId } from './stub-services.ts';
import { clientId } from './the-clients.ts';
import { listEntryId } from './the-lists.ts';
import { theDraft } from './the-policies.ts';

/** Things with an id that are no profile, by the path of their routes. */
const others = [
  ['/api/webhook-endpoints', endpointId],
  ['/api/clients', clientId],
  ['/api/lists', listEntryId],
  ['/api/policy-drafts', theDraft.draft.id],
] as const;

/** The path of a route with ids that exist, and with the query that it cannot be asked without. */
export const examplePath = (path: string, id = ada): string =>
  path
    .replace(':id', id === ada ? (others.find(([start]) => path.startsWith(start))?.[1] ?? id) : id)
    .replace(':fileId', fileId)
    .replace(':sessionId', sessionId)
    .replace(/consistency$/, '$&?from=0');
