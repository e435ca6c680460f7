import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { HeadSigner } from '@portcullis/events/ports';

/** Signs heads of the log with an Ed25519 key (RFC 8032). The public key is SPKI in DER (RFC 8410), in base64. */
export const ed25519HeadSigner = (key: KeyObject): HeadSigner => {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  return {
    publicKey,
    sign: (text) => ({ publicKey, value: sign(null, Buffer.from(text), key).toString('base64') }),
  };
};
