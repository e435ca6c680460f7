import { type InvalidClient, type InvalidScope, invalidScope, type Unavailable } from '../../kernel/errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { Scope } from '../../kernel/scopes.ts';
import type { Client, ClientRegistry } from '../../ports/stores/client-registry.ts';
import type { TokenService } from '../../ports/token-service.ts';

/**
 * Issues a machine token to a client that knows its secret. `scopes: null` asks for all scopes of the client; a scope
 * that it does not have is `InvalidScope`.
 */
export type IssueToken = (input: {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[] | null;
}) => TaskEither<
  InvalidClient | InvalidScope | Unavailable,
  { readonly token: string; readonly expiresIn: number; readonly scopes: readonly Scope[] }
>;

type Deps = { readonly clients: ClientRegistry; readonly tokens: TokenService };

const grantedScopes = (client: Client, asked: readonly string[] | null): Either<InvalidScope, readonly Scope[]> => {
  if (asked === null) return E.right(client.scopes);
  const found = client.scopes.filter((scope) => asked.includes(scope));
  return found.length === new Set(asked).size && found.length > 0 ? E.right(found) : E.left(invalidScope);
};

export const issueToken =
  ({ clients, tokens }: Deps): IssueToken =>
  ({ clientId, clientSecret, scopes }) =>
    pipe(
      TE.Do,
      TE.bindW('client', () => clients.authenticate(clientId, clientSecret)),
      TE.bindW('scopes', ({ client }) => TE.fromEither(grantedScopes(client, scopes))),
      TE.bindW('issued', ({ client, scopes }) => tokens.issueMachine({ ...client, scopes })),
      TE.map(({ issued, scopes }) => ({ token: issued.token, expiresIn: issued.expiresIn, scopes })),
    );
