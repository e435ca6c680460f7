import { createPublicKey, type KeyObject } from 'node:crypto';

/** A public key of a client, and the algorithms with which it may sign. */
export type ClientKey = {
  readonly id: string | null;
  readonly key: KeyObject;
  readonly algorithms: readonly string[];
};

const maxKeys = 10;
const minRsaBits = 2048;
/** Members that only a private or a secret key has (RFC 7518 section 6, RFC 8037 section 2). */
const secretMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** The algorithms of each kind of key: none of them takes a secret (RFC 7518 section 3.1, RFC 8037, RFC 9864). */
const algorithmsByKind: { readonly [kind: string]: readonly string[] } = {
  'EC P-256': ['ES256'],
  'EC P-384': ['ES384'],
  'EC P-521': ['ES512'],
  'OKP Ed25519': ['EdDSA', 'Ed25519'],
  RSA: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
};

type Members = { readonly [member: string]: unknown };

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isForVerifying = ({ use, key_ops: operations }: Members): boolean =>
  (use === undefined || use === 'sig') &&
  (operations === undefined || (Array.isArray(operations) && operations.includes('verify')));

const importKey = (jwk: Members): KeyObject | null => {
  try {
    return createPublicKey({ key: { ...jwk }, format: 'jwk' });
  } catch {
    return null;
  }
};

const readKey = (jwk: unknown): ClientKey | null => {
  if (!isObject(jwk) || secretMembers.some((name) => Object.hasOwn(jwk, name)) || !isForVerifying(jwk)) return null;
  const { alg, crv, kid = null, kty } = jwk;
  const known = algorithmsByKind[kty === 'RSA' ? 'RSA' : `${kty} ${crv}`] ?? [];
  const algorithms = alg === undefined ? known : known.filter((name) => name === alg);
  const key = importKey(jwk);
  if (key === null || algorithms.length === 0 || (kid !== null && typeof kid !== 'string')) return null;
  const bits = key.asymmetricKeyDetails?.modulusLength ?? minRsaBits;
  return bits < minRsaBits ? null : { id: kid, key, algorithms };
};

/** The rule of `readClientKeys`, for an operator. */
export const clientKeysRule = `a JWK Set of 1 to ${maxKeys} public keys with different kid: EC (P-256, P-384, P-521), RSA of at least ${minRsaBits} bits, or Ed25519, for signatures`;

/** Reads the public keys of a client from a JWK Set (RFC 7517 section 5); `null` for one that breaks the rule. */
export const readClientKeys = (jwks: unknown): readonly ClientKey[] | null => {
  const listed = isObject(jwks) && Object.keys(jwks).length === 1 ? jwks['keys'] : undefined;
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > maxKeys) return null;
  const keys = listed.map(readKey).filter((key) => key !== null);
  const isWhole = keys.length === listed.length && new Set(keys.map(({ id }) => id)).size === keys.length;
  return isWhole ? keys : null;
};
