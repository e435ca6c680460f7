import {
  memoryClock,
  memoryDeviceEventClaims,
  memoryFileStore,
  memoryHealthProbe,
  memoryPolicyRepository,
  memoryRecords,
  memorySettingsStore,
  randomIds,
  systemClock,
} from '@portcullis/adapter-memory';
import { aKeyring } from '../support/builders/keyrings.ts';
import { storesOver } from '../support/records/stores-over.ts';
import { usePocketbase } from '../support/servers/pocketbase.ts';
import { clockContract } from './clock.contract.ts';
import { deviceEventClaimsContract } from './device-event-claims.contract.ts';
import { fileStoreContract } from './file-store.contract.ts';
import { healthProbeContract } from './health-probe.contract.ts';
import { idsContract } from './id-generator.contract.ts';
import { policyRepositoryContract } from './policy-repository.contract.ts';
import { settingsStoreContract } from './settings-store.contract.ts';

deviceEventClaimsContract('memory', async () => memoryDeviceEventClaims(memoryRecords()));
policyRepositoryContract('memory', async () => memoryPolicyRepository());
fileStoreContract('memory', async () => memoryFileStore());
settingsStoreContract('memory', async (app) => memorySettingsStore(app));
healthProbeContract('memory', async () => memoryHealthProbe());
clockContract('memory', () => memoryClock(Date.parse('2026-05-01T10:00:00.000Z')));
clockContract('system', () => systemClock);
idsContract('random', () => randomIds((bytes) => crypto.getRandomValues(bytes)));

describe('the smaller stores over a real PocketBase', function () {
  this.timeout(20_000);
  const database = usePocketbase();

  deviceEventClaimsContract('PocketBase', async () => {
    await database().empty();
    return storesOver(database().client).deviceEventClaims;
  });

  policyRepositoryContract('PocketBase', async () => {
    await database().empty();
    return storesOver(database().client).policyRepository;
  });

  fileStoreContract('PocketBase', async () => {
    await database().empty();
    return storesOver(database().client).files;
  });

  fileStoreContract('PocketBase, sealed', async () => {
    await database().empty();
    const { client } = database();
    return storesOver(client, aKeyring('a')).files;
  });

  settingsStoreContract('PocketBase', async (app) => {
    const { admin, client, empty } = database();
    await empty();
    // A json column parses texts, so every value is written as its own JSON text, as the dashboard does.
    for (const [name, value] of Object.entries(app)) {
      await admin.collection('settings').create({ name, value: JSON.stringify(value) });
    }
    return storesOver(client).settings;
  });

  healthProbeContract('PocketBase', async () => storesOver(database().client).healthProbe);
});
