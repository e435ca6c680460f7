import {
  type Invalid,
  type InvalidClient,
  type InvalidScope,
  invalidScope,
  type Unavailable,
} from '../../kernel/errors.ts';
import { E, type Either, type TaskEither } from '../../kernel/fp.ts';
import type { Scope } from '../../kernel/scopes.ts';
import type { Client, ClientCredentials } from '../../ports/stores/client-registry.ts';
import type { TokenService } from '../../ports/token-service.ts';
import { withTrustedClock } from '../../ports/trusted-clock.ts';
import { useCase } from '../access/use-case.ts';
import { type AuthenticationDeps, authenticateClient } from './authenticate-client.ts';

/**
 * Issues a machine token to a client that proves who it is. `scopes: null` asks for all scopes of the client; a scope
 * that it does not have is `InvalidScope`. None is issued while the clock is not believed.
 */
export type IssueToken = (input: {
  readonly credentials: ClientCredentials;
  readonly scopes: readonly string[] | null;
}) => TaskEither<
  Invalid | InvalidClient | InvalidScope | Unavailable,
  { readonly token: string; readonly expiresIn: number; readonly scopes: readonly Scope[] }
>;

type Deps = AuthenticationDeps & { readonly tokens: TokenService };

const grantedScopes = (client: Client, asked: readonly string[] | null): Either<InvalidScope, readonly Scope[]> => {
  if (asked === null) return E.right(client.scopes);
  const found = client.scopes.filter((scope) => asked.includes(scope));
  return found.length === new Set(asked).size && found.length > 0 ? E.right(found) : E.left(invalidScope);
};

export const issueToken = useCase(
  'issueToken',
  ['clients', 'tokenStates', 'clock', 'tokens'],
  (given: Deps): IssueToken => {
    const { tokens, ...deps } = given;

    const authenticate = authenticateClient(deps);
    return ({ credentials, scopes }) =>
      async () => {
        const client = await withTrustedClock(deps.clock, authenticate(credentials))();
        if (E.isLeft(client)) return client;
        const granted = grantedScopes(client.right, scopes);
        if (E.isLeft(granted)) return granted;
        const { clientId, tenant } = client.right;
        const issued = await tokens.issueMachine({ clientId, tenant, scopes: granted.right })();
        if (E.isLeft(issued)) return issued;
        const { token, expiresIn } = issued.right;
        return E.right({ token, expiresIn, scopes: granted.right });
      };
  },
);
