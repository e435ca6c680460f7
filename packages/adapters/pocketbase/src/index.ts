export { type PocketbaseClient, type PocketbaseOptions, pocketbaseClient } from './client/client.ts';
export { pocketbaseDuplicateIndex } from './duplicate-index/duplicate-index.ts';
export {
  pocketbaseEncryption,
  type RecordEncryption,
} from './encryption/record-encryption.ts';
export { pocketbaseServiceKeys, type ServiceKeys, type TextContext } from './encryption/service-keys.ts';
export { checkKeys } from './encryption/wrapped-keys.ts';
export { pocketbaseEraser } from './erasure/eraser.ts';
export {
  migrationsDir,
  type PocketbaseProcessOptions,
  type RunningPocketbase,
  startPocketbase,
} from './process.ts';
export { pocketbaseProfileStore } from './profiles/profile-store.ts';
export { type KeyStatus, keyStatus } from './rotation/key-status.ts';
export { findPlaintext } from './rotation/plaintext-rows.ts';
export { type Rotation, remainingCount, rotateKeys } from './rotation/rotate-keys.ts';
export type { Progress } from './rotation/rotation-part.ts';
export { checkSchema, type SchemaFault } from './schema/check-schema.ts';
export { type WaitOptions, waitForDatabase } from './schema/wait-for-database.ts';
export { pocketbaseDeviceEventClaims } from './stores/device-event-claims.ts';
export { pocketbaseFileStore } from './stores/file-store.ts';
export { pocketbaseHealthProbe } from './stores/health-probe.ts';
export { pocketbaseIdempotencyStore } from './stores/idempotency-store.ts';
export {
  pocketbaseChainReader,
  pocketbaseLedgerReader,
} from './stores/ledger-reader.ts';
export { pocketbasePolicyRepository } from './stores/policy-repository.ts';
export { pocketbaseRecordScanner } from './stores/record-scanner.ts';
export { pocketbaseSettingsStore } from './stores/settings-store.ts';
