import { memoryIdempotencyStore, memoryRecords } from '@portcullis/adapter-memory';
import type { Keyring } from '@portcullis/record-store';
import { aKeyring } from '../support/builders/keyrings.ts';
import { storesOver } from '../support/records/stores-over.ts';
import { usePocketbase } from '../support/servers/pocketbase.ts';
import { idempotencyStoreContract } from './idempotency-store.contract.ts';

idempotencyStoreContract('memory', async () => memoryIdempotencyStore(memoryRecords()));

describe('the idempotency store over a real PocketBase', function () {
  this.timeout(20_000);
  const database = usePocketbase();

  const openWith = (keyring: Keyring | null) => async () => {
    await database().empty();
    const { client } = database();
    return storesOver(client, keyring).idempotencyKeys;
  };

  idempotencyStoreContract('PocketBase', openWith(null));
  idempotencyStoreContract('PocketBase, sealed', openWith(aKeyring('a')));
});
