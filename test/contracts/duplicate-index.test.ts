import { memoryDuplicateIndex, memoryRecords, randomIds } from '@portcullis/adapter-memory';
import { aKeyring } from '../support/builders/keyrings.ts';
import { storesOver } from '../support/records/stores-over.ts';
import { usePocketbase } from '../support/servers/pocketbase.ts';
import { duplicateIndexContract } from './duplicate-index.contract.ts';

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));

duplicateIndexContract('memory', async () => memoryDuplicateIndex(memoryRecords(), ids));

describe('the duplicate index over a real PocketBase', function () {
  this.timeout(20_000);
  const database = usePocketbase();

  duplicateIndexContract('PocketBase', async () => {
    await database().empty();
    return storesOver(database().client).duplicateIndex;
  });

  duplicateIndexContract('PocketBase, sealed', async () => {
    await database().empty();
    const { client } = database();
    return storesOver(client, aKeyring('a')).duplicateIndex;
  });
});
