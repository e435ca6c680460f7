import { createHmac, createSecretKey, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type ClientRegistry, E } from '@portcullis/domain';
import { invalidClient } from '@portcullis/domain/kernel';
import type { Client } from '@portcullis/domain/ports';

/**
 * The secret itself, or `sha256:` and its SHA-256 in 64 hex characters (as printed by `printf %s "$SECRET" |
 * sha256sum`).
 */
export type ClientSecret = { readonly clientSecret: string } | { readonly clientSecretHash: string };

export type RegisteredClient = Client & ClientSecret;

const hashForm = /^sha256:([0-9a-fA-F]{64})$/;

const sha256 = (secret: string): Buffer => hash('sha256', secret, 'buffer');

const hashOf = (client: RegisteredClient): Buffer => {
  if ('clientSecret' in client) return sha256(client.clientSecret);
  const hex = hashForm.exec(client.clientSecretHash)?.[1];
  if (hex === undefined) throw new TypeError('a client secret hash must be sha256: and 64 hex characters');
  return Buffer.from(hex, 'hex');
};

/**
 * The machine clients of the configuration. Memory holds an HMAC-SHA-256 of each client's id and secret, computed under
 * a key that only this process has, so a dump of the table is useless. A request is compared with every client, to the
 * last one and in constant time: an unknown client and a wrong secret take the same work. The hash is fast on purpose,
 * so it is fit only for secrets that a machine generated (32 random bytes), and not for passwords. Throws for two
 * clients with one id and for a malformed hash.
 */
export const clientRegistry = (clients: readonly RegisteredClient[]): ClientRegistry => {
  const key = createSecretKey(randomBytes(32));
  // The digest of the secret always has the same length, so that no other pair gives the same bytes.
  const keyed = (clientId: string, secretHash: Buffer): Buffer =>
    createHmac('sha256', key).update(secretHash).update(clientId).digest();

  if (new Set(clients.map(({ clientId }) => clientId)).size < clients.length) {
    throw new TypeError('two clients have the same id');
  }
  const digests = clients.map((registered) => {
    const { clientId, tenant, scopes } = registered;
    return { client: { clientId, tenant, scopes }, digest: keyed(clientId, hashOf(registered)) };
  });

  return {
    authenticate: (clientId, secret) => async () => {
      const presented = keyed(clientId, sha256(secret));
      let found: Client | null = null;
      for (const { client, digest } of digests) if (timingSafeEqual(presented, digest)) found = client;
      return found === null ? E.left(invalidClient) : E.right(found);
    },
  };
};
