export { type PocketbaseBackup, pocketbaseBackup } from './backups.ts';
export { pocketbaseClient } from './client/client.ts';
export { pocketbaseDriver } from './driver/record-driver.ts';
export { openRecordStore, type PocketbaseRecordStore } from './open-record-store.ts';
export { endWithParent, freePort, migrationsDir, resolveBinary, startPocketbase } from './process.ts';
export type { SchemaFault } from './schema/check-schema.ts';
