import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { E, type Either } from '@portcullis/domain';

/**
 * Signs with Ed25519 (RFC 8032): 64 bytes. The fingerprint is the SHA-256 of the public key in DER (SPKI, RFC 8410).
 */
export type Signer = {
  readonly publicPem: string;
  readonly fingerprint: string;
  readonly sign: (bytes: Uint8Array) => Uint8Array;
};

const createSigner = (key: KeyObject): Signer => {
  const shown = createPublicKey(key);
  return {
    publicPem: shown.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: createHash('sha256')
      .update(shown.export({ type: 'spki', format: 'der' }))
      .digest('hex'),
    sign: (bytes) => sign(null, bytes, key),
  };
};

/** The bytes that precede the 32 bytes of an Ed25519 seed in PKCS #8 (RFC 8410, section 7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Makes a signer from a seed of 32 bytes. */
export const signerFromSeed = (seed: Uint8Array): Signer =>
  createSigner(createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' }));

/** Makes a signer from the private key in a file. Left says what is wrong with the file, without its content. */
export const signerFromFile = async (path: string): Promise<Either<string, Signer>> => {
  try {
    const key = createPrivateKey(await readFile(path));
    return key.asymmetricKeyType === 'ed25519' ? E.right(createSigner(key)) : E.left('--key is not an Ed25519 key.');
  } catch {
    return E.left('--key cannot be read as a private key in PEM without a passphrase.');
  }
};
