export { envelopeBytes, open, type Place, seal } from './envelope.ts';
export { keyedDigest } from './keyed-digest.ts';
export { type Keyring, type KeyringKey, keyringOf } from './keyring.ts';
export { isSealedText, openBytes, openText, sealBytes, sealText } from './texts.ts';
export { derivedKey, newKey, type UnwrapFault, unwrapKey, type WrappedKey, wrapKey } from './wrapping.ts';
