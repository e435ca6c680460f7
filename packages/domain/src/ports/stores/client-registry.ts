import type { InvalidClient, Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { Tenant } from '../../kernel/principal.ts';
import type { Scope } from '../../kernel/scopes.ts';

export type Client = { readonly clientId: string; readonly tenant: Tenant; readonly scopes: readonly Scope[] };

/** The machine clients that may ask for tokens. */
export type ClientRegistry = {
  /** Answers `InvalidClient` for an unknown id and for a wrong secret, in the same time. */
  readonly authenticate: (clientId: string, secret: string) => TaskEither<InvalidClient | Unavailable, Client>;
};
