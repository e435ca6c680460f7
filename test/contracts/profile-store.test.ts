import { memoryLedgerReader, memoryProfileStore, memoryRecords } from '@portcullis/adapter-memory';
import { ledgerReaderContract } from './ledger-reader.contract.ts';
import { profileListsContract } from './profile-lists.contract.ts';
import { profileStoreContract } from './profile-store.contract.ts';

const openMemory = async () => {
  const records = memoryRecords();
  return { profiles: memoryProfileStore(records), ledgerReader: memoryLedgerReader(records) };
};

profileStoreContract('memory', openMemory);
profileListsContract('memory', openMemory);
ledgerReaderContract('memory', openMemory);
