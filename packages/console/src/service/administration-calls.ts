import type {
  AccessPage,
  AccessQuery,
  ClientList,
  ClientSecret,
  MachineClient,
  NewClient,
  Overlap,
  SignedInMembers,
} from '../model/index.ts';
import { addressOf, type Call } from './call.ts';

const linesPerPage = 100;

/**
 * The calls about machine clients, sessions, and the access log. The service keeps no secret of a client: a repeated
 * request under the same key is not done again, and is answered without the secret, which is lost where nobody has read
 * it.
 */
export const administrationCalls = (call: Call) => ({
  clients: (signal?: AbortSignal): Promise<ClientList> => call.json('GET', '/api/clients', undefined, signal),
  createClient: (client: NewClient): Promise<ClientSecret> => call.postOnce('/api/clients', client),
  rotateClientSecret: (id: string, overlap: Overlap): Promise<ClientSecret> =>
    call.postOnce(`/api/clients/${id}/rotate-secret`, { overlap_seconds: overlap }),
  switchClient: (id: string, verb: 'disable' | 'enable'): Promise<MachineClient> =>
    call.json('POST', `/api/clients/${id}/${verb}`),
  signedIn: (signal?: AbortSignal): Promise<SignedInMembers> =>
    call.json('GET', '/api/staff/sessions', undefined, signal),
  endSessions: (id: string): Promise<void> => call.json('POST', `/api/staff/${id}/end-sessions`),
  accessLog: (from: string | null, after: string | null, signal?: AbortSignal): Promise<AccessPage> => {
    const query: AccessQuery = {
      limit: linesPerPage,
      ...(from !== null && { from }),
      ...(after !== null && { after }),
    };
    return call.json('GET', addressOf('/api/access-log', query), undefined, signal);
  },
});
