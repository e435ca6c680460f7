/** Evidence packs, as `@portcullis/app/evidence`: the service sends them as one file, and a command writes folders. */
export { prettyJson } from './evidence/pack-documents.ts';
export { isPackAbort, type Packed, type PackFailure, type PackSources, packFiles } from './evidence/pack-files.ts';
export { packScript } from './evidence/pack-scripts.ts';
export { type Signer, signerFromKey, signerFromSeed } from './evidence/signer.ts';
