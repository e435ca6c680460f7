import { memoryLedgerReader, memoryProfileStore, memoryRecords } from '@portcullis/adapter-memory';
import { pocketbaseEncryption, pocketbaseLedgerReader, pocketbaseProfileStore } from '@portcullis/adapter-pocketbase';
import type { Keyring } from '@portcullis/record-store';
import { aKeyring } from '../support/builders/keyrings.ts';
import { usePocketbase } from '../support/servers/pocketbase.ts';
import { ledgerReaderContract } from './ledger-reader.contract.ts';
import { profileStoreContract } from './profile-store.contract.ts';

const openMemory = async () => {
  const records = memoryRecords();
  return { profiles: memoryProfileStore(records), ledgerReader: memoryLedgerReader(records) };
};

profileStoreContract('memory', openMemory);
ledgerReaderContract('memory', openMemory);

describe('over a real PocketBase', function () {
  this.timeout(20_000);
  const database = usePocketbase();

  const openWith = (keyring: Keyring | null) => async () => {
    const { client, empty } = database();
    await empty();
    const sealing = pocketbaseEncryption(client, keyring);
    return { profiles: pocketbaseProfileStore(client, sealing), ledgerReader: pocketbaseLedgerReader(client, sealing) };
  };

  profileStoreContract('PocketBase', openWith(null));
  ledgerReaderContract('PocketBase', openWith(null));
  profileStoreContract('PocketBase, sealed', openWith(aKeyring('a')));
  ledgerReaderContract('PocketBase, sealed', openWith(aKeyring('a')));
});
