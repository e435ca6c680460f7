import { memoryHistories, memoryProfileStore, memoryRecords } from '@portcullis/adapter-memory';
import { historiesContract } from './histories.contract.ts';
import { profileStoreContract } from './profile-store.contract.ts';

const openMemory = async () => {
  const records = memoryRecords();
  return { profiles: memoryProfileStore(records), histories: memoryHistories(records) };
};

profileStoreContract('memory', openMemory);
historiesContract('memory', openMemory);
