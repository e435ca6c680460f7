import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { SignInTickets } from '@portcullis/http';

/** For how long a browser in which somebody has signed in is known. */
const ticketSeconds = 30 * 86_400;

/**
 * `<end>.<generation>.<digest>`: seconds since 1970, the generation of the account, and an HMAC of both and the name,
 * which it does not tell.
 */
const pattern = /^(\d{1,12})\.(\d{1,12})\.([\w-]{43})$/;

/** Tickets by a key that is derived from the secret of the service, so that all instances know the same ones. */
export const signInTickets = (secret: string, now: () => number = Date.now): SignInTickets => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'portcullis staff ticket', 32));
  const digestOf = (...parts: readonly string[]): Buffer =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  return {
    seconds: ticketSeconds,
    issue: (username, generation) => {
      const end = String(Math.floor(now() / 1000) + ticketSeconds);
      return `${end}.${generation}.${digestOf(end, `${generation}`, username).toString('base64url')}`;
    },
    generationIn: (ticket, username) => {
      const [, end = '', generation = '', digest = ''] = pattern.exec(ticket) ?? [];
      const isGood =
        Number(end) * 1000 > now() &&
        timingSafeEqual(Buffer.from(digest, 'base64url'), digestOf(end, generation, username));
      return isGood ? Number(generation) : null;
    },
  };
};
