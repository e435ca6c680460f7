import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { HeadSigner } from '@portcullis/events/ports';

/** Signs with a key that is made for the test; `fingerprint` is the SHA-256 of its public key. */
export const aHeadSigner = (
  key: KeyObject = generateKeyPairSync('ed25519').privateKey,
): HeadSigner & { readonly fingerprint: string } => {
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const publicKey = der.toString('base64');
  return {
    publicKey,
    sign: (text) => ({ publicKey, value: sign(null, Buffer.from(text), key).toString('base64') }),
    fingerprint: createHash('sha256').update(der).digest('hex'),
  };
};
