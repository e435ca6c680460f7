import type { BlockList } from 'node:net';
import type { Caller, RateBudget, RateLimiter, RateState } from '@portcullis/domain';

/** How many requests are answered a minute. */
export type RateLimits = {
  /** Of one client; and, altogether, of those at one address who are not authenticated. */
  readonly clientPerMinute: number;
  /** Of the links of one profile. */
  readonly flowPerMinute: number;
  /** Token requests of one client, and of one address. */
  readonly tokenPerMinute: number;
};

export const defaultRateLimits: RateLimits = { clientPerMinute: 300, flowPerMinute: 60, tokenPerMinute: 20 };

/** Who counts, by which limits, and which proxies are believed when they say for whom they ask. */
export type Rates = {
  readonly limiter: RateLimiter;
  readonly limits: RateLimits;
  readonly trustedProxies: BlockList;
};

const perMinute = (name: string, limit: number): RateBudget => ({ name, limit, windowSeconds: 60 });

/** The budgets; their names are told to clients. */
export const budgetsOf = ({ clientPerMinute, flowPerMinute, tokenPerMinute }: RateLimits) => ({
  client: perMinute('client', clientPerMinute),
  flow: perMinute('flow', flowPerMinute),
  address: perMinute('address', clientPerMinute),
  /** Token requests before it is known whose they are. */
  tokenAddress: perMinute('token_address', tokenPerMinute),
  tokenClient: perMinute('token_client', tokenPerMinute),
  /** Of one client, from all addresses at which it is not known; and the one of each of them that this budget does not stop. */
  tokenGuesses: perMinute('token_guesses', tokenPerMinute),
  tokenFirst: perMinute('token_first', 1),
  /** Used up by one success: a client that is known at an address is counted there by itself. */
  tokenKnown: { name: 'token_known', limit: 1, windowSeconds: 3600 },
});
export type Budgets = ReturnType<typeof budgetsOf>;

/** The budget of a caller, and the name by which it is counted. */
export const countedAs = (
  budgets: Budgets,
  caller: Caller,
): { readonly budget: RateBudget; readonly names: readonly string[] } =>
  caller.kind === 'machine'
    ? { budget: budgets.client, names: [caller.tenant.partnerId, caller.clientId] }
    : { budget: budgets.flow, names: [caller.profileId] };

/** As in draft-ietf-httpapi-ratelimit-headers-10. */
export const rateHeaders = ({ budget, remaining, resetSeconds }: RateState): { readonly [name: string]: string } => ({
  'RateLimit-Policy': `"${budget.name}";q=${budget.limit};w=${budget.windowSeconds}`,
  RateLimit: `"${budget.name}";r=${remaining};t=${resetSeconds}`,
});
