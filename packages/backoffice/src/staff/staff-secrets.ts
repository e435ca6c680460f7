import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { sha256Hex } from '@portcullis/domain/kernel';
import type { IdGenerator } from '@portcullis/domain/ports';
import type { PasswordHasher } from '../ports/password-hasher.ts';
import type { StaffAccount } from '../ports/staff-directory.ts';
import { base32, otpauthUri } from './totp.ts';

/** The sign-in secrets of a member of staff. It is shown once, when it is created. */
export type StaffSecrets = {
  readonly password: string;
  /** The secret of the second factor as an address for an authenticator app. */
  readonly otpauth: string;
  readonly recoveryCodes: readonly string[];
};

/** A recovery code of so many letters and digits has 129 bits, so that a plain digest of it says nothing. */
const recoveryCodes = 10;
const recoveryLetters = 25;
const totpSecretBytes = 20;

const inGroups = (text: string): string => (text.match(/.{5}/g) ?? []).join('-');

/** The digest by which a recovery code is known. Hyphens, blanks and capital letters do not matter. */
export const recoveryDigest = (username: string, code: string): string =>
  sha256Hex(utf8ToBytes(`${username} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`));

type Deps = { readonly ids: IdGenerator; readonly passwords: Pick<PasswordHasher, 'hash'> };

/** Makes the secrets of an account: a password of 155 bits, a second factor, and ten recovery codes. */
export const newStaffSecrets = async (
  { ids, passwords }: Deps,
  username: string,
): Promise<{
  readonly secrets: StaffSecrets;
  readonly stored: Pick<StaffAccount, 'lastTotpStep' | 'passwordHash' | 'recoveryDigests' | 'totpSecret'>;
}> => {
  const password = inGroups(ids.id() + ids.id());
  const totpSecret = base32(hexToBytes(ids.salt()).slice(0, totpSecretBytes));
  const codes = Array.from({ length: recoveryCodes }, () => inGroups((ids.id() + ids.id()).slice(0, recoveryLetters)));
  return {
    secrets: { password, otpauth: otpauthUri(totpSecret, username), recoveryCodes: codes },
    stored: {
      passwordHash: await passwords.hash(password),
      totpSecret,
      lastTotpStep: 0,
      recoveryDigests: codes.map((code) => recoveryDigest(username, code)),
    },
  };
};
