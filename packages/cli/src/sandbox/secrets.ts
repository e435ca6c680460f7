import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readTextFile } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import { decode, parseJson, t } from '@portcullis/domain/kernel';
import { recordsFormat } from '@portcullis/record-store/driver';
import { newDataKeys, newSigningKey, randomHex } from '../command/new-secrets.ts';
import { writeForOwner } from '../command/owner-file.ts';
import { clockFileName } from './clock-file.ts';
import { sandboxError } from './sandbox-error.ts';

const SandboxSecrets = t.type({
  /** The format of the records, as the build that made the folder had it. */
  records_format: t.number,
  database_email: t.string,
  database_password: t.string,
  jwt_secret: t.string,
  client_id: t.string,
  client_secret: t.string,
  data_keys: t.string,
  ledger_signing_key: t.string,
});

/**
 * The secrets that a sandbox keeps between starts besides its data. Its keys have the formats of `DATA_KEYS` and
 * `LEDGER_SIGNING_KEY`.
 */
export type SandboxSecrets = t.TypeOf<typeof SandboxSecrets>;

const newSecrets = (): SandboxSecrets => ({
  records_format: recordsFormat,
  database_email: 'sandbox@example.com',
  database_password: randomHex(),
  jwt_secret: randomHex(),
  client_id: `sandbox-${randomHex(4)}`,
  client_secret: randomHex(),
  data_keys: newDataKeys('sandbox'),
  ledger_signing_key: newSigningKey(),
});

/** Creates the folder if it is missing, accessible to its owner only. */
export const ensureFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
};

/** The error of a sandbox about a folder that another build has made. */
export const anotherBuildOf = (folder: string): Error =>
  sandboxError(
    `The sandbox in ${folder} is of another build of Portcullis, which has other records. It was left as it is. ` +
      'To begin anew: npm run sandbox -- --fresh. To keep it: set SANDBOX_DIR to another folder.',
  );

/** Removes what sandboxes have kept in a folder, and nothing else that may be there. */
export const clearFolder = (folder: string): void => {
  for (const name of ['pb_data', 'postgres', 'secrets.json', 'sandbox.json', clockFileName])
    rmSync(join(folder, name), { recursive: true, force: true });
};

/**
 * Reads the secrets of the folder, or creates them at the first start. An unreadable file is an error, so no data is
 * lost, and so is a folder of another build.
 */
export const loadSecrets = (folder: string): SandboxSecrets => {
  const file = join(folder, 'secrets.json');
  if (!existsSync(file)) {
    const made = newSecrets();
    writeForOwner(file, made);
    return made;
  }
  const raw = parseJson(readTextFile(file));
  if (!t.type({ database_password: t.string }).is(raw))
    throw sandboxError(`${file} is damaged. To begin with a new sandbox: npm run sandbox -- --fresh.`);
  const known = decode(SandboxSecrets, raw);
  if (E.isLeft(known) || known.right.records_format !== recordsFormat) throw anotherBuildOf(folder);
  chmodSync(file, 0o600);
  return known.right;
};
