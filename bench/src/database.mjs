// The record database of a run, and the same reads and writes as the backend's, sent straight to it.
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomIds } from '@portcullis/adapter-memory';
import { migrationsDir, pocketbaseDriver, resolveBinary, startPocketbase } from '@portcullis/adapter-pocketbase';
import { E, standardPolicy } from '@portcullis/domain';
import { openProfile } from '@portcullis/domain/profile';
import { createRecordStore, keyringOf } from '@portcullis/record-store';
import { memoryDriver } from '@portcullis/record-store/memory';
import { dataKey } from './environment.mjs';
import { watchProcess } from './processes.mjs';

export const admin = { email: 'bench@portcullis.test', password: 'correct-horse-battery-staple' };

/**
 * The folders with data. A signal that ends this process also ends PocketBase, so the data must be removed then, too.
 */
const folders = new Set();
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Starts a PocketBase over a new folder, with the migrations of this build or with those of another one. */
export const startDatabase = async (migrations = migrationsDir) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portcullis-bench-'));
  folders.add(dataDir);
  const binary = process.env['POCKETBASE_BIN'];
  const running = await startPocketbase({ ...admin, binary, dataDir, migrationsDir: migrations });
  const watch = watchProcess('PocketBase', running.exited);
  return {
    url: running.url,
    pid: running.pid,
    dataDir,
    binary: resolveBinary(binary),
    stop: async () => {
      watch.release();
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
      folders.delete(dataDir);
    },
  };
};

export const superuserToken = async (url) => {
  const answer = await fetch(`${url}/api/collections/_superusers/auth-with-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ identity: admin.email, password: admin.password }),
  });
  const { token } = await answer.json();
  if (typeof token !== 'string') throw new Error(`PocketBase refused its superuser: ${answer.status}`);
  return token;
};

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));
const policy = standardPolicy({ livenessThreshold: 75, specimens: false });

/**
 * A client of the store that records every batch and sends nothing. It throws for any other call, because a batch that
 * depends on a response of the database cannot be made without one.
 */
const recordingClient = () => {
  const sent = [];
  const client = {
    connections: () => 0,
    beforeWrites: () => undefined,
    // A task begins when it is run, as with the real client.
    send: (_codec, request) => async () => {
      const { method, path, body } = request();
      if (method !== 'POST' || path !== '/api/batch') throw new Error(`the store sent ${method} ${path}, and no batch`);
      sent.push(body);
      return E.right([]);
    },
  };
  return { sent, client };
};

/** A profile as `POST /api/profiles/create` opens it. */
const newProfile = (reference, partnerId, at) =>
  openProfile(
    policy,
    {
      id: ids.id(),
      tenant: { partnerId, teamId: null },
      reference,
      claimed: {},
      language: 'en',
      metadata: {},
      redirectUrl: null,
      salt: ids.salt(),
      scenario: null,
      previousProfileId: null,
    },
    { type: 'machine', id: 'bench' },
    at,
  );

/** The body of the batch by which a new profile is stored, made by the store itself. */
export const newProfileBatch = async (reference, partnerId, at = new Date().toISOString()) => {
  const { sent, client } = recordingClient();
  // The store returns a task: nothing is made and nothing is sent until it is run.
  const memory = memoryDriver();
  const sending = pocketbaseDriver(client);
  const isOfKeys = (writes) => writes.some(({ table }) => table === 'service_keys');
  const driver = {
    ...memory,
    transaction: (writes, options) => (isOfKeys(writes) ? memory : sending).transaction(writes, options),
  };
  const keyring = keyringOf([dataKey]);
  const { profiles } = createRecordStore(driver, keyring, ids);
  const stored = await profiles.insert(newProfile(reference, partnerId, at), null)();
  if (E.isLeft(stored)) throw new Error(`the store refused a new profile: ${JSON.stringify(stored.left)}`);
  if (sent.length !== 1) throw new Error(`the store sent ${sent.length} batches for a new profile, and not one`);
  return JSON.stringify(sent[0]);
};
