import { openRecordStore, type PocketbaseRecordStore } from '@portcullis/adapter-pocketbase';
import { openPostgresStore, type PostgresRecordStore } from '@portcullis/adapter-postgres';
import type { IdGenerator } from '@portcullis/domain';
import type { Keyring } from '@portcullis/record-store';
import type { ObjectStore } from '@portcullis/record-store/driver';
import { namesPostgres } from '../config/codecs/values.ts';

/** The options of the record database of either engine. */
type RecordDatabaseOptions = {
  readonly url: string;
  /** The account of a PocketBase. A PostgreSQL has it in its address. */
  readonly email: string;
  readonly password: string;
  readonly keyring: Keyring;
  readonly installation: string | null;
  readonly ids: IdGenerator;
  /** Where the bytes of new files are kept; `null`: in the database. */
  readonly objects: ObjectStore | null;
};

/** The stores of a record database, its schema and its clock, whichever engine it has. */
export type RecordDatabase = PocketbaseRecordStore | PostgresRecordStore;

/** Opens the record database at an address: a PostgreSQL for `postgres://`, and else a PocketBase. Nothing is sent. */
export const openRecordDatabase = (options: RecordDatabaseOptions): RecordDatabase =>
  namesPostgres(options.url) ? openPostgresStore(options) : openRecordStore(options);
