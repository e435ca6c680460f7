import type { Scope } from '../access/scopes.ts';
import type { InvalidClient, InvalidScope, Unavailable } from '../errors.ts';
import type { TaskEither } from '../fp.ts';

/**
 * Issues a machine token to a client that knows its secret. `scopes: null` asks for all that the client has;
 * a scope that it does not have is `InvalidScope`.
 */
export type IssueToken = (input: {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[] | null;
}) => TaskEither<
  InvalidClient | InvalidScope | Unavailable,
  { readonly token: string; readonly expiresIn: number; readonly scopes: readonly Scope[] }
>;
