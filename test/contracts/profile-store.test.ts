import { memoryLedgerReader, memoryProfileStore, memoryRecords } from '@portcullis/adapter-memory';
import type { Keyring } from '@portcullis/record-store';
import { aKeyring } from '../support/builders/keyrings.ts';
import { storesOver } from '../support/records/stores-over.ts';
import { usePocketbase } from '../support/servers/pocketbase.ts';
import { ledgerReaderContract } from './ledger-reader.contract.ts';
import { profileStoreContract } from './profile-store.contract.ts';

const openMemory = async () => {
  const records = memoryRecords();
  return { profiles: memoryProfileStore(records), ledgerReader: memoryLedgerReader(records) };
};

profileStoreContract('memory', openMemory);
ledgerReaderContract('memory', openMemory);

describe('the profile store over a real PocketBase', function () {
  this.timeout(20_000);
  const database = usePocketbase();

  const openWith = (keyring: Keyring | null) => async () => {
    const { client, empty } = database();
    await empty();
    const stores = storesOver(client, keyring);
    return { profiles: stores.profiles, ledgerReader: stores.ledgerReader };
  };

  profileStoreContract('PocketBase', openWith(null));
  ledgerReaderContract('PocketBase', openWith(null));
  profileStoreContract('PocketBase, sealed', openWith(aKeyring('a')));
  ledgerReaderContract('PocketBase, sealed', openWith(aKeyring('a')));
});
