import { createHash } from 'node:crypto';
import type { RegisteredClient } from '@portcullis/adapter-jose';
import { plainText } from '@portcullis/domain/kernel';
import type { PartnerIdentity } from '@portcullis/domain/ports';
import { matchingText } from './codecs/values.ts';
import { isQuoted } from './given-values.ts';

/**
 * A machine client as it is configured: with its secret, the SHA-256 of it, its public keys, or a secret and keys.
 * `page` is how its partner shows itself to people.
 */
export type ConfiguredClient = RegisteredClient & { readonly page?: PartnerIdentity };

/** HS256 needs a key of at least 256 bits (RFC 7518 section 3.2). */
export const SigningSecret = matchingText('at least 32 bytes long', (text) => Buffer.byteLength(text) >= 32);

const anySecret = plainText(16, 512);

/** The secret of a client: in a list of clients, too, without quotes and blanks around it. */
export const ClientSecret = matchingText(
  `${anySecret.name}, without quotes and blanks around it`,
  (text) => anySecret.is(text) && text === text.trim() && !isQuoted(text),
);

/** Whether a client's secret is the signing secret: the client could then forge any token. */
const isSigningSecret = (secret: string, client: ConfiguredClient): boolean => {
  if ('clientSecret' in client) return client.clientSecret === secret;
  if (!('clientSecretHash' in client)) return false;
  return client.clientSecretHash.toLowerCase() === `sha256:${createHash('sha256').update(secret).digest('hex')}`;
};

/** The secrets that sign and verify tokens, where they are those of a client, or the same. */
export const signingSecretReuse = (
  env: { readonly JWT_SECRET: string; readonly JWT_VERIFY_SECRET?: string | undefined },
  clients: readonly ConfiguredClient[],
): readonly { readonly name: string; readonly rule: string }[] => {
  const rule = 'must be another one than the secret of a client, who could make any token with it';
  const signing = { JWT_SECRET: env.JWT_SECRET, JWT_VERIFY_SECRET: env.JWT_VERIFY_SECRET };
  const reused = Object.entries(signing)
    .filter(([, secret]) => secret !== undefined && clients.some((client) => isSigningSecret(secret, client)))
    .map(([name]) => ({ name, rule }));
  return env.JWT_VERIFY_SECRET === env.JWT_SECRET
    ? [...reused, { name: 'JWT_VERIFY_SECRET', rule: 'must be another secret than JWT_SECRET' }]
    : reused;
};
