import { randomFillSync } from 'node:crypto';
import type { IdGenerator } from '@portcullis/domain';
import { newKey } from './encryption/key-wrapping.ts';
import { keyringOf } from './keys/keyring.ts';
import { memoryDriver } from './memory/record-driver.ts';
import { createRecordStore, type RecordStore } from './record-store.ts';

/** Fills an array with random bytes, for the ids of such stores. */
export const fillRandom = (bytes: Uint8Array): Uint8Array => randomFillSync(bytes);

/** All stores in memory, sealed with a key that is lost with the process, as the records are. */
export const memoryStores = (ids: IdGenerator): RecordStore =>
  createRecordStore(memoryDriver(), keyringOf([{ id: 'process', key: newKey() }]), ids);
