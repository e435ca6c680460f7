import { type InvalidClient, invalidClient, type Unavailable } from '../../kernel/errors.ts';
import { E, type TaskEither } from '../../kernel/fp.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Client, ClientCredentials, ClientRegistry } from '../../ports/stores/client-registry.ts';
import type { TokenStateStore } from '../../ports/stores/token-state-store.ts';
import { isoNow } from '../access/change-profile.ts';

export type AuthenticationDeps = {
  readonly clients: ClientRegistry;
  readonly tokenStates: TokenStateStore;
  readonly clock: Clock;
};

/** Authenticates a client. An assertion is good for one request (RFC 7523 section 3, `jti`). */
export const authenticateClient =
  ({ clients, tokenStates, clock }: AuthenticationDeps) =>
  (credentials: ClientCredentials): TaskEither<InvalidClient | Unavailable, Client> =>
  async () => {
    const found = await clients.authenticate(credentials)();
    if (E.isLeft(found)) return found;
    const { assertion, client } = found.right;
    if (assertion === null) return E.right(client);
    const use = await tokenStates.useAssertion(assertion, isoNow(clock))();
    if (E.isLeft(use)) return use;
    return use.right === 'first' ? E.right(client) : E.left(invalidClient);
  };
