import { memoryHistories, memoryProfileStore, memoryRecords } from '@portcullis/adapter-memory';
import { pocketbaseHistories, pocketbaseProfileStore } from '@portcullis/adapter-pocketbase';
import { usePocketbase } from '../support/pocketbase.ts';
import { historiesContract } from './histories.contract.ts';
import { profileStoreContract } from './profile-store.contract.ts';

const openMemory = async () => {
  const records = memoryRecords();
  return { profiles: memoryProfileStore(records), histories: memoryHistories(records) };
};

profileStoreContract('memory', openMemory);
historiesContract('memory', openMemory);

describe('over a real PocketBase', function () {
  this.timeout(20_000);
  const database = usePocketbase();

  const openPocketbase = async () => {
    const { client, empty } = database();
    await empty();
    return { profiles: pocketbaseProfileStore(client), histories: pocketbaseHistories(client) };
  };

  profileStoreContract('PocketBase', openPocketbase);
  historiesContract('PocketBase', openPocketbase);
});
