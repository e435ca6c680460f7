import { type InvalidToken, refusedToken, type TokenRefusal, type Unavailable } from '../../kernel/errors.ts';
import { E, type TaskEither } from '../../kernel/fp.ts';
import { isVisibleTo, type Principal } from '../../kernel/principal.ts';
import type { ClientRegistry } from '../../ports/stores/client-registry.ts';
import type { TokenService, VerifiedToken } from '../../ports/token-service.ts';
import type { RevocationList } from './revocation-list.ts';

/**
 * Answers whose token it is, unless it is invalid, of a client that is not configured any more, or revoked. It answers
 * `Unavailable` as long as this instance has never read which tokens are revoked.
 */
export type VerifyToken = (token: string) => TaskEither<InvalidToken | Unavailable, Principal>;

/**
 * Whether machine tokens are accepted of clients that are not configured here. Another party that shares the secret
 * mints tokens of its own, without a type or as `JWT`: `minted_elsewhere` accepts these alone, and `accept` also those
 * of the type that is issued here.
 */
export type UnregisteredClients = 'accept' | 'minted_elsewhere' | 'refuse';

type Deps = {
  readonly tokens: Pick<TokenService, 'verify'>;
  readonly clients: Pick<ClientRegistry, 'find' | 'hasPartner'>;
  readonly revocations: Pick<RevocationList, 'isRevoked' | 'firstRead'>;
  readonly unregisteredClients: UnregisteredClients;
};

/**
 * Whether the client of a token is configured as it was, for this tenant. A token without a `client_id` was minted
 * elsewhere, and is accepted for the partners that have a client here.
 */
const hasKnownClient = ({ clients, unregisteredClients }: Deps, verified: VerifiedToken): boolean => {
  const { hasOwnType, namesClient, principal } = verified;
  if (unregisteredClients === 'accept' || principal.kind === 'flow') return true;
  if (unregisteredClients === 'minted_elsewhere' && !hasOwnType) return true;
  if (!namesClient) return clients.hasPartner(principal.tenant.partnerId);
  const client = clients.find(principal.clientId);
  return client !== null && isVisibleTo(client.tenant, principal.tenant);
};

const refusalOf = (deps: Deps, verified: VerifiedToken): TokenRefusal | null => {
  if (!hasKnownClient(deps, verified)) return 'client';
  return deps.revocations.isRevoked(verified.id) ? 'revoked' : null;
};

/**
 * Verifies the bearer token of a request. What the token service keeps of tokens that it has verified is not enough:
 * the client and the revocation are looked up each time, both in memory.
 */
export const verifyToken =
  (deps: Deps): VerifyToken =>
  (token) =>
  async () => {
    const verified = await deps.tokens.verify(token)();
    if (E.isLeft(verified)) return verified;
    const reading = deps.revocations.firstRead();
    const read = reading === null ? null : await reading;
    if (read !== null && E.isLeft(read)) return read;
    const refusal = refusalOf(deps, verified.right);
    return refusal === null ? E.right(verified.right.principal) : E.left(refusedToken(refusal));
  };
