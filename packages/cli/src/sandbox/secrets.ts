import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { E } from '@portcullis/domain';
import { decode, parseJson, t } from '@portcullis/domain/kernel';
import { writeForOwner } from '../command/owner-file.ts';
import { sandboxError } from './sandbox-error.ts';

const StoredSecrets = t.intersection([
  t.type({
    database_email: t.string,
    database_password: t.string,
    jwt_secret: t.string,
    client_id: t.string,
    client_secret: t.string,
  }),
  // Sandboxes of earlier releases lack some of these keys.
  t.partial({ data_keys: t.string, ledger_signing_key: t.string }),
]);

/**
 * What a sandbox keeps between starts besides its data. Its keys have the formats of
 * `DATA_KEYS` and `LEDGER_SIGNING_KEY`.
 */
export type SandboxSecrets = Required<t.TypeOf<typeof StoredSecrets>>;

/** The secret is in hex, because it is also a command argument, where a leading dash would be read as an option. */
const randomHex = (): string => randomBytes(32).toString('hex');

const newDataKeys = (): string => `sandbox:${randomBytes(32).toString('base64')}`;

const newSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const newSecrets = (): SandboxSecrets => ({
  database_email: 'sandbox@example.com',
  database_password: randomHex(),
  jwt_secret: randomHex(),
  client_id: `sandbox-${randomBytes(4).toString('hex')}`,
  client_secret: randomHex(),
  data_keys: newDataKeys(),
  ledger_signing_key: newSigningKey(),
});

/** Creates the folder if it is missing, accessible to its owner only. */
export const ensureFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
};

/**
 * Reads the secrets of the folder, or creates them at the first start. An unreadable file is an error, so no data is
 * lost.
 */
export const loadSecrets = (folder: string): SandboxSecrets => {
  const file = join(folder, 'secrets.json');
  if (!existsSync(file)) {
    const made = newSecrets();
    writeForOwner(file, made);
    return made;
  }
  const known = decode(StoredSecrets, parseJson(readFileSync(file, 'utf8')));
  if (E.isLeft(known))
    throw sandboxError(`${file} is damaged. Delete the folder ${folder} to begin with a new sandbox.`);
  chmodSync(file, 0o600);
  const { data_keys = newDataKeys(), ledger_signing_key = newSigningKey(), ...others } = known.right;
  const secrets = { ...others, data_keys, ledger_signing_key };
  if (secrets.data_keys !== known.right.data_keys || secrets.ledger_signing_key !== known.right.ledger_signing_key)
    writeForOwner(file, secrets);
  return secrets;
};
