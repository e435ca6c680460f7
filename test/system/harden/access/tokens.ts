import { type Scope, scopes } from '@portcullis/domain/kernel';
import { rawToken } from '../../../support/builders/raw-token.ts';
import { secretFor } from '../../../support/builders/secrets.ts';

export type Tenant = { readonly partner: string; readonly team: string | null };

/** What the service under test requires of a token. */
export type TokenDemands = { readonly secret: string; readonly issuer: string; readonly audience: string };

/** The one defect of a token, if it has any; everything else in it is valid. */
export const tokenStates = [
  'fresh',
  'expired',
  'not_yet_valid',
  'wrong_issuer',
  'wrong_audience',
  'wrong_secret',
  'wrong_type',
  'other_kind',
] as const;
export type TokenState = (typeof tokenStates)[number];

const seconds = (): number => Math.floor((performance.timeOrigin + performance.now()) / 1000);

/** Answers the claims and the type of a token in this state; `typ` is the type of a valid token of its kind. */
const invalidParts = (state: TokenState, typ: string, now: number) => {
  const other = typ === 'flow+jwt' ? 'at+jwt' : 'flow+jwt';
  const types: Partial<Record<TokenState, string>> = { wrong_type: 'logout+jwt', other_kind: other };
  const claims: Partial<Record<TokenState, object>> = {
    expired: { exp: now - 100 },
    not_yet_valid: { nbf: now + 3600 },
    wrong_issuer: { iss: 'https://other.example' },
    wrong_audience: { aud: 'another-service' },
  };
  return { typ: types[state] ?? typ, claims: claims[state] ?? {} };
};

const mintToken = ({ secret, issuer, audience }: TokenDemands, state: TokenState, typ: string, own: object): string => {
  const now = seconds();
  const wrong = invalidParts(state, typ, now);
  const claims = {
    iss: issuer,
    aud: audience,
    iat: now - 1800,
    exp: now + 7200,
    ...own,
    ...wrong.claims,
  };
  return rawToken({
    header: JSON.stringify({ alg: 'HS256', typ: wrong.typ }),
    payload: JSON.stringify(claims),
    secret: state === 'wrong_secret' ? secretFor('somebody else') : secret,
  });
};

const tenantClaims = ({ partner, team }: Tenant): object => ({
  partner_id: partner,
  ...(team !== null && { team_id: team }),
});

/** Mints a machine token, signed by hand with the service's own secret, as a partner may do who shares it. */
export const machineToken = (
  demands: TokenDemands,
  tenant: Tenant,
  granted: readonly Scope[] = scopes,
  state: TokenState = 'fresh',
  clientId = `client-of-${tenant.partner}`,
): string => {
  const client = { client_id: clientId, scope: granted.join(' ') };
  return mintToken(demands, state, 'at+jwt', { ...tenantClaims(tenant), ...client });
};

export type Link = { readonly profile: string; readonly tenant: Tenant; readonly generation: number };

/** Mints a flow token for a generation of a profile's link. */
export const flowToken = (demands: TokenDemands, link: Link, state: TokenState = 'fresh'): string =>
  mintToken(demands, state, 'flow+jwt', {
    ...tenantClaims(link.tenant),
    token_use: 'flow',
    profile_id: link.profile,
    gen: link.generation,
    jti: `link-${link.profile}-${link.generation}`,
  });

/** The sets are: no scope, each scope alone, all but each scope, and all scopes. */
export const scopeSets: readonly (readonly Scope[])[] = [
  [],
  ...scopes.map((scope) => [scope]),
  ...scopes.map((scope) => scopes.filter((other) => other !== scope)),
  scopes,
];
