import { type StaffLogout, type StaffSignInRefused, staffSignInRefused } from '@portcullis/backoffice/ports';
import { E, type Either, type TaskEither, type Unavailable, unavailable } from '@portcullis/domain';
import { decode, parseJson, t } from '@portcullis/domain/kernel';
import type { OngoingCall } from '@portcullis/vendor-client';
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  type JSONWebKeySet,
  type JWTClaimVerificationOptions,
  type JWTPayload,
  jwtVerify,
  UnsecuredJWT,
} from 'jose';
import { type DiscoveredProvider, type OpenidClient, toleratedSeconds } from './discovered-provider.ts';
import { outageFrom, service } from './provider-errors.ts';
import { mayBeOfType } from './token-type.ts';

/** For how long after its issue a logout token is taken, in seconds. A provider sends it at once. */
const maxAgeSeconds = 600;

/** Keys are read again after so long at the earliest, in milliseconds: anybody can send a token of an unknown key. */
const keysRestMs = 30_000;

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** The claims of a logout token (OpenID Connect Back-Channel Logout 1.0 section 2.4), and those of ID tokens alone. */
const Claims = t.type({
  iss: t.string,
  jti: t.string,
  iat: t.number,
  exp: t.number,
  events: t.type({ [logoutEvent]: t.UnknownRecord }),
  nonce: t.undefined,
  sub: t.union([t.string, t.undefined]),
  sid: t.union([t.string, t.undefined]),
});

const Keys = t.type({ keys: t.readonlyArray(t.type({ kty: t.string })) });

/** The names of algorithms by which a shared secret signs nothing. */
const isOfKeyPair = (name: string): boolean => /^(RS|PS|ES|Ed)/.test(name);

const readKeys = async (
  { metadata }: DiscoveredProvider,
  call: OngoingCall,
): Promise<Either<Unavailable, JSONWebKeySet>> => {
  try {
    const answer = await call.fetch(metadata.jwks_uri ?? '');
    const body = decode(Keys, parseJson(await answer.text()));
    return answer.ok && E.isRight(body)
      ? E.right({ keys: [...body.right.keys] })
      : E.left(unavailable(service, new Error(`the keys were answered with ${answer.status}`), 'invalid_response'));
  } catch (thrown) {
    return E.left(outageFrom(thrown));
  }
};

const checksOf = ({ clientId }: OpenidClient, now: number): JWTClaimVerificationOptions => ({
  audience: clientId,
  clockTolerance: toleratedSeconds,
  maxTokenAge: maxAgeSeconds,
  requiredClaims: ['exp'],
  currentDate: new Date(now),
});

const refused: Either<StaffSignInRefused, never> = E.left(staffSignInRefused('logout_refused'));

const logoutOf = (claims: JWTPayload): Either<StaffSignInRefused, StaffLogout> => {
  const read = decode(Claims, claims);
  if (E.isLeft(read)) return refused;
  const { iat, iss: issuer, jti: id, sid, sub } = read.right;
  if (id === '' || (!sid && !sub)) return refused;
  const issuedAt = new Date(iat * 1000).toISOString();
  return E.right({ issuer, subject: sub || null, session: sid || null, id, issuedAt });
};

const hrefOf = (url: string): string => new URL(url).href;

/**
 * What a token says if it is a logout token for us, whoever has signed it. The provider is asked nothing about any
 * other.
 */
const assertedBy = (token: string, client: OpenidClient, now: number): Either<StaffSignInRefused, StaffLogout> => {
  try {
    const claims = new UnsecuredJWT(decodeJwt(token)).encode();
    const { payload } = UnsecuredJWT.decode(claims, checksOf(client, now));
    const isSigned = isOfKeyPair(decodeProtectedHeader(token).alg ?? '');
    const isOurs = isSigned && mayBeOfType(token, 'logout+jwt');
    return isOurs && hrefOf(payload.iss ?? '') === hrefOf(client.issuer) ? logoutOf(payload) : refused;
  } catch {
    return refused;
  }
};

const isSignedBy = async (
  token: string,
  keys: JSONWebKeySet,
  { metadata }: DiscoveredProvider,
  checks: JWTClaimVerificationOptions,
): Promise<boolean> => {
  const algorithms = (metadata.id_token_signing_alg_values_supported ?? ['RS256']).filter(isOfKeyPair);
  try {
    await jwtVerify(token, createLocalJWKSet(keys), { ...checks, issuer: metadata.issuer, algorithms });
    return true;
  } catch {
    return false;
  }
};

type ReadingOfKeys = { readonly at: number; readonly answer: Promise<Either<Unavailable, JSONWebKeySet>> };

type FindProvider = () => Promise<Either<Unavailable, DiscoveredProvider>>;

/**
 * Reads logout tokens by the keys of the provider. Those are kept as long as what it says of itself is, and read again
 * where they verify no token, but not twice in half a minute: a token by a key that is newer than that is refused.
 */
export const logoutTokenReader = (client: OpenidClient, find: FindProvider, now: () => number) => {
  const known = new WeakMap<DiscoveredProvider, JSONWebKeySet>();
  const readings = new WeakMap<DiscoveredProvider, ReadingOfKeys>();

  const keysLately = async (provider: DiscoveredProvider): Promise<Either<Unavailable, JSONWebKeySet>> => {
    const last = readings.get(provider);
    if (last !== undefined && Math.abs(now() - last.at) < keysRestMs) return last.answer;
    const read = provider.vendorClient.call(
      { service, operation: 'logout_keys' },
      (call) => () => readKeys(provider, call),
    );
    const reading = { at: now(), answer: read() };
    readings.set(provider, reading);
    const keys = await reading.answer;
    if (E.isRight(keys)) known.set(provider, keys.right);
    return keys;
  };

  return (token: string): TaskEither<StaffSignInRefused | Unavailable, StaffLogout> =>
    async () => {
      const asserted = assertedBy(token, client, now());
      if (E.isLeft(asserted)) return asserted;
      const found = await find();
      if (E.isLeft(found)) return found;
      const provider = found.right;
      const checks = checksOf(client, now());
      const kept = known.get(provider);
      if (kept !== undefined && (await isSignedBy(token, kept, provider, checks))) return asserted;
      const keys = await keysLately(provider);
      if (E.isLeft(keys)) return keys;
      return (await isSignedBy(token, keys.right, provider, checks)) ? asserted : refused;
    };
};
