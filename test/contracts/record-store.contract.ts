import { randomIds } from '@portcullis/adapter-memory';
import {
  accessLogContract,
  clientStoreContract,
  deviceEventClaimsContract,
  duplicateIndexContract,
  eraserContract,
  eventFeedContract,
  fileStoreContract,
  healthProbeContract,
  idempotencyStoreContract,
  ledgerLogContract,
  ledgerReaderContract,
  listStoreContract,
  policyDraftsContract,
  policyRepositoryContract,
  profileListsContract,
  profileStoreContract,
  recordDriverBlobsContract,
  recordDriverContract,
  recordDriverFiltersContract,
  recordDriverUniqueAndReferencesContract,
  recordDriverValuesContract,
  recordScannerContract,
  reviewStoresContract,
  settingsStoreContract,
  staffStoresContract,
  tokenStateStoreContract,
  usageCountersContract,
  webhookStoresContract,
  workCountsContract,
} from '@portcullis/contracts';
import { createRecordStore } from '@portcullis/record-store';
import { maxWrites } from '@portcullis/record-store/driver';
import { anInsert } from '#contracts/builders/driver-rows';
import { aKeyring } from '../support/builders/keyrings.ts';
import type { OpenRecordDatabase } from '../support/records/record-database.ts';
import { mustSucceed } from '../support/run.ts';
import { ambiguousWritesContract } from './ambiguous-writes.contract.ts';
import { contradictingRowsContract } from './contradicting-rows.contract.ts';
import { damagedEntriesContract } from './damaged-entries.contract.ts';
import { encryptionAtRestContract } from './encryption-at-rest.contract.ts';
import { erasedClaimsContract } from './erased-claims.contract.ts';
import { falseAbsenceContract } from './false-absence.contract.ts';
import { feedRowsContract } from './feed-rows.contract.ts';
import { interruptedErasureContract } from './interrupted-erasure.contract.ts';
import { keyRotationContract } from './key-rotation.contract.ts';
import { leasedSweepContract } from './leased-sweep.contract.ts';
import { logRowsContract } from './log-rows.contract.ts';
import { recordedEventsContract } from './recorded-events.contract.ts';
import { sealedClaimsContract } from './sealed-claims.contract.ts';
import { sealedClientsContract } from './sealed-clients.contract.ts';
import { sealedDraftsContract } from './sealed-drafts.contract.ts';
import { sealedEndpointsContract } from './sealed-endpoints.contract.ts';
import { sealedListsContract } from './sealed-lists.contract.ts';
import { sealedRowsContract } from './sealed-rows.contract.ts';
import { sealedStaffContract } from './sealed-staff.contract.ts';
import { searchedColumnsContract } from './searched-columns.contract.ts';
import { serviceKeysContract } from './service-keys.contract.ts';
import { storedResponsesContract } from './stored-responses.contract.ts';
import { unreadableRowsContract } from './unreadable-rows.contract.ts';

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));

type Contract = (name: string, open: OpenRecordDatabase) => void;

const storesOf = (open: OpenRecordDatabase) => async () => createRecordStore((await open()).driver, aKeyring(), ids);

/** The contracts of what each engine does in its own way. */
const driverContracts: readonly Contract[] = [
  (name, open) => recordDriverContract({ describe, it }, name, open),
  (name, open) => recordDriverFiltersContract({ describe, it }, name, open),
  (name, open) => recordDriverUniqueAndReferencesContract({ describe, it }, name, open),
  (name, open) => recordDriverValuesContract({ describe, it }, name, open),
  (name, open) => recordDriverBlobsContract({ describe, it }, name, open),
  ambiguousWritesContract,
  encryptionAtRestContract,
  falseAbsenceContract,
  interruptedErasureContract,
  logRowsContract,
  feedRowsContract,
  (name, open) => ledgerLogContract({ describe, it }, name, storesOf(open)),
  (name, open) => eventFeedContract({ describe, it }, name, storesOf(open)),
];

/** The contracts of what the record store does with the rows of any driver, past its stores. */
const rowContracts: readonly Contract[] = [
  contradictingRowsContract,
  searchedColumnsContract,
  keyRotationContract,
  sealedRowsContract,
  sealedClientsContract,
  sealedListsContract,
  sealedDraftsContract,
  sealedEndpointsContract,
  sealedStaffContract,
  sealedClaimsContract,
  recordedEventsContract,
  serviceKeysContract,
  storedResponsesContract,
  unreadableRowsContract,
  damagedEntriesContract,
];

/** The contracts of the stores of a profile, and of its files. */
const profileContracts = (name: string, open: OpenRecordDatabase): void => {
  const stores = storesOf(open);
  profileStoreContract({ describe, it }, name, stores);
  profileListsContract({ describe, it }, name, stores);
  ledgerReaderContract({ describe, it }, name, stores);
  fileStoreContract({ describe, it }, name, async () => (await stores()).files);
  idempotencyStoreContract({ describe, it }, name, async () => (await stores()).idempotencyKeys);
  eraserContract({ describe, it }, name, async () => {
    const all = await stores();
    return { ...all, keys: all.idempotencyKeys };
  });
};

/** The contracts of the other stores that encrypt. */
const otherStoreContracts = (name: string, open: OpenRecordDatabase): void => {
  const stores = storesOf(open);
  duplicateIndexContract({ describe, it }, name, stores);
  usageCountersContract({ describe, it }, name, stores);
  staffStoresContract({ describe, it }, name, stores);
  webhookStoresContract({ describe, it }, name, stores);
  reviewStoresContract({ describe, it }, name, stores);
  erasedClaimsContract(name, stores);
  clientStoreContract({ describe, it }, name, stores);
  listStoreContract({ describe, it }, name, stores);
  policyDraftsContract({ describe, it }, name, stores);
  accessLogContract({ describe, it }, name, async () => (await stores()).accessLog);
  deviceEventClaimsContract({ describe, it }, name, async () => (await stores()).deviceEventClaims);
  tokenStateStoreContract({ describe, it }, name, async () => (await stores()).tokenStates);
  policyRepositoryContract({ describe, it }, name, async () => (await stores()).policyRepository);
  settingsStoreContract({ describe, it }, name, async (app) => {
    const { driver } = await open();
    const inserts = Object.entries(app).map(([setting, value]) => anInsert('settings', { name: setting, value }));
    for (let at = 0; at < inserts.length; at += maxWrites)
      await mustSucceed(driver.transaction(inserts.slice(at, at + maxWrites)));
    const stores = createRecordStore(driver, aKeyring(), ids);
    await mustSucceed(stores.keys.acceptSettings);
    return stores.settings;
  });
};

/** The contracts of the stores that encrypt nothing. */
const unsealedContracts = (name: string, open: OpenRecordDatabase): void => {
  const stores = storesOf(open);
  recordScannerContract({ describe, it }, name, stores);
  healthProbeContract({ describe, it }, name, async () => (await stores()).healthProbe);
  workCountsContract({ describe, it }, name, stores);
  leasedSweepContract(name, stores);
};

/** Tests a record driver, and every store above it. `open` answers an empty database, before every test. */
export const recordStoreContracts = (name: string, open: OpenRecordDatabase): void => {
  for (const contract of [...driverContracts, ...rowContracts]) contract(name, open);
  for (const contracts of [profileContracts, otherStoreContracts]) contracts(name, open);
  unsealedContracts(name, open);
};

/** Tests a record driver alone. */
export const driverContractsAlone = (name: string, open: OpenRecordDatabase): void => {
  for (const contract of driverContracts) contract(name, open);
};

/**
 * Tests a record driver, and some of the stores above it: they know a driver by its contract alone, and all of them are
 * tried over memory, too.
 */
export const driverAndSomeStoresContracts = (
  name: string,
  open: OpenRecordDatabase,
  above: 'the stores of profiles' | 'the other stores',
): void => {
  driverContractsAlone(name, open);
  const storesAbove = above === 'the stores of profiles' ? profileContracts : otherStoreContracts;
  storesAbove(name, open);
  unsealedContracts(name, open);
};

/** Tests what keeps, reads or removes the bytes of files: where they lie is nothing to the other contracts. */
export const fileContracts = (name: string, open: OpenRecordDatabase): void => {
  recordDriverContract({ describe, it }, name, open);
  recordDriverBlobsContract({ describe, it }, name, open);
  const contracts = [
    encryptionAtRestContract,
    interruptedErasureContract,
    keyRotationContract,
    sealedRowsContract,
    unreadableRowsContract,
  ];
  for (const contract of contracts) contract(name, open);
  profileContracts(name, open);
};
