export { type PostgresClient, postgresClient } from './connection/client.ts';
export { postgresDriver } from './driver/record-driver.ts';
export { openPostgresStore, type PostgresRecordStore } from './open-record-store.ts';
export { foundTables } from './schema/found-tables.ts';
export { migrate } from './schema/migrate.ts';
