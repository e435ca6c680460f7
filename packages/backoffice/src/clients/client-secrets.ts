import { type Scope, type StaffPrincipal, sha256OfText } from '@portcullis/domain/kernel';
import type { IdGenerator, StoredClient, StoredClientSecret } from '@portcullis/domain/ports';

/** For how long the secret before admits beside a new one, in seconds: a day, where nothing else is asked for. */
export const defaultOverlapSeconds = 86_400;

/** The scopes that an admin has in a session of their own as well. */
const scopesOfAdmins: readonly Scope[] = ['health:read', 'access-log:read', 'profiles:erase', 'webhooks:manage'];

/**
 * Whether a new secret of a client with these scopes admits only once a second person has enabled it: an admin must not
 * get at persons or reviews alone, by a client that they make.
 */
export const needsSecondPerson = (granted: readonly Scope[]): boolean =>
  granted.some((scope) => !scopesOfAdmins.includes(scope));

/** A secret that is shown once, and what is stored of it. */
export type NewClientSecret = { readonly secret: string; readonly stored: StoredClientSecret };

/** A new secret: 32 random bytes in hexadecimal digits, behind letters by which scanners of source code find it. */
export const newClientSecret = (ids: IdGenerator, { staffId }: Pick<StaffPrincipal, 'staffId'>): NewClientSecret => {
  const secret = `pcs_${ids.salt()}`;
  return { secret, stored: { sha256: sha256OfText(secret), endsAt: null, madeBy: staffId } };
};

type Secrets = StoredClient['secrets'];

/** The secret of a client that waits for a second person; `null` where none does. */
export const awaitingSecret = ({ secrets }: { readonly secrets: Secrets }): StoredClientSecret | null =>
  secrets.find(({ awaitsOverlapMs }) => awaitsOverlapMs !== undefined) ?? null;

const admittingSecrets = (secrets: Secrets): Secrets =>
  secrets.filter(({ awaitsOverlapMs }) => awaitsOverlapMs === undefined);

/** A new secret in force. The one that admitted so far goes on for `overlapMs`; those before it end at once. */
const replacing = (before: Secrets, added: StoredClientSecret, now: number, overlapMs: number): Secrets => {
  const endsAt = new Date(now + overlapMs).toISOString();
  return [added, ...(overlapMs > 0 ? before.slice(0, 1).map((secret) => ({ ...secret, endsAt })) : [])];
};

/** The secrets after a rotation. A secret that waits for a second person ends none but those before the last one. */
export const rotatedClientSecrets = (
  { scopes, secrets }: Pick<StoredClient, 'scopes' | 'secrets'>,
  added: StoredClientSecret,
  now: number,
  overlapMs: number,
): Secrets =>
  needsSecondPerson(scopes)
    ? [{ ...added, awaitsOverlapMs: overlapMs }, ...admittingSecrets(secrets).slice(0, 1)]
    : replacing(secrets, added, now, overlapMs);

/** The secrets once another person than its maker takes the one that waits; `null` where there is none for them. */
export const confirmedClientSecrets = (
  { secrets }: Pick<StoredClient, 'secrets'>,
  { staffId }: Pick<StaffPrincipal, 'staffId'>,
  now: number,
): Secrets | null => {
  const awaiting = awaitingSecret({ secrets });
  if (awaiting === null || awaiting.madeBy === staffId) return null;
  const { awaitsOverlapMs: overlapMs = 0, ...confirmed } = awaiting;
  return replacing(admittingSecrets(secrets), confirmed, now, overlapMs);
};
