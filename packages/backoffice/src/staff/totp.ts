import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';

/** The length of a time step in seconds, and the number of digits of a code (RFC 6238 sections 4 and 5). */
const stepSeconds = 30;
const digits = 6;

/** How many steps a clock may be ahead or behind (RFC 6238 section 5.2). */
const tolerance = 1;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding (RFC 4648 section 6). */
export const base32 = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('');
};

const bytesOfBase32 = (text: string): Uint8Array => {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (octet) => Number.parseInt(octet, 2));
};

/** The number of the time step of a time in milliseconds since 1970. */
export const totpStepAt = (now: number): number => Math.floor(now / 1000 / stepSeconds);

/** The code of a time step (RFC 4226 section 5.3, RFC 6238): HMAC-SHA-1, six digits. */
export const totpCode = (secret: string, step: number, length = digits): string => {
  const counter = new Uint8Array(8);
  new DataView(counter.buffer).setBigUint64(0, BigInt(step));
  const mac = hmac(sha1, bytesOfBase32(secret), counter);
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = new DataView(mac.buffer, mac.byteOffset + offset, 4).getUint32(0) & 0x7fffffff;
  return String(number % 10 ** length).padStart(length, '0');
};

/**
 * The step of this code, of the one now and those beside it; `null` for none, and for a step with a code that was
 * accepted before (RFC 6238 section 5.2).
 */
export const acceptedTotpStep = (secret: string, code: string, now: number, lastStep: number): number | null => {
  const current = totpStepAt(now);
  const steps = Array.from({ length: 2 * tolerance + 1 }, (_, n) => current - tolerance + n);
  return steps.find((step) => step > lastStep && totpCode(secret, step) === code) ?? null;
};

/** The address that an authenticator app takes a secret from, mostly as a QR code. */
export const otpauthUri = (secret: string, username: string): string =>
  `otpauth://totp/Portcullis:${encodeURIComponent(username)}?secret=${secret}&issuer=Portcullis&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`;
