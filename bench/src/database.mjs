// The record database of a run, and the same reads and writes as the backend's, sent straight to it.
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomIds } from '@portcullis/adapter-memory';
import { migrationsDir, pocketbaseProfileStore, startPocketbase } from '@portcullis/adapter-pocketbase';
import { openProfile, standardPolicy, TE } from '@portcullis/domain';

export const admin = { email: 'bench@portcullis.test', password: 'correct-horse-battery-staple' };

export const startDatabase = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portcullis-bench-'));
  // Also when this process is ended by a signal: PocketBase goes with it, and so must its data.
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const binary = process.env['POCKETBASE_BIN'];
  const running = await startPocketbase({ ...admin, binary, dataDir, migrationsDir });
  return {
    url: running.url,
    pid: running.pid,
    stop: async () => {
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
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
 * The body of the batch by which a new profile is stored, made by the store itself: it is given a client that takes
 * down what it is asked to send.
 */
export const newProfileBatch = (reference, partnerId) => {
  let sent = null;
  const pb = {
    send: (_path, { body }) => {
      sent = body;
    },
  };
  const client = {
    call: (_codec, ask) => {
      ask(pb, {});
      return TE.right([]);
    },
  };
  const opened = openProfile(
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
    new Date().toISOString(),
  );
  pocketbaseProfileStore(client).insert(opened, null);
  if (sent === null) throw new Error('the store sent nothing');
  return JSON.stringify(sent);
};
