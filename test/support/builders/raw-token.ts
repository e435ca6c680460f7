import { createHmac } from 'node:crypto';

const encode = (text: string | Uint8Array): string => Buffer.from(text).toString('base64url');

/** Header and payload are texts, so that they may be anything; they are signed with HMAC of the given hash. */
export type RawToken = {
  readonly header: string;
  readonly payload: string | Uint8Array;
  readonly secret: string;
  readonly hash?: 'sha256' | 'sha384' | 'sha512';
};

/** Signs parts that are already encoded, even incorrectly. */
export const signParts = (head: string, body: string, secret: string, hash = 'sha256'): string =>
  `${head}.${body}.${createHmac(hash, secret).update(`${head}.${body}`).digest('base64url')}`;

/** Makes a compact JWS by hand, because a library would refuse to make invalid ones. */
export const rawToken = ({ header, payload, secret, hash }: RawToken): string =>
  signParts(encode(header), encode(payload), secret, hash);
