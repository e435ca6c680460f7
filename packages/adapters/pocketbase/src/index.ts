export { type PocketbaseClient, type PocketbaseOptions, pocketbaseClient } from './client/client.ts';
export { pocketbaseDeviceEventClaims as pocketbaseDeviceEventRegister } from './device-event-register.ts';
export { pocketbaseEraser } from './erasure/eraser.ts';
export { pocketbaseFileStore } from './files/file-store.ts';
export { pocketbaseHealthProbe } from './health-probe.ts';
export {
  pocketbaseChainReader as pocketbaseChains,
  pocketbaseLedgerReader as pocketbaseHistories,
} from './histories.ts';
export { pocketbaseIdempotencyStore } from './idempotency/idempotency-store.ts';
export { pocketbasePolicyRepository as pocketbasePolicyRegister } from './policy-register.ts';
export {
  migrationsDir,
  type PocketbaseProcessOptions,
  type RunningPocketbase,
  startPocketbase,
} from './process.ts';
export { pocketbaseProfileStore } from './profiles/profile-store.ts';
export { pocketbaseRecordScanner as pocketbaseRecordIndex } from './record-index.ts';
export { findPlaintext as inClear } from './rotation/clear-rows.ts';
export { type KeyStatus, keyStatus } from './rotation/key-status.ts';
export type { Progress } from './rotation/part.ts';
export { type Rotation, remainingCount as leftOver, rotateKeys } from './rotation/rotate-keys.ts';
export { checkSchema, type SchemaFault } from './schema/check-schema.ts';
export { type WaitOptions, waitForDatabase } from './schema/wait-for-database.ts';
export { pocketbaseEncryption as pocketbaseSealing, type RecordEncryption as Sealing } from './sealing/sealing.ts';
export { pocketbaseServiceKeys, type ServiceKeys, type TextContext as TextPlace } from './sealing/service-keys.ts';
export { checkKeys } from './sealing/wrapped-keys.ts';
export { pocketbaseSettingsStore } from './settings-store.ts';
export { pocketbaseDuplicateIndex as pocketbaseSightingRegister } from './sightings/sighting-register.ts';
