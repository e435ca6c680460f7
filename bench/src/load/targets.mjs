// What is measured, and what each is measured against.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchange, newConnection } from '../client/exchange.mjs';
import { newProfiles } from '../client/person.mjs';
import {
  createRequest,
  fullCreateRequest,
  healthRequest,
  listRequest,
  nextReference,
  readRequest,
  tokenRequest,
} from '../client/requests.mjs';
import { newProfileBatch } from '../database.mjs';
import { batchShape, idleMs, startRecorder, statementText } from '../recorder.mjs';
import { startService } from '../start-service.mjs';
import { withCleanup } from '../with-cleanup.mjs';

const koaTarget = ({ pid, url }) => ({ name: 'bare Koa GET', pid, core: 0, url: `${url}/`, expect: 200 });

/** What a service is started with so that `limited` is: the links of a profile may ask once a minute. */
export const limitedLinks = { LIMIT_FLOW_PER_MINUTE: '1' };

/** Bodies that are made before they are sent, because making one costs more than sending it. */
const bodyPool = (make) => {
  const ready = [];
  return {
    prepare: async (count) => {
      while (ready.length < count) ready.push(await make());
    },
    bodies: () => ready.pop(),
  };
};

/** The token of the link of a new profile, and its id. */
const newLink = async ({ url, token }) => {
  const agent = newConnection();
  const created = (await exchange(agent, fullCreateRequest(url, token))).json();
  agent.destroy();
  return { id: created.profile.id, flowToken: created.flow_token };
};

/** Tokens of the form of a valid one, whose signatures are all wrong, and none of which is sent often. */
const forgedTokens = (token) => {
  const signed = token.slice(0, token.lastIndexOf('.'));
  return Array.from({ length: 2000 }, () => ({
    headers: { Authorization: `Bearer ${signed}.${randomBytes(32).toString('base64url')}` },
  }));
};

/** Waits until a window of the limit is in force that does not end before a round of so many seconds does. */
const limitInForce = (request) => async (_count, seconds) => {
  const agent = newConnection();
  try {
    for (;;) {
      const remaining = await exchange(agent, request).then(
        ({ headers }) => Number(headers['retry-after']),
        ({ status }) => (status === 200 ? 0 : Number.NaN),
      );
      if (Number.isNaN(remaining)) throw new Error(`${request.url} is not limited`);
      if (remaining > seconds + 1) return;
      await sleep(1000 * remaining);
    }
  } finally {
    agent.destroy();
  }
};

/**
 * The routes of a service that was started with `limitedLinks`. The token-checked route without the database is a list
 * whose `limit` is out of range: the token is verified, its scope checked and the query decoded, then it is refused
 * (400) before anything is read. Every route that answers 200 reads the database. So many profiles are read in turn as
 * `profiles` says, so that keeping a few in memory brings nothing.
 */
export const ownTargets = async ({ backend, client, token, url }, { profiles }) => {
  const { id, flowToken } = await newLink({ url, token });
  const ids = await newProfiles({ url, token }, profiles);
  const creates = bodyPool(() => createRequest(url, token).body);
  const limited = { ...readRequest(url, flowToken, id), expect: 429 };
  const targets = {
    checked: {
      name: 'GET /api/profiles?limit=0 (token checked, refused)',
      ...listRequest(url, token, { limit: '0' }),
      expect: 400,
    },
    unknown: { name: 'GET /nothing (unknown path)', url: `${url}/nothing`, expect: 404 },
    refused: {
      name: 'GET /api/profiles (forged token)',
      ...listRequest(url, token, {}),
      variants: forgedTokens(token),
      expect: 401,
    },
    limited: { name: 'GET /api/profiles/:id (over its rate limit)', ...limited, prepare: limitInForce(limited) },
    health: { name: 'GET /', ...healthRequest(url, token) },
    read: {
      name: 'GET /api/profiles/:id',
      ids,
      ...readRequest(url, token, id),
      variants: ids.map((one) => ({ path: `/api/profiles/${one}` })),
    },
    token: { name: 'POST /api/auth/token', ...tokenRequest(url, client) },
    create: { name: 'POST /api/profiles/create', ...createRequest(url, token), ...creates },
  };
  return Object.fromEntries(
    Object.entries(targets).map(([name, target]) => [name, { ...target, pid: backend.pid, core: 0 }]),
  );
};

/** The one read that the service sends to its database for a request. */
const recordRead = async (recorder, agent, request) => {
  const sent = await recorder.mostFrequent(() => exchange(agent, request));
  if (sent.length !== 1 || sent[0].method !== 'GET')
    throw new Error(`${request.url} is answered with more than one read: ${sent.map(statementText).join('; ')}`);
  return sent[0];
};

/**
 * The service is compared with the requests that it sends itself: the reads that a recorder has recorded, and a batch
 * of the recorded shape. So each release is compared with its own requests.
 */
const recordStatements = (service) =>
  withCleanup(async (use) => {
    const recorder = use(await startRecorder(service.database.url));
    const recorded = await startService(use, { database: { ...service.database, url: recorder.url } });
    const { url, token } = recorded;
    const agent = newConnection();
    use({ stop: () => agent.destroy() });
    await recorder.ignoreBackground(idleMs);
    const [id] = await newProfiles(recorded, 1);
    const health = await recordRead(recorder, agent, healthRequest(url, token));
    const read = await recordRead(recorder, agent, readRequest(url, token, id));
    const created = await recorder.mostFrequent(() => exchange(agent, createRequest(url, token)));
    const batch = created.find(({ writes }) => writes.length > 0);
    const { requests } = JSON.parse(await newProfileBatch(nextReference(), 'bench'));
    const sentShape = batchShape(batch?.writes ?? []);
    const probeShape = batchShape(requests);
    if (sentShape !== probeShape)
      throw new Error(
        `the service creates a profile by another batch than the probe:\n${sentShape}\nand not\n${probeShape}`,
      );
    return { id, health, read };
  });

/** The read of a record as the service sends it, at the database itself. */
const recordTarget = (name, { database, superuser }, path) => ({
  name,
  pid: database.pid,
  core: 1,
  url: `${database.url}${path}`,
  headers: { Authorization: superuser },
  expect: 200,
});

/**
 * Groups of targets; the first of a group is ours, the second an empty Koa, which says how fast the machine is in these
 * rounds, and the last what ours is compared with, which may be the empty Koa. In each the service has the first core,
 * and the database the second one, except in `createSameCore`.
 */
export const groupsFor = async ({ koa, ...service }, plan) => {
  const { client, superuser } = service;
  const recorded = await recordStatements(service);
  const own = await ownTargets(service, plan);
  const records = own.read.ids.map((id) => ({ path: recorded.read.path.replaceAll(recorded.id, id) }));
  const emptyKoa = koaTarget(koa);
  const batch = {
    ...recordTarget('PocketBase, the same batch', service, '/api/batch'),
    method: 'POST',
    headers: { Authorization: superuser, 'Content-Type': 'application/json' },
    ...bodyPool(() => newProfileBatch(nextReference(), 'bench')),
  };
  const bareKoaPost = {
    ...tokenRequest(koa.url, client),
    name: 'bare Koa POST, JSON read',
    pid: koa.pid,
    core: 0,
    url: `${koa.url}/token`,
  };
  return {
    checked: [own.checked, emptyKoa],
    unknown: [own.unknown, emptyKoa],
    refused: [own.refused, emptyKoa],
    limited: [own.limited, emptyKoa],
    health: [own.health, emptyKoa, recordTarget('PocketBase, the same read', service, recorded.health.path)],
    read: [
      own.read,
      emptyKoa,
      { ...recordTarget('PocketBase, the same records', service, recorded.read.path), variants: records },
    ],
    token: [own.token, emptyKoa, bareKoaPost],
    createOwnCore: [own.create, emptyKoa, batch],
    createSameCore: [own.create, emptyKoa, { ...batch, core: 0 }],
  };
};
