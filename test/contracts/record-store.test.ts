import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pocketbaseClient, pocketbaseDriver } from '@portcullis/adapter-pocketbase';
import { isFullEffort } from '../support/effort.ts';
import { withFaults } from '../support/records/driver-faults.ts';
import { slowCalls } from '../support/records/every-call.ts';
import { memoryDatabase, objectsDatabase, pocketbaseDatabase } from '../support/records/record-database.ts';
import { adminAccount, usePocketbase } from '../support/servers/pocketbase.ts';
import { startStub } from '../support/servers/stub-server.ts';
import { driverAndSomeStoresContracts, fileContracts, recordStoreContracts } from './record-store.contract.ts';
import { unansweredCallsContract } from './unanswered-calls.contract.ts';

recordStoreContracts('memory', memoryDatabase);
const overObjects = isFullEffort ? recordStoreContracts : fileContracts;
overObjects('memory with an object store', objectsDatabase);
unansweredCallsContract('memory', async () => {
  const { driver } = await memoryDatabase();
  return { driver: withFaults(driver, () => 'late'), close: async () => undefined, slowCalls: [] };
});

describe('the record store over a real PocketBase', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  const open = async () => {
    await database().empty();
    await rm(join(database().dataDir, 'storage'), { recursive: true, force: true });
    return pocketbaseDatabase(database());
  };
  if (isFullEffort) recordStoreContracts('PocketBase', open);
  else driverAndSomeStoresContracts('PocketBase', open, 'the stores of profiles');
});

unansweredCallsContract('PocketBase', async () => {
  const stub = await startStub((request, response) => {
    if (!request.url?.endsWith('/auth-with-password')) return;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ token: 'a-token', record: { id: 'x' } }));
  });
  const client = pocketbaseClient({ ...adminAccount, url: stub.url, deadlineMs: 300, fileDeadlineMs: 300 });
  return { driver: pocketbaseDriver(client), close: () => stub.close(), slowCalls };
});
