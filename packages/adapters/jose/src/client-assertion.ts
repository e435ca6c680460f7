import { hash } from 'node:crypto';
import type { Clock } from '@portcullis/domain';
import { E } from '@portcullis/domain';
import { decode, t } from '@portcullis/domain/kernel';
import type { ClientAssertion } from '@portcullis/domain/ports';
import { jwtVerify } from 'jose';
import { clockToleranceSeconds, maxAheadSeconds } from './claims.ts';
import type { ClientKey } from './client-keys.ts';
import { parseJwsParts } from './compact-jws.ts';

const maxLength = 8192;
/** How far in the future an assertion may expire: each is made for one request. */
const maxLifetimeSeconds = 600;
const maxIdLength = 256;

const Header = t.intersection([t.type({ alg: t.string }), t.partial({ typ: t.string, kid: t.string })]);
const Claims = t.intersection([t.type({ exp: t.number, jti: t.string }), t.partial({ iat: t.number })]);

/** The types that an assertion may have: most clients set none, or `JWT`. */
const types = [undefined, 'JWT', 'client-authentication+jwt'];

/** The keys with which the assertion may be verified: the one that its `kid` names, or all that fit its algorithm. */
const candidates = (keys: readonly ClientKey[], { alg, kid }: t.TypeOf<typeof Header>): readonly ClientKey[] =>
  keys.filter(({ algorithms, id }) => algorithms.includes(alg) && (kid === undefined || id === kid));

export type AssertionOptions = {
  /** The names of this service; an assertion has one as its `aud`. */
  readonly audiences: readonly string[];
  readonly clock: Clock;
};

const isVerified = async (
  assertion: string,
  clientId: string,
  { algorithms, key }: ClientKey,
  { audiences, clock }: AssertionOptions,
): Promise<boolean> => {
  try {
    await jwtVerify(assertion, key, {
      algorithms: [...algorithms],
      issuer: clientId,
      subject: clientId,
      audience: [...audiences],
      requiredClaims: ['exp', 'jti'],
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(clock.now()),
    });
    return true;
  } catch {
    return false;
  }
};

/**
 * Verifies the assertion by which a client authenticates itself (RFC 7523 sections 2.2 and 3): `iss` and `sub` are the
 * client, `aud` is this service, `exp` is at most ten minutes ahead, `iat` at most one, and `jti` is what makes it
 * usable once. Answers `null` for every other, and does not say why.
 */
export const verifyAssertion = async (
  assertion: string,
  clientId: string,
  keys: readonly ClientKey[],
  options: AssertionOptions,
): Promise<ClientAssertion | null> => {
  const parts = parseJwsParts(assertion, maxLength);
  const header = parts && decode(Header, parts.header);
  const claims = parts && decode(Claims, parts.claims);
  if (!header || !claims || E.isLeft(header) || E.isLeft(claims) || !types.includes(header.right.typ)) return null;
  const { exp, iat = 0, jti } = claims.right;
  const now = options.clock.now() / 1000;
  if (iat > now + maxAheadSeconds || exp > now + maxLifetimeSeconds + clockToleranceSeconds) return null;
  if (jti === '' || jti.length > maxIdLength) return null;
  for (const key of candidates(keys, header.right)) {
    if (await isVerified(assertion, clientId, key, options)) {
      const id = hash('sha256', JSON.stringify([clientId, jti]), 'base64url');
      return { id, expiresAt: new Date(exp * 1000).toISOString() };
    }
  }
  return null;
};
