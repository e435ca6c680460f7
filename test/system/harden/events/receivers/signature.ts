import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A request older or newer than this is refused (Standard Webhooks, "Verifying webhook authenticity"). */
const toleranceSeconds = 300;

/**
 * Whether a request was signed with a secret, by the text of Standard Webhooks alone: `v1` is the HMAC-SHA-256 of id,
 * time and body, joined by dots, under the bytes behind `whsec_`. `now` is in milliseconds since 1970.
 */
export const isGenuine = (secret: string, headers: IncomingHttpHeaders, body: Buffer, now: number): boolean => {
  const id = String(headers['webhook-id']);
  const time = String(headers['webhook-timestamp']);
  if (!/^\d+$/.test(time) || Math.abs(now / 1000 - Number(time)) > toleranceSeconds) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => {
      const [version, value = ''] = one.split(',');
      const given = Buffer.from(value, 'base64');
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
    });
};
