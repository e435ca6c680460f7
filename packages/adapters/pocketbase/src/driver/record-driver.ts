import type { RecordDriver } from '@portcullis/record-store/driver';
import type { PocketbaseClient } from '../client/client.ts';
import { blobsWith } from './blobs.ts';
import { distinctIn } from './distinct.ts';
import { entriesWithoutPlaceIn, updateIfIn } from './place-entries.ts';
import { isAmongFirstRows, purgeDatabase } from './purge-database.ts';
import { countIn, getFrom, pageFrom } from './reads.ts';
import { removeBlobsFrom } from './remove-blobs.ts';
import { sizeOf } from './size.ts';
import { transactionWith } from './transaction.ts';

/** The record store's driver for PocketBase. Creating it sends nothing. */
export const pocketbaseDriver = (client: PocketbaseClient): RecordDriver => ({
  transaction: transactionWith(client),
  updateIf: updateIfIn(client),
  entriesWithoutPlace: entriesWithoutPlaceIn(client),
  get: getFrom(client),
  page: pageFrom(client),
  count: countIn(client),
  distinct: distinctIn(client),
  ...blobsWith(client),
  removeBlobs: removeBlobsFrom(client),
  mayHoldCopies: (table, id) => isAmongFirstRows(client, table, id),
  purge: (rewrite, attempts) => purgeDatabase(client, rewrite, attempts),
  size: sizeOf(client),
  connections: client.connections,
  beforeWrites: client.beforeWrites,
});
