import {
  E,
  type Either,
  type FlowPrincipal,
  type InvalidToken,
  type MachinePrincipal,
  type Tenant,
} from '@portcullis/domain';
import {
  decode,
  IdCodec,
  integer,
  invalidToken,
  refusedToken,
  type Scope,
  schemaCodec,
  scopes,
  stringCodec,
  type TokenPrincipal,
  t,
} from '@portcullis/domain/kernel';
import type { CompactJws } from './compact-jws.ts';

export const machineType = 'at+jwt';
export const flowType = 'flow+jwt';

/** The longest time from `iat` to `exp`. */
const maxLifetimeSeconds = 86_400;

/** For how long a token is accepted before it is valid, and after it has expired. */
export const clockToleranceSeconds = 15;

/** How far ahead the issuer of a token or assertion may be: as far as the clock of a ready instance may be wrong. */
export const maxAheadSeconds = 60;

/**
 * Names of tenants and clients; each name has exactly one spelling. An empty `team_id` is rejected and not read as "no
 * team", because a caller without a team sees every team.
 */
const NameCodec = stringCodec(
  '1 to 128 characters, no control characters, no space at the ends',
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  (s) => s.length > 0 && s.length <= 128 && s.trim() === s && !/[\u0000-\u001f\u007f]/.test(s) && s.isWellFormed(),
);
const isSeconds = (u: unknown): u is number => typeof u === 'number' && u >= 0 && u <= Number.MAX_SAFE_INTEGER;
/**
 * NumericDate (RFC 7519, section 2), which may have a fraction. A number that JSON parses as infinity is not a date.
 */
const NumericDate = schemaCodec('seconds since 1970', isSeconds, { type: 'number' });
const TeamId = t.union([NameCodec, t.null]);
const Times = t.partial({ iat: NumericDate, nbf: NumericDate });

/**
 * The claims of RFC 9068, section 2.2, with our tenant claims. All but `exp` and `partner_id` may be absent in a token
 * that was minted elsewhere.
 */
const MachineClaims = t.intersection([
  t.type({ exp: NumericDate, partner_id: NameCodec }),
  t.partial({ team_id: TeamId, client_id: NameCodec, sub: NameCodec, scope: t.string, scopes: t.array(t.string) }),
  Times,
]);

const FlowClaims = t.intersection([
  t.type({
    exp: NumericDate,
    token_use: t.literal('flow'),
    profile_id: IdCodec,
    partner_id: NameCodec,
    gen: integer(0, Number.MAX_SAFE_INTEGER),
    jti: NameCodec,
  }),
  t.partial({ team_id: TeamId }),
  Times,
]);

const tenantOf = (claims: { readonly partner_id: string; readonly team_id?: string | null }): Tenant => ({
  partnerId: claims.partner_id,
  teamId: claims.team_id ?? null,
});

/** The known scopes among the words. An unknown word grants nothing. */
const scopesIn = (words: readonly string[]): readonly Scope[] => scopes.filter((scope) => words.includes(scope));

const machinePrincipal = (claims: t.TypeOf<typeof MachineClaims>): MachinePrincipal => ({
  kind: 'machine',
  clientId: claims.client_id ?? claims.sub ?? claims.partner_id,
  tenant: tenantOf(claims),
  scopes: scopesIn(claims.scope?.split(' ') ?? claims.scopes ?? []),
});

const flowPrincipal = (claims: t.TypeOf<typeof FlowClaims>): FlowPrincipal => ({
  kind: 'flow',
  profileId: claims.profile_id,
  tenant: tenantOf(claims),
  generation: claims.gen,
  tokenId: claims.jti,
  expiresAt: new Date(claims.exp * 1000).toISOString(),
});

const decodePrincipal = <Claims>(
  codec: t.Decoder<unknown, Claims>,
  claims: object,
  principalOf: (claims: Claims) => TokenPrincipal,
): Either<InvalidToken, TokenPrincipal> => {
  const decoded = decode(codec, claims);
  return E.isLeft(decoded) ? E.left(invalidToken) : E.right(principalOf(decoded.right));
};

/**
 * Whether a token lives no longer than a day from its `iat`, which is a minute ahead at most: with the secret alone,
 * nobody can make one that is valid for years. The machine tokens of this service and of RFC 9068 (`at+jwt`) have an
 * `iat`; any other token without it must end within a day from now.
 */
const hasBoundedLifetime = ({ typ, claims }: CompactJws, now: number): boolean => {
  const { exp, iat = typ === machineType ? undefined : now + clockToleranceSeconds }: { exp?: unknown; iat?: unknown } =
    claims;
  return isSeconds(exp) && isSeconds(iat) && iat <= now + maxAheadSeconds && exp - iat <= maxLifetimeSeconds;
};

/** The claims of a token: who calls, whether it has our own type, and whether it names its client itself. */
export type ClaimedPrincipal = {
  readonly principal: TokenPrincipal;
  readonly hasOwnType: boolean;
  readonly namesClient: boolean;
};

/**
 * Reads the principal that a token claims. The header's `typ` decides the kind, and the two kinds exclude each other: a
 * flow token needs `token_use`, and a token with any `token_use` is not a machine token (RFC 8725, section 3.12).
 * `now` is in seconds since 1970.
 */
export const readPrincipal = (token: CompactJws, now: number): Either<InvalidToken, ClaimedPrincipal> => {
  const { typ, claims } = token;
  if (typ === flowType) {
    const flow = decodePrincipal(FlowClaims, claims, flowPrincipal);
    if (E.isLeft(flow)) return flow;
    if (!hasBoundedLifetime(token, now)) return E.left(refusedToken('lifetime'));
    return E.right({ principal: flow.right, hasOwnType: true, namesClient: false });
  }
  if (typ !== null && typ !== machineType && typ !== 'JWT') return E.left(invalidToken);
  if (Object.hasOwn(claims, 'token_use')) return E.left(invalidToken);
  const machine = decodePrincipal(MachineClaims, claims, machinePrincipal);
  if (E.isLeft(machine)) return machine;
  if (!hasBoundedLifetime(token, now)) return E.left(refusedToken('lifetime'));
  return E.right({
    principal: machine.right,
    hasOwnType: typ === machineType,
    namesClient: Object.hasOwn(claims, 'client_id'),
  });
};
