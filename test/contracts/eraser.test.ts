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
import type { Keyring } from '@portcullis/record-store';
import { aKeyring } from '../support/builders/keyrings.ts';
import { storesOver } from '../support/records/stores-over.ts';
import { usePocketbase } from '../support/servers/pocketbase.ts';
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

describe('the eraser over a real PocketBase', function () {
  this.timeout(20_000);
  const database = usePocketbase();

  const openWith = (keyring: Keyring | null) => async () => {
    const { client, empty } = database();
    await empty();
    const stores = storesOver(client, keyring);
    return {
      eraser: stores.eraser,
      profiles: stores.profiles,
      ledgerReader: stores.ledgerReader,
      files: stores.files,
      keys: stores.idempotencyKeys,
      duplicateIndex: stores.duplicateIndex,
    };
  };

  eraserContract('PocketBase', openWith(null));
  eraserContract('PocketBase, sealed', openWith(aKeyring('a')));
});
