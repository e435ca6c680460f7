import type { InvalidToken } from '../kernel/errors.ts';
import type { TaskEither } from '../kernel/fp.ts';
import type { ProfileId } from '../kernel/ids.ts';
import type { FlowPrincipal, MachinePrincipal, Tenant, TokenPrincipal } from '../kernel/principal.ts';
import type { Scope } from '../kernel/scopes.ts';

/** `expiresIn` is in seconds. */
export type IssuedToken = { readonly token: string; readonly expiresIn: number; readonly expiresAt: string };

/** The content of a token whose signature, form and times are valid. */
export type VerifiedToken = {
  readonly principal: TokenPrincipal;
  /** Whether it has the type of the tokens that are issued here (RFC 9068), and not that of one minted elsewhere. */
  readonly hasOwnType: boolean;
  /** Whether the token itself names its client (`client_id`), as every machine token does that is issued here. */
  readonly namesClient: boolean;
  /** The digest of the token, by which it is revoked. */
  readonly id: string;
  readonly expiresAt: string;
};

/** How long a code for another device can be redeemed. */
export const handoffLifetimeSeconds = 300;

/** A code with which a person continues on another device, and when it ends. */
export type HandoffCode = { readonly code: string; readonly expiresAt: string };

/**
 * The content of a code whose signature and end are valid: as whom it was made, what distinguishes it, its end, and the
 * end of the token that it is exchanged for.
 */
export type ReadHandoff = {
  readonly principal: FlowPrincipal;
  readonly id: string;
  readonly expiresAt: string;
  readonly notAfter: string;
};

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
  /** Makes a code that ends after `handoffLifetimeSeconds`, or at an earlier `notAfter`. It is stored nowhere. */
  readonly issueHandoff: (handoff: {
    readonly principal: FlowPrincipal;
    readonly notAfter: string;
  }) => TaskEither<never, HandoffCode>;
  /** Reads a code. Whether it was used, and whether its link still stands, is for `redeemHandoff` to find out. */
  readonly readHandoff: (code: string) => TaskEither<InvalidToken, ReadHandoff>;
  /**
   * Answers whose token it is. Whether the client of a machine token is still configured, and whether it was revoked,
   * is for `verifyToken` to find out, and whether a flow token's profile still accepts it for the use case.
   */
  readonly verify: (token: string) => TaskEither<InvalidToken, VerifiedToken>;
};
