import type { InvalidToken } from '../kernel/errors.ts';
import type { TaskEither } from '../kernel/fp.ts';
import type { ProfileId } from '../kernel/ids.ts';
import type { MachinePrincipal, Principal, Tenant } from '../kernel/principal.ts';
import type { Scope } from '../kernel/scopes.ts';

/** `expiresIn` is in seconds. */
export type IssuedToken = { readonly token: string; readonly expiresIn: number; readonly expiresAt: string };

/** Issues and verifies bearer tokens: JWT, HS256 only (RFC 7519, RFC 8725, RFC 9068). */
export type TokenService = {
  readonly issueMachine: (
    caller: Omit<MachinePrincipal, 'kind'> & { readonly scopes: readonly Scope[] },
  ) => TaskEither<never, IssuedToken>;
  /** The token expires at `notAfter` at the latest. */
  readonly issueFlow: (flow: {
    readonly profileId: ProfileId;
    readonly tenant: Tenant;
    readonly generation: number;
    readonly notAfter: string;
  }) => TaskEither<never, IssuedToken>;
  /** Answers whose token it is. The use case checks whether a flow token's profile still accepts it. */
  readonly verify: (token: string) => TaskEither<InvalidToken, Principal>;
};
