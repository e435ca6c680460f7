import type { KeyObject } from 'node:crypto';
import {
  type Clock,
  E,
  type Either,
  type IdGenerator,
  type InvalidToken,
  type Principal,
  type TokenService,
} from '@portcullis/domain';
import { invalidToken, tokenExpired } from '@portcullis/domain/kernel';
import type { IssuedToken } from '@portcullis/domain/ports';
import { type CryptoKey, errors, type JWTPayload, jwtVerify } from 'jose';
import { flowType, machineType, readPrincipal } from './claims.ts';
import { maxTokenLength, parseCompactJws } from './compact-jws.ts';
import { hasValidSignature, signatureKey, tokenSigner } from './signature.ts';
import { verifiedTokenCache } from './verified-token-cache.ts';

const minSecretBytes = 32;
const clockToleranceSeconds = 15;

export type JoseTokenOptions = {
  /** The secret is shared by everybody who mints tokens for this service. It has at least 32 bytes of UTF-8. */
  readonly secret: string;
  /** When it is given, it is written into tokens and required of them. */
  readonly issuer?: string | undefined;
  readonly audience?: string | undefined;
  readonly machineTtlSeconds: number;
  readonly flowTtlSeconds: number;
  readonly clock: Clock;
  readonly ids: IdGenerator;
};

/** The key as Node's functions and as jose's take it. */
type SigningKeys = { readonly signing: KeyObject; readonly verifying: Promise<CryptoKey> };

/** Imports the key once: importing it for each token would cost as much again as the verification. */
const importKeys = (secret: string): SigningKeys => {
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length < minSecretBytes) throw new RangeError(`the token secret needs at least ${minSecretBytes} bytes`);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return {
    signing: signatureKey(bytes),
    verifying: crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']),
  };
};

/**
 * Signs claims that are valid from now until `exp` (seconds since 1970). jose signs in another thread, which costs
 * twenty times as much as these few bytes.
 */
const tokenIssuer = ({ issuer, audience, ids }: JoseTokenOptions, { signing }: SigningKeys, typ: string) => {
  const who = { ...(issuer !== undefined && { iss: issuer }), ...(audience !== undefined && { aud: audience }) };
  const sign = tokenSigner(signing, typ);
  return (claims: JWTPayload, iat: number, exp: number): IssuedToken => {
    const token = sign({ ...who, ...claims, jti: ids.id(), iat, exp });
    return { token, expiresIn: Math.max(0, exp - iat), expiresAt: new Date(exp * 1000).toISOString() };
  };
};

type VerifiedToken = { readonly principal: Principal; readonly expiresAt: number };

/**
 * Compares the signature before anything of the token is parsed. Checks the times last, so that a token is reported as
 * expired only when nothing else is wrong with it. jose verifies the signature as well.
 */
const tokenVerifier =
  ({ issuer, audience, clock }: JoseTokenOptions, { signing, verifying }: SigningKeys) =>
  async (token: string): Promise<Either<InvalidToken, VerifiedToken>> => {
    if (token.length > maxTokenLength || !hasValidSignature(signing, token)) return E.left(invalidToken);
    const principal = E.flatMap(readPrincipal)(parseCompactJws(token));
    if (E.isLeft(principal)) return principal;
    try {
      const { payload } = await jwtVerify(token, await verifying, {
        algorithms: ['HS256'],
        requiredClaims: ['exp'],
        clockTolerance: clockToleranceSeconds,
        currentDate: new Date(clock.now()),
        ...(issuer !== undefined && { issuer }),
        ...(audience !== undefined && { audience }),
      });
      return E.right({ principal: principal.right, expiresAt: (payload.exp ?? 0) * 1000 });
    } catch (reason) {
      return E.left(reason instanceof errors.JWTExpired ? tokenExpired : invalidToken);
    }
  };

/**
 * Machine and flow tokens as JWTs with HS256 only (RFC 7519, 8725, 9068). The `sub` of a machine token is its client. A
 * token is accepted until 15 seconds after its `exp`, to allow for clock skew. Throws for a secret under 32 bytes.
 */
export const joseTokenService = (options: JoseTokenOptions): TokenService => {
  const { clock, machineTtlSeconds, flowTtlSeconds } = options;
  const keys = importKeys(options.secret);
  const issueMachine = tokenIssuer(options, keys, machineType);
  const issueFlow = tokenIssuer(options, keys, flowType);
  const verifyToken = tokenVerifier(options, keys);
  const cache = verifiedTokenCache();
  const nowSeconds = () => Math.floor(clock.now() / 1000);

  return {
    issueMachine:
      ({ clientId, tenant, scopes }) =>
      async () => {
        const team = tenant.teamId === null ? {} : { team_id: tenant.teamId };
        const who = { sub: clientId, client_id: clientId, partner_id: tenant.partnerId, ...team };
        const iat = nowSeconds();
        return E.right(issueMachine({ ...who, scope: scopes.join(' ') }, iat, iat + machineTtlSeconds));
      },
    issueFlow:
      ({ profileId, tenant, generation, notAfter }) =>
      async () => {
        const team = tenant.teamId === null ? {} : { team_id: tenant.teamId };
        const what = { token_use: 'flow', profile_id: profileId, partner_id: tenant.partnerId, ...team };
        const iat = nowSeconds();
        const exp = Math.min(iat + flowTtlSeconds, Math.floor(Date.parse(notAfter) / 1000));
        return E.right(issueFlow({ ...what, gen: generation }, iat, exp));
      },
    verify: (token) => async () => {
      const cached = cache.get(token, clock.now());
      if (cached !== null) return E.right(cached);
      const result = await verifyToken(token);
      if (E.isLeft(result)) return result;
      const { principal, expiresAt } = result.right;
      cache.put(token, principal, clock.now(), expiresAt);
      return E.right(principal);
    },
  };
};
