import type { InvalidClient, Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { Tenant } from '../../kernel/principal.ts';
import type { Scope } from '../../kernel/scopes.ts';

export type Client = {
  readonly clientId: string;
  readonly tenant: Tenant;
  readonly scopes: readonly Scope[];
  /** The origins to which its `redirect_url` may lead. Without them it may lead to every public one. */
  readonly redirectOrigins?: readonly string[];
  /** Whether the reviewers that it names are different people for four eyes. Otherwise it is one reviewer itself. */
  readonly trustsReviewers?: boolean;
};

/** How a client proves who it is: by its secret, or by an assertion that it signed with its key (RFC 7523). */
export type ClientCredentials =
  | { readonly clientId: string; readonly clientSecret: string }
  | { readonly clientId: string; readonly clientAssertion: string };

/** An assertion that was verified. It may be used once, until `expiresAt`; `id` stands for its client and its `jti`. */
export type ClientAssertion = { readonly id: string; readonly expiresAt: string };

export type AuthenticatedClient = { readonly client: Client; readonly assertion: ClientAssertion | null };

/** The machine clients that may ask for tokens. */
export type ClientRegistry = {
  /**
   * Answers `InvalidClient` for an unknown id and for a wrong secret, in the same time, and for an assertion that is
   * not the client's. Whether an assertion was used before is for the caller to find out.
   */
  readonly authenticate: (
    credentials: ClientCredentials,
  ) => TaskEither<InvalidClient | Unavailable, AuthenticatedClient>;
  /** The client as it is configured now, or `null`. Every request asks, so the answer comes from memory. */
  readonly find: (clientId: string) => Client | null;
  /** Whether a client of this partner is configured now. */
  readonly hasPartner: (partnerId: string) => boolean;
};
