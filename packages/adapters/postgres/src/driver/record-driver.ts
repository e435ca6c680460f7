import type { RecordDriver } from '@portcullis/record-store/driver';
import type { PostgresClient } from '../connection/client.ts';
import { blobsWith } from './blobs.ts';
import { mayHoldCopies, purgeWith } from './purge.ts';
import { readsFrom } from './reads.ts';
import { transactionWith } from './transaction.ts';
import { updateIfIn } from './update-if.ts';

/** The record store's driver for PostgreSQL. Creating it sends nothing. */
export const postgresDriver = (client: PostgresClient): RecordDriver => ({
  transaction: transactionWith(client),
  updateIf: updateIfIn(client),
  ...readsFrom(client),
  ...blobsWith(client),
  mayHoldCopies,
  purge: purgeWith(client),
  connections: client.connections,
  beforeWrites: client.beforeWrites,
});
