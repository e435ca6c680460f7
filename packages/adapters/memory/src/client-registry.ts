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
    authenticate: (clientId, secret) => async () => {
      const found = known.get(clientId);
      return found !== undefined && found.clientSecret === secret ? E.right(found.client) : E.left(invalidClient);
    },
  };
};
