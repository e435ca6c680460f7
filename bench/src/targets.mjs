// What is measured, and what each is measured against.

import { exchange, newConnection } from './client/exchange.mjs';
import {
  consentRequest,
  createRequest,
  fullCreateRequest,
  healthRequest,
  listRequest,
  nextReference,
  readRequest,
  tokenRequest,
} from './client/requests.mjs';
import { newProfileBatch } from './database.mjs';
import { batchShape, idleMs, startRecorder, statementText } from './recorder.mjs';
import { startService } from './start-service.mjs';
import { withCleanup } from './with-cleanup.mjs';

/** Bodies that are made before they are sent, because making one costs more than sending it. */
const bodyPool = (make) => {
  const ready = [];
  return {
    prepare: async (count) => {
      while (ready.length < count) ready.push(await make());
    },
    bodies: () => {
      const body = ready.pop();
      if (body === undefined) throw new Error('a round took more bodies than were made for it');
      return body;
    },
  };
};

/** A profile as it is after the person's first step, to be read again and again. */
const newProfileId = async (agent, url, token) => {
  const created = await exchange(agent, fullCreateRequest(url, token));
  const { id } = created.json().profile;
  await exchange(agent, consentRequest(url, token, id));
  return id;
};

/** The one read that the service sends to its database for a request. */
const recordRead = async (recorder, agent, request) => {
  const sent = await recorder.mostFrequent(() => exchange(agent, request));
  if (sent.length !== 1 || sent[0].method !== 'GET')
    throw new Error(`${request.url} is answered with more than one read: ${sent.map(statementText).join('; ')}`);
  return sent[0];
};

/**
 * The service is compared with the requests that it sends itself: the reads that a recorder has recorded, and a batch of
 * the recorded shape. So each release is compared with its own requests.
 */
const recordStatements = (service) =>
  withCleanup(async (use) => {
    const recorder = use(await startRecorder(service.database.url));
    const recordedService = await startService(use, { database: { ...service.database, url: recorder.url } });
    const { url } = recordedService.backend;
    const agent = newConnection();
    use({ stop: () => agent.destroy() });
    await recorder.ignoreBackground(idleMs);
    const profileId = await newProfileId(agent, url, recordedService.token);
    const health = await recordRead(recorder, agent, healthRequest(url, recordedService.token));
    const read = await recordRead(recorder, agent, readRequest(url, recordedService.token, profileId));
    const created = await recorder.mostFrequent(() => exchange(agent, createRequest(url, recordedService.token)));
    const batch = created.find(({ writes }) => writes.length > 0);
    const { requests } = JSON.parse(await newProfileBatch(nextReference(), 'bench'));
    const [sentShape, probeShape] = [batchShape(batch?.writes ?? []), batchShape(requests)];
    if (sentShape !== probeShape)
      throw new Error(
        `the service creates a profile by another batch than the probe:\n${sentShape}\nand not\n${probeShape}`,
      );
    return { profileId, health, read };
  });

/**
 * Groups of targets; the first of a group is ours, the others are its limits. The token-checked route without the database
 * is a list whose `limit` is out of range: the token is verified, its scope checked and the query decoded, then it is
 * refused (400) before anything is read. Every route that answers 200 reads the database.
 */
export const groupsFor = async ({ koa, ...service }) => {
  const { backend, database, client, superuser, token } = service;
  const { profileId, health, read } = await recordStatements(service);
  const asSuperuser = { Authorization: superuser };
  const bare = { name: 'bare Koa GET', pid: koa.pid, url: `${koa.url}/`, expect: 200 };
  const create = createRequest(backend.url, token);
  const creates = bodyPool(() => createRequest(backend.url, token).body);
  const batches = bodyPool(() => newProfileBatch(nextReference(), 'bench'));
  return {
    checked: [
      {
        name: 'GET /api/profiles?limit=0 (token checked, refused)',
        pid: backend.pid,
        ...listRequest(backend.url, token, { limit: '0' }),
        expect: 400,
      },
      bare,
    ],
    health: [
      { name: 'GET /', pid: backend.pid, ...healthRequest(backend.url, token) },
      bare,
      {
        name: 'PocketBase, the same read',
        pid: database.pid,
        url: `${database.url}${health.path}`,
        headers: asSuperuser,
        expect: 200,
      },
    ],
    read: [
      {
        name: 'GET /api/profiles/:id',
        pid: backend.pid,
        ...readRequest(backend.url, token, profileId),
      },
      {
        name: 'PocketBase, the same record',
        pid: database.pid,
        url: `${database.url}${read.path}`,
        headers: asSuperuser,
        expect: 200,
      },
    ],
    create: [
      {
        name: 'POST /api/profiles/create',
        pid: backend.pid,
        ...create,
        ...creates,
      },
      {
        name: 'PocketBase, the same batch',
        pid: database.pid,
        url: `${database.url}/api/batch`,
        method: 'POST',
        headers: { ...asSuperuser, 'Content-Type': 'application/json' },
        expect: 200,
        ...batches,
      },
    ],
    token: [
      {
        name: 'POST /api/auth/token',
        pid: backend.pid,
        ...tokenRequest(backend.url, client),
      },
      {
        name: 'bare Koa POST, JSON read',
        pid: koa.pid,
        ...tokenRequest(koa.url, client),
        url: `${koa.url}/token`,
      },
    ],
  };
};
