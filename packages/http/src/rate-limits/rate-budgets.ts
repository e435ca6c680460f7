import type { BlockList } from 'node:net';
import type { Principal, RateLimiter } from '@portcullis/domain';
import type { RateBudget, RateState } from '@portcullis/domain/ports';

/** How many requests are answered in a minute. */
export type RateLimits = {
  /**
   * The limit for one client, and for one member of staff. It is also the limit for all unauthenticated requests from
   * one address together.
   */
  readonly clientPerMinute: number;
  /** The limit for all links of one profile together. */
  readonly flowPerMinute: number;
  /** The limit for token requests of one client, and of one address. */
  readonly tokenPerMinute: number;
};

export const defaultRateLimits: RateLimits = { clientPerMinute: 300, flowPerMinute: 60, tokenPerMinute: 20 };

/** The limiter, its limits, and the proxies whose forwarding header is trusted. */
export type RateLimiting = {
  readonly limiter: RateLimiter;
  readonly limits: RateLimits;
  readonly trustedProxies: BlockList;
};

const perMinute = <Name extends string>(name: Name, limit: number) =>
  ({ name, limit, windowSeconds: 60 }) satisfies RateBudget;

/** The budgets. Their names are visible to clients. */
export const budgetsOf = ({ clientPerMinute, flowPerMinute, tokenPerMinute }: RateLimits) => ({
  client: perMinute('client', clientPerMinute),
  flow: perMinute('flow', flowPerMinute),
  staff: perMinute('staff', clientPerMinute),
  address: perMinute('address', clientPerMinute),
  /** The budget of a person's page, and of the console before a sign-in: nothing else at their address uses it up. */
  page: perMinute('page', clientPerMinute),
  signIn: perMinute('sign_in', clientPerMinute),
  /** Token requests before the client is authenticated. */
  tokenAddress: perMinute('token_address', tokenPerMinute),
  /** The same for the larger networks of a sign-in of staff: the /56 and the /48 around an address of IPv6. */
  tokenNetworks: [perMinute('token_network_56', 2 * tokenPerMinute), perMinute('token_network_48', 3 * tokenPerMinute)],
  tokenClient: perMinute('token_client', tokenPerMinute),
  /**
   * Token requests for one client from all addresses at which it is not known; and one attempt for each address that
   * the first budget does not stop.
   */
  tokenGuesses: perMinute('token_guesses', tokenPerMinute),
  tokenFirst: perMinute('token_first', 1),
  /** One success uses it up: a client that is known at an address is counted there by itself. */
  tokenKnown: { name: 'token_known', limit: 1, windowSeconds: 3600 },
});
export type Budgets = ReturnType<typeof budgetsOf>;

/** How a request without a token is counted. A file that is the same for everybody is not. */
export type AnonymousBudget = 'address' | 'page' | 'signIn' | 'none';

/** The budget of a caller, and the names by which it is counted. */
export const budgetFor = (
  budgets: Budgets,
  caller: Principal,
): { readonly budget: Budgets['client' | 'flow' | 'staff']; readonly names: readonly string[] } => {
  if (caller.kind === 'machine') return { budget: budgets.client, names: [caller.tenant.partnerId, caller.clientId] };
  return caller.kind === 'staff'
    ? { budget: budgets.staff, names: [caller.staffId] }
    : { budget: budgets.flow, names: [caller.profileId] };
};

/** Writes the headers of draft-ietf-httpapi-ratelimit-headers-10. */
export const rateHeaders = ({ budget, remaining, resetSeconds }: RateState): { readonly [name: string]: string } => ({
  'RateLimit-Policy': `"${budget.name}";q=${budget.limit};w=${budget.windowSeconds}`,
  RateLimit: `"${budget.name}";r=${remaining};t=${resetSeconds}`,
});
