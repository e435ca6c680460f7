export {
  type EncryptionContext,
  envelopeOverhead,
  open,
  seal,
} from './encryption/envelope.ts';
export {
  deriveKey,
  newKey,
  type UnwrapFailure,
  unwrapKey,
  type WrappedKey,
  wrapKey,
} from './encryption/key-wrapping.ts';
export { keyedDigest } from './encryption/keyed-digest.ts';
export { type Keyring, type KeyringKey, keyringOf } from './encryption/keyring.ts';
export { isSealedText, openBytes, openText, sealBytes, sealText } from './encryption/sealed-text.ts';
