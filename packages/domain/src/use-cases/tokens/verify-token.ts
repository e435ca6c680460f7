import { type Invalid, type InvalidToken, refusedToken, type Unavailable } from '../../kernel/errors.ts';
import { E, type Either, pipe, type TaskEither } from '../../kernel/fp.ts';
import { clientAsReviewer, isVisibleTo, type TokenPrincipal } from '../../kernel/principal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Client, ClientRegistry } from '../../ports/stores/client-registry.ts';
import { makersOf, type StoredClient } from '../../ports/stores/client-store.ts';
import type { TokenService, VerifiedToken } from '../../ports/token-service.ts';
import { clockFault } from '../../ports/trusted-clock.ts';
import { useCase } from '../access/use-case.ts';
import type { KnownClients } from './known-clients.ts';
import type { RevocationList } from './revocation-list.ts';

/**
 * Answers whose token it is, unless it is invalid, revoked, or of a client that is unknown or disabled now. It answers
 * `Unavailable` as long as this instance has never read which tokens are revoked, and while its clock is not believed:
 * nobody knows then which tokens have expired.
 */
export type VerifyToken = (token: string) => TaskEither<Invalid | InvalidToken | Unavailable, TokenPrincipal>;

/**
 * Whether machine tokens are accepted of clients that are not configured here. Another party that shares the secret
 * mints tokens of its own, without a type or as `JWT`: `minted_elsewhere` accepts these alone, and `accept` also those
 * of the type that is issued here.
 */
export type UnregisteredClients = 'accept' | 'minted_elsewhere' | 'refuse';

/** The limits of a token: the tenant of its client, what it may do now, and whose reviews are its own. */
type ClientRights = Pick<Client, 'tenant' | 'scopes'> &
  Partial<Pick<StoredClient, 'formerMakers' | 'secrets'>> & { readonly trustsReviewers?: boolean };

type Deps = {
  readonly tokens: Pick<TokenService, 'verify'>;
  readonly clients: Pick<ClientRegistry, 'find' | 'hasPartner'>;
  /** The clients that staff have created; without it there are none. */
  readonly knownClients?: Pick<KnownClients, 'lookUp'>;
  readonly revocations: Pick<RevocationList, 'isRevoked' | 'firstRead'>;
  readonly unregisteredClients: UnregisteredClients;
  readonly clock: Clock;
};

/**
 * The id of the client whose rights limit a token. `null` for a token without one, and for that of another party, which
 * has a say in the scopes of its own clients unless such tokens are to be refused.
 */
const limitingClientId = (
  { unregisteredClients }: Deps,
  { hasOwnType, namesClient, principal }: VerifiedToken,
): string | null =>
  principal.kind === 'flow' || !namesClient || (!hasOwnType && unregisteredClients !== 'refuse')
    ? null
    : principal.clientId;

/** A client of the store. One that is disabled refuses every token that names it, also when others are unknown. */
const storedClient = async (
  { knownClients }: Deps,
  id: string,
): Promise<Either<InvalidToken | Unavailable, ClientRights | null>> =>
  pipe(
    knownClients === undefined ? E.right(null) : await knownClients.lookUp(id)(),
    E.flatMap(
      (client): Either<InvalidToken, ClientRights | null> =>
        client?.isDisabled === true ? E.left(refusedToken('client')) : E.right(client),
    ),
  );

/**
 * The client that a machine token names, as it is configured or stored now for this tenant; `null` for an unknown one.
 */
const clientOfToken = async (
  deps: Deps,
  verified: VerifiedToken,
): Promise<Either<InvalidToken | Unavailable, ClientRights | null>> => {
  const id = limitingClientId(deps, verified);
  if (id === null) return E.right(null);
  const configured = deps.clients.find(id);
  const found: Either<InvalidToken | Unavailable, ClientRights | null> =
    configured === null ? await storedClient(deps, id) : E.right(configured);
  if (E.isLeft(found) || found.right === null) return found;
  return E.right(isVisibleTo(found.right.tenant, verified.principal.tenant) ? found.right : null);
};

/**
 * Whether a token is accepted although its client is not known. One without a `client_id` was minted elsewhere, and is
 * accepted for the partners that have a client here; one of the type that is issued here always has it (RFC 9068
 * section 2.2).
 */
const mayBeUnknown = ({ clients, unregisteredClients }: Deps, verified: VerifiedToken): boolean => {
  const { hasOwnType, namesClient, principal } = verified;
  if (unregisteredClients === 'accept' || principal.kind === 'flow') return true;
  if (unregisteredClients === 'minted_elsewhere' && !hasOwnType) return true;
  return !hasOwnType && !namesClient && clients.hasPartner(principal.tenant.partnerId);
};

/** The people behind the reviews of a client; `undefined` where it is the client alone. */
const behindReviewsOf = (clientId: string, client: ClientRights) => {
  if (client.trustsReviewers) return [];
  const makers = makersOf({ secrets: [], ...client });
  return makers.length > 0 ? [clientAsReviewer(clientId), ...makers] : undefined;
};

/**
 * Takes from a principal the scopes that its client does not have any more, and says who reviews by it, once for each
 * token that is kept.
 */
const narrowing = () => {
  const known = new WeakMap<TokenPrincipal, { readonly client: ClientRights; readonly principal: TokenPrincipal }>();
  return (principal: TokenPrincipal, client: ClientRights): TokenPrincipal => {
    const before = known.get(principal);
    if (before?.client === client) return before.principal;
    if (principal.kind === 'flow') return principal;
    const scopes = principal.scopes.filter((scope) => client.scopes.includes(scope));
    const behindReviews = behindReviewsOf(principal.clientId, client);
    const isSame = scopes.length === principal.scopes.length && behindReviews === undefined;
    const narrowed = isSame ? principal : { ...principal, scopes, behindReviews };
    known.set(principal, { client, principal: narrowed });
    return narrowed;
  };
};

/**
 * Verifies the bearer token of a request. The token service's memory of verified tokens is not enough: the client,
 * whose scopes limit those of the token, and the revocation are looked up each time, both in memory.
 */
export const verifyToken = useCase(
  'verifyToken',
  ['tokens', 'clients', 'revocations', 'unregisteredClients', 'clock'],
  (deps: Deps): VerifyToken => {
    const narrow = narrowing();
    return (token) => async () => {
      const verified = await deps.tokens.verify(token)();
      // The clock may have been set meanwhile.
      const fault = clockFault(deps.clock);
      if (fault) return E.left(fault);
      if (E.isLeft(verified)) return verified;
      const reading = deps.revocations.firstRead();
      const read = reading === null ? null : await reading;
      if (read !== null && E.isLeft(read)) return read;
      const found = await clientOfToken(deps, verified.right);
      if (E.isLeft(found)) return found;
      const client = found.right;
      if (client === null && !mayBeUnknown(deps, verified.right)) return E.left(refusedToken('client'));
      if (deps.revocations.isRevoked(verified.right.id)) return E.left(refusedToken('revoked'));
      const { principal } = verified.right;
      return E.right(client === null ? principal : narrow(principal, client));
    };
  },
);
