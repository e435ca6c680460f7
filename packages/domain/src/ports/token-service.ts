import type { Caller, MachineCaller, Tenant } from '../access/caller.ts';
import type { Scope } from '../access/scopes.ts';
import type { InvalidToken } from '../errors.ts';
import type { TaskEither } from '../fp.ts';
import type { ProfileId } from '../ids.ts';

/** `expiresIn` in seconds. */
export type IssuedToken = { readonly token: string; readonly expiresIn: number; readonly expiresAt: string };

/** Makes and checks bearer tokens: JWT, HS256 only (RFC 7519, RFC 8725, RFC 9068). */
export type TokenService = {
  readonly issueMachine: (
    caller: Omit<MachineCaller, 'kind'> & { readonly scopes: readonly Scope[] },
  ) => TaskEither<never, IssuedToken>;
  /** Dies at `notAfter` at the latest. */
  readonly issueFlow: (flow: {
    readonly profileId: ProfileId;
    readonly tenant: Tenant;
    readonly generation: number;
    readonly notAfter: string;
  }) => TaskEither<never, IssuedToken>;
  /** Whose token it is. Whether a flow token's profile still takes it is the use case's question. */
  readonly verify: (token: string) => TaskEither<InvalidToken, Caller>;
};
