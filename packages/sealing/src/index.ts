export { type EncryptionContext as Place, envelopeOverhead as envelopeBytes, open, seal } from './envelope.ts';
export { keyedDigest } from './keyed-digest.ts';
export { type Keyring, type KeyringKey, keyringOf } from './keyring.ts';
export { isSealedText, openBytes, openText, sealBytes, sealText } from './texts.ts';
export {
  deriveKey as derivedKey,
  newKey,
  type UnwrapFailure as UnwrapFault,
  unwrapKey,
  type WrappedKey,
  wrapKey,
} from './wrapping.ts';
