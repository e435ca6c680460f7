import { memoryDuplicateIndex, memoryRecords, randomIds } from '@portcullis/adapter-memory';
import { duplicateIndexContract } from './duplicate-index.contract.ts';

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));

duplicateIndexContract('memory', async () => memoryDuplicateIndex(memoryRecords(), ids));
