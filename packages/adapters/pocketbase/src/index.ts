export { type PocketbaseBackups, pocketbaseBackups } from './backups.ts';
export { type PocketbaseClient, type PocketbaseOptions, pocketbaseClient } from './client/client.ts';
export { closeOrigin, readOrigin } from './data-origin.ts';
export { pocketbaseDriver } from './driver/record-driver.ts';
export { closedIndexes, foreignParts, switchedOffSettings } from './foreign-parts.ts';
export { openRecordStore, type PocketbaseRecordStore, type RecordStoreOptions } from './open-record-store.ts';
export {
  endWithParent,
  freePort,
  migrationsDir,
  type PocketbaseFolder,
  type PocketbaseProcessOptions,
  type RunningPocketbase,
  resolveBinary,
  startPocketbase,
} from './process.ts';
export { checkSchema, type SchemaFault } from './schema/check-schema.ts';
export { waitForDatabase } from './schema/wait-for-database.ts';
