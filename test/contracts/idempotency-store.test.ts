import { memoryIdempotencyStore, memoryRecords } from '@portcullis/adapter-memory';
import { pocketbaseIdempotencyStore } from '@portcullis/adapter-pocketbase';
import { usePocketbase } from '../support/pocketbase.ts';
import { idempotencyStoreContract } from './idempotency-store.contract.ts';

idempotencyStoreContract('memory', async () => memoryIdempotencyStore(memoryRecords()));

describe('keys in a real PocketBase', function () {
  this.timeout(20_000);
  const database = usePocketbase();

  idempotencyStoreContract('PocketBase', async () => {
    await database().empty();
    return pocketbaseIdempotencyStore(database().client);
  });
});
