import { createHash } from 'node:crypto';
import { E, type Either, type LimitReached, type Principal, type TaskEither, TE } from '@portcullis/domain';
import { type LimitName, limitReached } from '@portcullis/domain/kernel';
import type { RateBudget, RateState } from '@portcullis/domain/ports';
import type { HttpContext } from '../request/request-context.ts';
import { cachedClientAddress, widerNetworks } from './client-address.ts';
import { type AnonymousBudget, type Budgets, budgetFor, budgetsOf, type RateLimiting } from './rate-budgets.ts';
import { recentValues } from './recent-values.ts';

type CountedSignIn = {
  readonly isKnown: boolean;
  readonly ticketAt: number | null;
  readonly network: string | null;
};

type CountResult = TaskEither<LimitReached, void>;

/**
 * Counts requests. Each function reports the remaining budget to the client and returns whether the request may
 * continue.
 */
export type RequestRateLimiter = {
  /** Counts a request of a caller with a valid token. */
  readonly countCaller: (ctx: HttpContext, caller: Principal) => CountResult;
  /** Counts a request without a valid token, with everything else of its address unless another budget is named. */
  readonly countAnonymous: (ctx: HttpContext, budget?: Exclude<AnonymousBudget, 'none'>) => CountResult;
  /** Reports the remaining budget of the address and counts nothing. */
  readonly showAddressBudget: (ctx: HttpContext) => Promise<void>;
  /** Counts a token request that names a client. */
  readonly countTokenRequest: (ctx: HttpContext, clientId: string) => CountResult;
  /**
   * Counts a sign-in of staff under a name: as a token request, and of IPv6 against the /56 and the /48 of its address,
   * too. `isKnown`: the name has signed in at this address within the hour. `ticketAt` is the generation in the ticket
   * of the browser, `null` where it shows none or its budget is used up; that of before a reset has its own budget.
   * `network` names the largest of these networks, and says nothing of it.
   */
  readonly countSignIn: (
    ctx: HttpContext,
    name: string,
    ticketAt: number | null,
  ) => TaskEither<LimitReached, CountedSignIn>;
  /** Counts a token that was issued to an authenticated client. */
  readonly countTokenIssued: (ctx: HttpContext, clientId: string) => CountResult;
};

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

const recentDigests = recentValues<string>(4000);
/** A longer text is digested again each time: strangers choose the names of clients, and would fill the memory. */
const maxKeptText = 200;

/** Hashes names of any length into a key, so that the counters do not disclose them. */
const hashedKey = (...names: readonly string[]): string => {
  const text = JSON.stringify(names);
  return text.length > maxKeptText ? digestOf(text) : recentDigests(text, () => digestOf(text));
};

type CallerBudget = { readonly budget: Budgets['client' | 'flow' | 'staff']; readonly key: string };

/** The budget of each caller with its key. The cache of verified tokens answers the same caller for the same token. */
const callerBudgets = (budgets: Budgets): ((caller: Principal) => CallerBudget) => {
  const kept = new WeakMap<Principal, CallerBudget>();
  return (caller) => {
    const known = kept.get(caller);
    if (known !== undefined) return known;
    const { budget, names } = budgetFor(budgets, caller);
    const made = { budget, key: hashedKey(...names) };
    kept.set(caller, made);
    return made;
  };
};

type TokenRequestKeys = { readonly address: string; readonly client: string; readonly clientAtAddress: string };

/** The keys of a token request: of its address, of the client that it names, and of that client at this address. */
const tokenRequestKeys = (): ((address: string, clientId: string) => TokenRequestKeys) => {
  const recent = recentValues<TokenRequestKeys>(2000);
  return (address, clientId) => {
    const make = (): TokenRequestKeys => ({
      address: hashedKey(address),
      client: hashedKey(clientId),
      clientAtAddress: hashedKey(address, clientId),
    });
    return clientId.length > maxKeptText ? make() : recent(`${address} ${clientId}`, make);
  };
};

const leftOrRight = async <A>(task: TaskEither<never, A>): Promise<A> => {
  const answer = await task();
  return E.isLeft(answer) ? answer.left : answer.right;
};

const reportState = (ctx: HttpContext, limit: LimitName, state: RateState): Either<LimitReached, void> => {
  ctx.state.context.rateState = state;
  const { limit: most, windowSeconds } = state.budget;
  const message = `At most ${most} requests of this kind are answered in ${windowSeconds} seconds.`;
  return state.allowed ? E.right(undefined) : E.left(limitReached(limit, message, state.resetSeconds));
};

const unlimitedResult = (): CountResult => TE.right(undefined);

/** Counts a request of an address and returns the state of its budget. */
export const countAddress = ({ limiter, limits }: RateLimiting): ((address: string) => Promise<RateState>) => {
  const { address: budget } = budgetsOf(limits);
  return (address) => leftOrRight(limiter.take(budget, hashedKey(address)));
};

/** A limiter that limits nobody. */
export const unlimited: RequestRateLimiter = {
  countCaller: unlimitedResult,
  countAnonymous: unlimitedResult,
  showAddressBudget: async () => undefined,
  countTokenRequest: unlimitedResult,
  countSignIn: () => TE.right({ isKnown: false, ticketAt: null, network: null }),
  countTokenIssued: unlimitedResult,
};

/**
 * A token request counts against its address, whatever client it names, so that trying many clients is as slow as
 * trying one. It also counts against the client that it names, from all addresses together. When that budget is used
 * up, each address has one attempt a minute, so that a caller that knows the secret still succeeds. A client that has
 * authenticated counts by itself at that address for an hour, so that nobody who guesses from the same address locks it
 * out. The tokens issued to it are counted only then, so that nobody else can use them up.
 */
export const requestRateLimiter = (rateLimiting: RateLimiting): RequestRateLimiter => {
  const { limiter, limits, trustedProxies } = rateLimiting;
  const budgets = budgetsOf(limits);
  const callerBudget = callerBudgets(budgets);
  const take = (budget: RateBudget, key: string) => leftOrRight(limiter.take(budget, key));
  const peek = (budget: RateBudget, key: string) => leftOrRight(limiter.peek(budget, key));
  const tokenKeys = tokenRequestKeys();
  const addressOf = cachedClientAddress(trustedProxies);
  const isKnownAt = async (keys: TokenRequestKeys) => !(await peek(budgets.tokenKnown, keys.clientAtAddress)).allowed;

  /** The budgets of an address, and of the networks around it that count, the smallest first, until one is used up. */
  const takeNetworks = async (keys: TokenRequestKeys, networks: readonly string[]): Promise<RateState> => {
    let state = await take(budgets.tokenAddress, keys.address);
    for (const [n, budget] of budgets.tokenNetworks.entries()) {
      const network = networks[n];
      if (!state.allowed || network === undefined) return state;
      const wider = await take(budget, hashedKey(network));
      if (!wider.allowed) state = wider;
    }
    return state;
  };

  const countTries = async (
    ctx: HttpContext,
    keys: TokenRequestKeys,
    networks: readonly string[],
    isKnown: boolean,
  ): Promise<Either<LimitReached, void>> => {
    const { name } = budgets.tokenAddress;
    if (isKnown) return reportState(ctx, name, await take(budgets.tokenAddress, keys.clientAtAddress));
    const address = await takeNetworks(keys, networks);
    if (!address.allowed) return reportState(ctx, name, address);
    const guesses = await take(budgets.tokenGuesses, keys.client);
    const first = await take(budgets.tokenFirst, keys.clientAtAddress);
    if (guesses.allowed || first.allowed) return reportState(ctx, name, address);
    return reportState(ctx, budgets.tokenGuesses.name, guesses);
  };

  return {
    countCaller: (ctx, caller) => async () => {
      const { budget, key } = callerBudget(caller);
      return reportState(ctx, budget.name, await take(budget, key));
    },
    countAnonymous:
      (ctx, name = 'address') =>
      async () =>
        reportState(ctx, budgets[name].name, await take(budgets[name], hashedKey(addressOf(ctx.req)))),
    showAddressBudget: async (ctx) => {
      ctx.state.context.rateState = await peek(budgets.address, hashedKey(addressOf(ctx.req)));
    },
    countTokenRequest: (ctx, clientId) => async () => {
      const keys = tokenKeys(addressOf(ctx.req), clientId);
      return countTries(ctx, keys, [], await isKnownAt(keys));
    },
    countSignIn: (ctx, name, ticketAt) => async () => {
      const address = addressOf(ctx.req);
      const keys = tokenKeys(address, name);
      const networks = widerNetworks(address);
      const network = hashedKey(networks.at(-1) ?? address);
      // All tickets of a name at a generation have one budget: beyond it, the holder of one is a stranger.
      const ticket =
        ticketAt === null ? null : await take(budgets.tokenAddress, hashedKey('ticket', name, `${ticketAt}`));
      // With a ticket too: the one who signs in finds out whether it is of before a reset.
      const isKnown = await isKnownAt(keys);
      if (ticket?.allowed) {
        ctx.state.context.rateState = ticket;
        return E.right({ isKnown, ticketAt, network });
      }
      const counted = await countTries(ctx, keys, networks, isKnown);
      return E.isLeft(counted) ? counted : E.right({ isKnown, ticketAt: null, network });
    },
    countTokenIssued: (ctx, clientId) => async () => {
      const keys = tokenKeys(addressOf(ctx.req), clientId);
      await take(budgets.tokenKnown, keys.clientAtAddress);
      return reportState(ctx, budgets.tokenClient.name, await take(budgets.tokenClient, keys.client));
    },
  };
};
