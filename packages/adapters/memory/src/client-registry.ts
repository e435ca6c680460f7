import { type ClientRegistry, E } from '@portcullis/domain';
import { invalidClient } from '@portcullis/domain/kernel';
import type { Client } from '@portcullis/domain/ports';

/**
 * Holds clients with their plaintext secrets. It is meant for tests and embedding, and not for a server that strangers
 * can reach.
 */
export const memoryClientRegistry = (
  clients: readonly (Client & { readonly clientSecret: string })[],
): ClientRegistry => {
  const known = new Map(clients.map(({ clientSecret, ...client }) => [client.clientId, { clientSecret, client }]));
  return {
    authenticate: (credentials) => async () => {
      const found = known.get(credentials.clientId);
      return found !== undefined && 'clientSecret' in credentials && found.clientSecret === credentials.clientSecret
        ? E.right({ client: found.client, assertion: null })
        : E.left(invalidClient);
    },
    find: (clientId) => known.get(clientId)?.client ?? null,
    hasPartner: (partnerId) => clients.some(({ tenant }) => tenant.partnerId === partnerId),
  };
};
