// The same requests to a service over PocketBase and to one over PostgreSQL, in turn; and what a second instance brings
// over PostgreSQL.
import { randomBytes } from 'node:crypto';
import { newProfiles } from '../client/person.mjs';
import { createRequest, listRequest, readRequest } from '../client/requests.mjs';
import { startDatabase } from '../database.mjs';
import { newClient } from '../environment.mjs';
import { startGenerator } from '../load/generator.mjs';
import { alternating, connections } from '../load/rounds.mjs';
import { startPostgresDatabase } from '../postgres.mjs';
import { row, summary } from '../report.mjs';
import { inTurns } from '../sequential.mjs';
import { startService } from '../start-service.mjs';
import { percentile, rounded } from '../statistics.mjs';
import { withCleanup } from '../with-cleanup.mjs';

export const plans = {
  full: { rounds: 6, seconds: 1.5, warmSeconds: 1, profiles: 300, requests: 300 },
  short: { rounds: 2, seconds: 1, warmSeconds: 1, profiles: 100, requests: 60 },
  smoke: { rounds: 1, seconds: 0.05, warmSeconds: 0, profiles: 3, requests: 1 },
};

const routes = {
  'GET /api/profiles/:id': ({ ids, token, url }) => ({
    ...readRequest(url, token, ids[0]),
    variants: ids.map((id) => ({ path: `/api/profiles/${id}` })),
  }),
  'GET /api/profiles?limit=20': ({ token, url }) => listRequest(url, token, { limit: '20' }),
  'POST /api/profiles/create': ({ token, url }) => ({
    ...createRequest(url, token),
    bodies: () => createRequest(url, token).body,
  }),
};

/** A route at a service, or at several instances of one. */
const targetAt = (make, name, services) => {
  const request = make(services[0]);
  const path = request.url.slice(services[0].url.length);
  const pids = services.map(({ backend }) => backend.pid);
  return { ...request, name, pids, urls: services.map(({ url }) => `${url}${path}`) };
};

/** One request after the other, each for another profile. */
const oneByOne = (make) => (service) => {
  const request = make(service);
  let next = 0;
  return {
    next: () => {
      next += 1;
      const variant = request.variants?.[next % request.variants.length];
      const body = request.bodies?.();
      return { ...request, ...(variant && { url: service.url + variant.path }), ...(body && { body }) };
    },
  };
};

const startServices = async (use, profiles) => {
  const databases = { pocketbase: use(await startDatabase()), postgres: use(await startPostgresDatabase()) };
  const shared = {
    client: newClient(),
    environment: { JWT_SECRET: randomBytes(48).toString('base64') },
  };
  const services = {};
  for (const [name, database] of Object.entries(databases)) {
    const service = await startService(use, { database, ...shared });
    services[name] = { ...service, ids: await newProfiles(service, profiles) };
  }
  const second = await startService(use, { database: databases.postgres, ...shared });
  return { ...services, second: { ...second, ids: services.postgres.ids } };
};

const titles = ['requests a second', 'PocketBase', 'PostgreSQL', 'ratio', 'two inst.', 'two / one'];

const rowOf = (name, { pocketbase, postgres, two, to_pocketbase: ratio, two_to_one: second }) =>
  row([
    name,
    pocketbase.requests_per_second,
    postgres.requests_per_second,
    ratio.toFixed(2),
    two.requests_per_second,
    second.toFixed(2),
  ]);

export const run = (plan) =>
  withCleanup(async (use) => {
    const { pocketbase, postgres, second } = await startServices(use, plan.profiles);
    const generator = use(startGenerator());
    const found = {};
    console.log(`  ${connections} connections; nothing is pinned`);
    console.log(row(titles));
    for (const [name, make] of Object.entries(routes)) {
      const targets = [
        targetAt(make, 'PostgreSQL', [postgres]),
        targetAt(make, 'PocketBase', [pocketbase]),
        targetAt(make, 'PostgreSQL, two instances', [postgres, second]),
      ];
      const [one, other, two] = summary(await alternating(generator, targets, plan));
      found[name] = {
        postgres: one,
        pocketbase: other,
        two,
        to_pocketbase: other.ratio_to_first,
        two_to_one: rounded(1 / two.ratio_to_first, 2),
      };
      console.log(rowOf(name, found[name]));
    }
    console.log(`\n${row(['one by one, p50 ms', 'PocketBase', 'PostgreSQL'])}`);
    for (const [name, make] of Object.entries(routes)) {
      const measured = await inTurns([pocketbase, postgres].map(oneByOne(make)), plan.requests);
      const [other, one] = measured.map(({ times }) => rounded(percentile(times, 0.5), 2));
      found[name].one_by_one = { pocketbase_p50_ms: other, postgres_p50_ms: one };
      console.log(row([name, other.toFixed(2), one.toFixed(2)]));
    }
    const [read, , create] = Object.values(found);
    const figures = { read_to_pocketbase: read.to_pocketbase, create_to_pocketbase: create.to_pocketbase };
    return { connections, routes: found, figures };
  });
