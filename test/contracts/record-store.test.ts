import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pocketbaseClient, pocketbaseDriver } from '@portcullis/adapter-pocketbase';
import { withFaults } from '../support/records/driver-faults.ts';
import { slowCalls } from '../support/records/every-call.ts';
import { memoryDatabase, type OpenRecordDatabase, pocketbaseDatabase } from '../support/records/record-database.ts';
import { adminAccount, usePocketbase } from '../support/servers/pocketbase.ts';
import { startStub } from '../support/servers/stub-server.ts';
import { ambiguousWritesContract } from './ambiguous-writes.contract.ts';
import { contradictingRowsContract } from './contradicting-rows.contract.ts';
import { encryptionAtRestContract } from './encryption-at-rest.contract.ts';
import { interruptedErasureContract } from './interrupted-erasure.contract.ts';
import { keyRotationContract } from './key-rotation.contract.ts';
import { recordDriverContract } from './record-driver.contract.ts';
import { serviceKeysContract } from './service-keys.contract.ts';
import { storedResponsesContract } from './stored-responses.contract.ts';
import { unansweredCallsContract } from './unanswered-calls.contract.ts';
import { unreadableRowsContract } from './unreadable-rows.contract.ts';

const contracts: readonly ((name: string, open: OpenRecordDatabase) => void)[] = [
  recordDriverContract,
  ambiguousWritesContract,
  contradictingRowsContract,
  encryptionAtRestContract,
  interruptedErasureContract,
  keyRotationContract,
  serviceKeysContract,
  storedResponsesContract,
  unreadableRowsContract,
];

for (const contract of contracts) contract('memory', memoryDatabase);
unansweredCallsContract('memory', async () => {
  const { driver } = await memoryDatabase();
  return { driver: withFaults(driver, () => 'late'), close: async () => undefined, slowCalls: [] };
});

describe('the record store over a real PocketBase', () => {
  const database = usePocketbase();
  const open: OpenRecordDatabase = async () => {
    await database().empty();
    await rm(join(database().dataDir, 'storage'), { recursive: true, force: true });
    return pocketbaseDatabase(database());
  };
  for (const contract of contracts) contract('PocketBase', open);
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
