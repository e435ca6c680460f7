import { randomIds } from '@portcullis/adapter-memory';
import { createRecordStore, type Keyring } from '@portcullis/record-store';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { memoryDriver, memoryTables } from '@portcullis/record-store/memory';
import { aKeyring } from '../support/builders/keyrings.ts';
import { mustSucceed } from '../support/run.ts';
import { deviceEventClaimsContract } from './device-event-claims.contract.ts';
import { duplicateIndexContract } from './duplicate-index.contract.ts';
import { eraserContract } from './eraser.contract.ts';
import { fileStoreContract } from './file-store.contract.ts';
import { healthProbeContract } from './health-probe.contract.ts';
import { idempotencyStoreContract } from './idempotency-store.contract.ts';
import { ledgerReaderContract } from './ledger-reader.contract.ts';
import { policyRepositoryContract } from './policy-repository.contract.ts';
import { profileStoreContract } from './profile-store.contract.ts';
import { recordScannerContract } from './record-scanner.contract.ts';
import { settingsStoreContract } from './settings-store.contract.ts';

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));

const openWith = (keyring: Keyring | null, driver: RecordDriver = memoryDriver(memoryTables())) => {
  const stores = createRecordStore(driver, keyring, ids);
  return { ...stores, keys: stores.idempotencyKeys, index: stores.recordScanner };
};

for (const [name, keyring] of [
  ['the record store in memory', null],
  ['the record store in memory, sealed', aKeyring('a')],
] as const) {
  profileStoreContract(name, async () => openWith(keyring));
  ledgerReaderContract(name, async () => openWith(keyring));
  fileStoreContract(name, async () => openWith(keyring).files);
  idempotencyStoreContract(name, async () => openWith(keyring).idempotencyKeys);
  duplicateIndexContract(name, async () => openWith(keyring).duplicateIndex);
  eraserContract(name, async () => openWith(keyring));
  recordScannerContract(name, async () => openWith(keyring));
  deviceEventClaimsContract(name, async () => openWith(keyring).deviceEventClaims);
  policyRepositoryContract(name, async () => openWith(keyring).policyRepository);
  healthProbeContract(name, async () => openWith(keyring).healthProbe);
  settingsStoreContract(name, async (app) => {
    const driver = memoryDriver(memoryTables());
    for (const [setting, value] of Object.entries(app)) {
      await mustSucceed(driver.transaction([{ kind: 'insert', table: 'settings', row: { name: setting, value } }]));
    }
    return openWith(keyring, driver).settings;
  });
}
