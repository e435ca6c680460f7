/** Evidence packs, as `@portcullis/app/evidence`: the service sends them as one file, and a command writes folders. */
export { exportEvidence } from './evidence/export-evidence.ts';
export { prettyJson } from './evidence/pack-documents.ts';
export * from './evidence/pack-files.ts';
export { packScript } from './evidence/pack-scripts.ts';
export { type Signer, signerFromKey, signerFromSeed } from './evidence/signer.ts';
