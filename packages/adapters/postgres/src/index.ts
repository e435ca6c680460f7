export { type PostgresClient, postgresClient } from './connection/client.ts';
export type { PostgresOptions } from './connection/options.ts';
export { postgresDriver } from './driver/record-driver.ts';
export { openPostgresStore, type PostgresRecordStore, type PostgresRecordStoreOptions } from './open-record-store.ts';
export {
  checkRights,
  checkSchema,
  type FoundSchema,
  readSchema,
  type SchemaFault,
} from './schema/check-schema.ts';
export { type FoundTables, foundTables } from './schema/found-tables.ts';
export { migrate } from './schema/migrate.ts';
