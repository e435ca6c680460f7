import { sha256OfText } from '../../kernel/hash.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import type { StoredClient, StoredClientSecret } from '../../ports/stores/client-store.ts';

/** For how long the secret before admits beside a new one, in seconds: a day, where nothing else is asked for. */
export const defaultOverlapSeconds = 86_400;
export const maxOverlapSeconds = 7 * 86_400;

/** A secret that is shown once, and what is stored of it. */
export type NewClientSecret = { readonly secret: string; readonly stored: StoredClientSecret };

/** A new secret: 32 random bytes in hexadecimal digits, behind letters by which scanners of source code find it. */
export const newClientSecret = (ids: IdGenerator): NewClientSecret => {
  const secret = `pcs_${ids.salt()}`;
  return { secret, stored: { sha256: sha256OfText(secret), endsAt: null } };
};

/** The secrets after a rotation. The one that admitted so far goes on for `overlapMs`; those before it end at once. */
export const rotatedClientSecrets = (
  { secrets }: Pick<StoredClient, 'secrets'>,
  added: StoredClientSecret,
  now: number,
  overlapMs: number,
): readonly StoredClientSecret[] => {
  const endsAt = new Date(now + overlapMs).toISOString();
  return [added, ...(overlapMs > 0 ? secrets.slice(0, 1).map(({ sha256 }) => ({ sha256, endsAt })) : [])];
};
