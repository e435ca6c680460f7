export { type PocketbaseClient, type PocketbaseOptions, pocketbaseClient } from './client/client.ts';
export { pocketbaseDeviceEventRegister } from './device-event-register.ts';
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
export { checkSchema, type SchemaFault } from './schema/check-schema.ts';
export { type WaitOptions, waitForDatabase } from './schema/wait-for-database.ts';
export { pocketbaseSealing, type Sealing } from './sealing/sealing.ts';
export { pocketbaseServiceKeys, type ServiceKeys, type TextPlace } from './sealing/service-keys.ts';
export { pocketbaseSettingsStore } from './settings-store.ts';
export { pocketbaseSightingRegister } from './sightings/sighting-register.ts';
