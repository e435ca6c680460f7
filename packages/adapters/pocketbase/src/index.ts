export { type PocketbaseClient, type PocketbaseOptions, pocketbaseClient } from './client/client.ts';
export { pocketbaseDeviceEventRegister } from './device-event-register.ts';
export { pocketbaseEraser } from './erasure/eraser.ts';
export { pocketbaseFileStore } from './files/file-store.ts';
export { pocketbaseHealthProbe } from './health-probe.ts';
export { pocketbaseChains, pocketbaseHistories } from './histories.ts';
export { pocketbaseIdempotencyStore } from './idempotency/idempotency-store.ts';
export { pocketbasePolicyRegister } from './policy-register.ts';
export {
  migrationsDir,
  type PocketbaseProcessOptions,
  type RunningPocketbase,
  startPocketbase,
} from './process.ts';
export { pocketbaseProfileStore } from './profiles/profile-store.ts';
export { pocketbaseRecordIndex } from './record-index.ts';
export { inClear } from './rotation/clear-rows.ts';
export { type KeyStatus, keyStatus } from './rotation/key-status.ts';
export type { Progress } from './rotation/part.ts';
export { leftOver, type Rotation, rotateKeys } from './rotation/rotate-keys.ts';
export { checkSchema, type SchemaFault } from './schema/check-schema.ts';
export { type WaitOptions, waitForDatabase } from './schema/wait-for-database.ts';
export { pocketbaseSealing, type Sealing } from './sealing/sealing.ts';
export { pocketbaseServiceKeys, type ServiceKeys, type TextPlace } from './sealing/service-keys.ts';
export { checkKeys } from './sealing/wrapped-keys.ts';
export { pocketbaseSettingsStore } from './settings-store.ts';
export { pocketbaseSightingRegister } from './sightings/sighting-register.ts';
