import { createHmac, createSecretKey, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type ClientRegistry, type Clock, E } from '@portcullis/domain';
import { invalidClient, isOfOneRecord } from '@portcullis/domain/kernel';
import type { Client, ClientStore, StoredClient } from '@portcullis/domain/ports';

const maxSecrets = 2;

const clientOf = ({ id, scopes, tenant }: StoredClient): Client => ({ clientId: id, tenant, scopes });

/**
 * Admits the clients of a store beside those of a registry, which come first: a client of the configuration is not
 * replaced by one of the store. The store is asked once for every secret that the registry does not know, whether it
 * has the client or not, and the secret is compared with two digests in constant time, whether the client has them or
 * not: an unknown client, a disabled one and a wrong secret take the same work. HMAC-SHA-256 values under a key that
 * only this process has are compared, as in the registry. These clients have no keys of their own for assertions.
 */
export const withStoredClients = (
  registry: ClientRegistry,
  store: Pick<ClientStore, 'find'>,
  clock: Clock,
): ClientRegistry => {
  const key = createSecretKey(randomBytes(32));
  const keyed = (digest: Buffer): Buffer => createHmac('sha256', key).update(digest).digest();

  const admits = (client: StoredClient | null, secret: string): boolean => {
    const presented = keyed(hash('sha256', secret, 'buffer'));
    const now = new Date(clock.now()).toISOString();
    let isKnown = false;
    for (let n = 0; n < maxSecrets; n += 1) {
      const { awaitsOverlapMs, endsAt = '', sha256 = '' } = client?.secrets[n] ?? {};
      const isEqual = timingSafeEqual(presented, keyed(Buffer.from(sha256, 'hex')));
      const isInForce = awaitsOverlapMs === undefined && (endsAt === null || now < endsAt);
      isKnown = (isEqual && isInForce) || isKnown;
    }
    return isKnown && client?.isDisabled === false;
  };

  return {
    ...registry,
    authenticate: (credentials) => async () => {
      const configured = await registry.authenticate(credentials)();
      if (E.isRight(configured) || configured.left._tag === 'Unavailable') return configured;
      if (!('clientSecret' in credentials)) return configured;
      const { clientId, clientSecret } = credentials;
      const found = await store.find(clientId)();
      if (E.isLeft(found) && !isOfOneRecord(found.left)) return found;
      // A row that does not open would tell a stranger that there is a client of this id.
      const client = E.isLeft(found) ? null : found.right;
      const isAdmitted = admits(client, clientSecret) && registry.find(clientId) === null;
      return client !== null && isAdmitted
        ? E.right({ client: clientOf(client), assertion: null })
        : E.left(invalidClient);
    },
  };
};
