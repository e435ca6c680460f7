import { generateKeyPairSync, randomBytes } from 'node:crypto';

/** Random bytes in hex: a secret is also a command argument, where a leading dash would be read as an option. */
export const randomHex = (bytes = 32): string => randomBytes(bytes).toString('hex');

/** A key in the format of `DATA_KEYS`. */
export const newDataKeys = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

/** A key in the format of `LEDGER_SIGNING_KEY`. */
export const newSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
