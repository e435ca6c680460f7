export {
  type EncryptionContext as Place,
  envelopeOverhead as envelopeBytes,
  open,
  seal,
} from './encryption/envelope.ts';
export {
  deriveKey as derivedKey,
  newKey,
  type UnwrapFailure as UnwrapFault,
  unwrapKey,
  type WrappedKey,
  wrapKey,
} from './encryption/key-wrapping.ts';
export { keyedDigest } from './encryption/keyed-digest.ts';
export { type Keyring, type KeyringKey, keyringOf } from './encryption/keyring.ts';
export { isSealedText, openBytes, openText, sealBytes, sealText } from './encryption/sealed-text.ts';
