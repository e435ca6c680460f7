import { createHmac, createSecretKey, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type ClientRegistry, E } from '@portcullis/domain';
import { invalidClient } from '@portcullis/domain/kernel';
import type { Client } from '@portcullis/domain/ports';
import { type AssertionOptions, verifyAssertion } from './client-assertion.ts';
import type { ClientKey } from './client-keys.ts';

/**
 * How a client authenticates itself: by its secret, or by `sha256:` and the SHA-256 of it in 64 hex characters (as
 * printed by `printf %s "$SECRET" | sha256sum`), by its keys, or by either.
 */
export type ClientAuthentication =
  | { readonly clientSecret: string; readonly keys?: readonly ClientKey[] }
  | { readonly clientSecretHash: string; readonly keys?: readonly ClientKey[] }
  | { readonly keys: readonly ClientKey[] };

export type RegisteredClient = Client & ClientAuthentication;

const hashForm = /^sha256:([0-9a-fA-F]{64})$/;

const sha256 = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** The digest of a client's secret, or `null` for a client that has none. */
const hashOf = (client: RegisteredClient): Buffer | null => {
  if ('clientSecret' in client) return sha256(client.clientSecret);
  if (!('clientSecretHash' in client)) return null;
  const hex = hashForm.exec(client.clientSecretHash)?.[1];
  if (hex === undefined) throw new TypeError('a client secret hash must be sha256: and 64 hex characters');
  return Buffer.from(hex, 'hex');
};

const clientOf = ({ clientId, tenant, scopes, redirectOrigins, trustsReviewers }: RegisteredClient): Client => ({
  clientId,
  tenant,
  scopes,
  ...(redirectOrigins && { redirectOrigins }),
  ...(trustsReviewers && { trustsReviewers }),
});

/**
 * The machine clients of the configuration. Memory holds an HMAC-SHA-256 of each client's id and secret, computed under
 * a key that only this process has, so a dump of the table is useless. A request is compared with every client, to the
 * last one and in constant time: an unknown client and a wrong secret take the same work. The hash is fast on purpose,
 * so it is fit only for secrets that a machine generated (32 random bytes), and not for passwords. Throws for two
 * clients with one id and for a malformed hash.
 */
export const clientRegistry = (clients: readonly RegisteredClient[], options: AssertionOptions): ClientRegistry => {
  const key = createSecretKey(randomBytes(32));
  // The digest of the secret always has the same length, so that no other pair gives the same bytes.
  const keyed = (clientId: string, secretHash: Buffer): Buffer =>
    createHmac('sha256', key).update(secretHash).update(clientId).digest();

  const known = new Map(clients.map((registered) => [registered.clientId, registered]));
  if (known.size < clients.length) throw new TypeError('two clients have the same id');
  const found = new Map(clients.map((registered) => [registered.clientId, clientOf(registered)]));
  const partners = new Set(clients.map(({ tenant }) => tenant.partnerId));
  const digests = clients.flatMap((registered) => {
    const secretHash = hashOf(registered);
    if (secretHash === null) return [];
    return [{ client: clientOf(registered), digest: keyed(registered.clientId, secretHash) }];
  });

  const bySecret = (clientId: string, secret: string): Client | null => {
    const presented = keyed(clientId, sha256(secret));
    let matching: Client | null = null;
    for (const { client, digest } of digests) if (timingSafeEqual(presented, digest)) matching = client;
    return matching;
  };

  return {
    authenticate: (credentials) => async () => {
      const { clientId } = credentials;
      if ('clientSecret' in credentials) {
        const client = bySecret(clientId, credentials.clientSecret);
        return client === null ? E.left(invalidClient) : E.right({ client, assertion: null });
      }
      const client = found.get(clientId);
      const keys = known.get(clientId)?.keys ?? [];
      const assertion = await verifyAssertion(credentials.clientAssertion, clientId, keys, options);
      return client === undefined || assertion === null ? E.left(invalidClient) : E.right({ client, assertion });
    },
    find: (clientId) => found.get(clientId) ?? null,
    hasPartner: (partnerId) => partners.has(partnerId),
  };
};
