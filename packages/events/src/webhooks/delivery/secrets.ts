import type { IdGenerator } from '@portcullis/domain/ports';
import type { WebhookEndpoint, WebhookSecret } from '../../ports/webhook-endpoints.ts';

/** How long a replaced secret still signs beside the new one: a day. */
const rotationMs = 24 * 3_600_000;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Encodes bytes, which are given in hexadecimal digits, in base64 (RFC 4648 section 4). */
const base64OfHex = (hex: string): string => {
  const bits = [...hex].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('');
  const sextets = bits.match(/.{1,6}/g) ?? [];
  const text = sextets.map((sextet) => alphabet[Number.parseInt(sextet.padEnd(6, '0'), 2)]).join('');
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
};

/** A new secret: 32 random bytes. */
export const newSecret = (ids: IdGenerator): WebhookSecret => ({
  secret: `whsec_${base64OfHex(ids.salt())}`,
  endsAt: null,
});

/** The secrets that sign at a time (ISO 8601), newest first. */
export const signingSecrets = ({ secrets }: Pick<WebhookEndpoint, 'secrets'>, at: string): readonly string[] =>
  secrets.filter(({ endsAt }) => endsAt === null || endsAt > at).map(({ secret }) => secret);

/**
 * The secrets after a rotation. The current secret stays valid for a day beside the new one; older ones end at once.
 */
export const rotatedSecrets = (
  secrets: readonly WebhookSecret[],
  added: WebhookSecret,
  now: number,
): readonly WebhookSecret[] => {
  const endsAt = new Date(now + rotationMs).toISOString();
  return [added, ...secrets.slice(0, 1).map(({ secret }) => ({ secret, endsAt }))];
};
