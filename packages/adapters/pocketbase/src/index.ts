export { type PocketbaseBackup, pocketbaseBackup } from './backups.ts';
export { type PocketbaseClient, type PocketbaseOptions, pocketbaseClient } from './client/client.ts';
export { pocketbaseDriver } from './driver/record-driver.ts';
export { openRecordStore, type PocketbaseRecordStore, type RecordStoreOptions } from './open-record-store.ts';
export {
  endWithParent,
  freePort,
  migrationsDir,
  type PocketbaseProcessOptions,
  type RunningPocketbase,
  resolveBinary,
  startPocketbase,
} from './process.ts';
export { checkLimits, checkSchema, type SchemaFault } from './schema/check-schema.ts';
export { waitForDatabase } from './schema/wait-for-database.ts';
