import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/** The key of HMAC-SHA-256. */
export const signatureKey = (secret: Uint8Array): KeyObject => createSecretKey(secret);

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const signatureOf = (key: KeyObject, signed: string): Buffer => createHmac('sha256', key).update(signed).digest();

/** Makes compact JWS of this type with HS256 (RFC 7515 section 7.1, RFC 7518 section 3.2). */
export const tokenSigner = (key: KeyObject, typ: string): ((claims: object) => string) => {
  const header = base64url({ alg: 'HS256', typ });
  return (claims) => {
    const signed = `${header}.${base64url(claims)}`;
    return `${signed}.${signatureOf(key, signed).toString('base64url')}`;
  };
};

/** Whether the signature of a compact JWS is that of HS256, compared in constant time. */
export const hasValidSignature = (key: KeyObject, token: string): boolean => {
  const end = token.lastIndexOf('.');
  const expected = signatureOf(key, token.slice(0, end));
  const given = Buffer.from(token.slice(end + 1), 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
};
