import { memoryDuplicateIndex, memoryProfileStore, memoryRecords, randomIds } from '@portcullis/adapter-memory';
import { duplicateIndexContract } from './duplicate-index.contract.ts';

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));

duplicateIndexContract('memory', async () => {
  const records = memoryRecords();
  return { duplicateIndex: memoryDuplicateIndex(records, ids), profiles: memoryProfileStore(records) };
});
