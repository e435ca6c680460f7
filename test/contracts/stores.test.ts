import {
  memoryAccessLog,
  memoryClock,
  memoryDeviceEventClaims,
  memoryFileStore,
  memoryHealthProbe,
  memoryPolicyRepository,
  memoryProfileStore,
  memoryRecords,
  memorySettingsStore,
  memoryStaffDirectory,
  memoryStaffSessions,
  memoryTokenStateStore,
  memoryUsageCounters,
  randomIds,
  systemClock,
} from '@portcullis/adapter-memory';
import { accessLogContract } from './access-log.contract.ts';
import { clockContract } from './clock.contract.ts';
import { deviceEventClaimsContract } from './device-event-claims.contract.ts';
import { fileStoreContract } from './file-store.contract.ts';
import { healthProbeContract } from './health-probe.contract.ts';
import { idsContract } from './id-generator.contract.ts';
import { policyRepositoryContract } from './policy-repository.contract.ts';
import { settingsStoreContract } from './settings-store.contract.ts';
import { staffStoresContract } from './staff-stores.contract.ts';
import { tokenStateStoreContract } from './token-state-store.contract.ts';
import { usageCountersContract } from './usage-counters.contract.ts';

tokenStateStoreContract('memory', async () => memoryTokenStateStore(memoryRecords()));
staffStoresContract('memory', async () => ({
  staffDirectory: memoryStaffDirectory(),
  staffSessions: memoryStaffSessions(),
}));
accessLogContract('memory', async () => memoryAccessLog());
deviceEventClaimsContract('memory', async () => memoryDeviceEventClaims(memoryRecords()));
policyRepositoryContract('memory', async () => memoryPolicyRepository());
fileStoreContract('memory', async () => memoryFileStore());
settingsStoreContract('memory', async (app) => memorySettingsStore(app));
usageCountersContract('memory', async () => {
  const records = memoryRecords();
  return { profiles: memoryProfileStore(records), usageCounters: memoryUsageCounters(records) };
});
healthProbeContract('memory', async () => memoryHealthProbe());
clockContract('memory', () => memoryClock(Date.parse('2026-05-01T10:00:00.000Z')));
clockContract('system', () => systemClock);
idsContract('random', () => randomIds((bytes) => crypto.getRandomValues(bytes)));
