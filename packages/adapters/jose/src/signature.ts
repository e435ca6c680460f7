import { createHmac, createSecretKey, type KeyObject, timingSafeEqual, type webcrypto } from 'node:crypto';

/** A key of HMAC-SHA-256 with its id, as Node's functions and as jose's take it. */
export type SigningKey = {
  /** The same for the same secret in every instance. It says nothing of the secret that a signature does not say. */
  readonly id: string;
  readonly signing: KeyObject;
  /** Imported once: importing it for each token would cost as much again as the verification. */
  readonly verifying: Promise<webcrypto.CryptoKey>;
};

const minSecretBytes = 32;

/** Makes the key of a secret. Throws for a secret under 32 bytes. */
export const signingKey = (secret: string): SigningKey => {
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length < minSecretBytes) throw new RangeError(`the token secret needs at least ${minSecretBytes} bytes`);
  return {
    id: createHmac('sha256', bytes).update('portcullis key id').digest('base64url').slice(0, 12),
    signing: createSecretKey(bytes),
    verifying: crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']),
  };
};

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The HMAC-SHA-256 of a text. */
export const signatureOf = (key: KeyObject, signed: string): Buffer =>
  createHmac('sha256', key).update(signed).digest();

/** Makes compact JWS of this type with HS256 (RFC 7515 section 7.1, RFC 7518 section 3.2) that name their key. */
export const tokenSigner = ({ id, signing }: SigningKey, typ: string): ((claims: object) => string) => {
  const header = base64url({ alg: 'HS256', typ, kid: id });
  return (claims) => {
    const signed = `${header}.${base64url(claims)}`;
    return `${signed}.${signatureOf(signing, signed).toString('base64url')}`;
  };
};

/** Finds the key whose HS256 signature a compact JWS has, each compared in constant time, or `undefined`. */
export const keyOfSignature = (keys: readonly SigningKey[], token: string): SigningKey | undefined => {
  const end = token.lastIndexOf('.');
  const signed = token.slice(0, end);
  const given = Buffer.from(token.slice(end + 1), 'base64url');
  return keys.find(({ signing }) => {
    const expected = signatureOf(signing, signed);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
};
