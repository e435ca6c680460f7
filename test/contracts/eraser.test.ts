import {
  memoryDuplicateIndex,
  memoryEraser,
  memoryFileStore,
  memoryIdempotencyStore,
  memoryLedgerReader,
  memoryProfileStore,
  memoryRecords,
  randomIds,
} from '@portcullis/adapter-memory';
import { eraserContract } from './eraser.contract.ts';

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));

eraserContract('memory', async () => {
  const records = memoryRecords();
  return {
    eraser: memoryEraser(records),
    profiles: memoryProfileStore(records),
    ledgerReader: memoryLedgerReader(records),
    files: memoryFileStore(records),
    keys: memoryIdempotencyStore(records),
    duplicateIndex: memoryDuplicateIndex(records, ids),
  };
});
