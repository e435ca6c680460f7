import { E, type Either, type TaskEither, type Unavailable, unavailable } from '@portcullis/domain';
import { decode, parseJson, t } from '@portcullis/domain/kernel';
import { type StaffLogout, type StaffSignInRefused, staffSignInRefused } from '@portcullis/domain/ports';
import type { OngoingCall } from '@portcullis/vendor-client';
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose';
import { type DiscoveredProvider, type OpenidClient, toleratedSeconds } from './discovered-provider.ts';
import { outageFrom, service } from './provider-errors.ts';

/** For how long after its issue a logout token is taken, in seconds. A provider sends it at once. */
const maxAgeSeconds = 600;

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

type Provider = Pick<DiscoveredProvider, 'metadata'>;

/** The algorithms in which the provider signs ID tokens and logout tokens, without those by a shared secret. */
const algorithmsOf = ({ metadata }: Provider): string[] =>
  (metadata.id_token_signing_alg_values_supported ?? ['RS256']).filter((name) => /^(RS|PS|ES|Ed)/.test(name));

const readKeys = async ({ metadata }: Provider, call: OngoingCall): Promise<Either<Unavailable, JSONWebKeySet>> => {
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

/** Whether a token says that it is for us, before anything is asked of the provider about it. */
const isAddressed = (token: string, { metadata }: Provider, { clientId }: OpenidClient): boolean => {
  try {
    const { aud, iss } = decodeJwt(token);
    return iss === metadata.issuer && [aud].flat().includes(clientId);
  } catch {
    return false;
  }
};

const verified = async (
  token: string,
  keys: JSONWebKeySet,
  provider: Provider,
  { clientId }: OpenidClient,
  now: number,
): Promise<unknown> => {
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      issuer: provider.metadata.issuer,
      audience: clientId,
      algorithms: algorithmsOf(provider),
      clockTolerance: toleratedSeconds,
      maxTokenAge: maxAgeSeconds,
      requiredClaims: ['exp'],
      currentDate: new Date(now),
    });
    return payload;
  } catch {
    return null;
  }
};

const refused: Either<StaffSignInRefused, never> = E.left(staffSignInRefused('logout_refused'));

const logoutOf = (claims: unknown): Either<StaffSignInRefused, StaffLogout> => {
  const read = decode(Claims, claims);
  if (E.isLeft(read)) return refused;
  const { iat, iss: issuer, jti: id, sid, sub } = read.right;
  if (id === '' || (!sid && !sub)) return refused;
  const endsAt = new Date((iat + maxAgeSeconds + toleratedSeconds) * 1000).toISOString();
  return E.right({ issuer, subject: sub || null, session: sid || null, id, endsAt });
};

/** Reads a logout token by the keys that the provider has now, as they are read with each sign-in. */
export const readLogoutToken =
  (
    token: string,
    { metadata, vendorClient }: DiscoveredProvider,
    client: OpenidClient,
    now: () => number,
  ): TaskEither<StaffSignInRefused | Unavailable, StaffLogout> =>
  async () => {
    if (!isAddressed(token, { metadata }, client)) return refused;
    const keys = await vendorClient.call(
      { service, operation: 'logout_keys' },
      (call) => () => readKeys({ metadata }, call),
    )();
    return E.isLeft(keys) ? keys : logoutOf(await verified(token, keys.right, { metadata }, client, now()));
  };
