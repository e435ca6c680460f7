import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

/**
 * Signs with Ed25519 (RFC 8032): 64 bytes. The fingerprint is the SHA-256 of the public key in DER (SPKI, RFC 8410).
 */
export type Signer = {
  readonly publicPem: string;
  readonly fingerprint: string;
  readonly sign: (bytes: Uint8Array) => Uint8Array;
};

/** Makes a signer of an Ed25519 private key. */
export const signerFromKey = (key: KeyObject): Signer => {
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
  signerFromKey(createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' }));
