// What a request costs in a database of few profiles and in one of many: the same requests at each size, taken in turn.

import { exchange, newConnection } from '../client/exchange.mjs';
import { newPerson } from '../client/person.mjs';
import { createRequest, listRequest, readRequest } from '../client/requests.mjs';
import { startDatabase } from '../database.mjs';
import { analyze, copyAt, fill, middleCreatedAt } from '../fill.mjs';
import { row } from '../report.mjs';
import { inTurns } from '../sequential.mjs';
import { startService } from '../start-service.mjs';
import { percentile, rounded } from '../statistics.mjs';
import { withCleanup } from '../with-cleanup.mjs';

export const plans = {
  full: { sizes: [1000, 20_000, 100_000], requests: 500 },
  short: { sizes: [500, 5000, 20_000], requests: 100 },
  smoke: { sizes: [20], requests: 1 },
};

/** A service over a database of its own that holds so many profiles. */
const ofSize = async (use, agent, size) => {
  const database = use(await startDatabase());
  const service = await startService(use, { database });
  const person = await newPerson(agent, service);
  await person.consent();
  const began = performance.now();
  await fill(service, person.id, size);
  console.log(`  ${size} profiles, in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return { ...service, size };
};

const randomIndex = (size) => 1 + Math.floor(size * (crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32));

const byReference = 'GET /api/profiles?reference=';

/** Each route at one of the services; which profile is asked for is another one each time. */
const routes = {
  'GET /api/profiles/:id': ({ url, token, size }) => readRequest(url, token, copyAt(randomIndex(size)).id),
  [byReference]: ({ url, token, size }) => listRequest(url, token, { reference: copyAt(randomIndex(size)).reference }),
  'GET /api/profiles, the newest 20': ({ url, token }) => listRequest(url, token),
  'GET /api/profiles, 20 from the middle': ({ url, token, size }) =>
    listRequest(url, token, { created_before: middleCreatedAt(size) }),
  'POST /api/profiles/create': ({ url, token }) => createRequest(url, token),
};

/** A page that is not full, or a profile that is not found, would be quick for another reason. */
const checkLists = async (agent, service) => {
  const listed = async (name) => (await exchange(agent, routes[name](service))).json().data.length;
  const found = [];
  for (const name of Object.keys(routes).slice(1, 4)) found.push(await listed(name));
  const expected = [1, Math.min(20, service.size), Math.min(20, Math.floor(service.size / 2))];
  if (found.join() !== expected.join())
    throw new Error(`${service.size} profiles: lists of ${found}, and not of ${expected}`);
};

const requestsAt = (route, { backend, database, ...service }) => ({
  pids: [backend.pid, database.pid],
  next: () => routes[route](service),
});

/** PocketBase's own read of a record, which grows as the database does. */
const recordAt = ({ database, superuser, size }) => ({
  pids: [database.pid],
  next: () => ({
    url: `${database.url}/api/collections/profiles/records/${copyAt(randomIndex(size)).id}`,
    headers: { Authorization: superuser },
  }),
});

const summaryOf = (measured) => {
  const p50s = measured.map(({ times }) => percentile(times, 0.5));
  return {
    p50_ms: p50s.map((ms) => rounded(ms, 2)),
    p95_ms: measured.map(({ times }) => rounded(percentile(times, 0.95), 2)),
    ratio_to_smallest: p50s.map((ms) => rounded(ms / p50s[0], 2)),
    processor_us: measured.map(({ processorUs }) => processorUs.map((us) => (us === null ? null : rounded(us, 0)))),
  };
};

export const run = ({ sizes, requests }) =>
  withCleanup(async (use) => {
    const agent = newConnection();
    use({ stop: () => agent.destroy() });
    const services = [];
    for (const size of sizes) services.push(await ofSize(use, agent, size));
    for (const service of services) await checkLists(agent, service);
    const [, ...larger] = sizes;
    console.log(row(['p50 ms, and its ratio to the smallest', ...sizes, ...larger.map((size) => `${size} /`)]));
    const results = {};
    const measure = async (name, targetOf) => {
      results[name] = summaryOf(await inTurns(services.map(targetOf), requests));
      const { p50_ms: times, ratio_to_smallest: ratios } = results[name];
      console.log(
        row([name, ...times.map((ms) => ms.toFixed(2)), ...ratios.slice(1).map((ratio) => ratio.toFixed(2))]),
      );
    };
    await measure('PocketBase, a record', recordAt);
    for (const name of Object.keys(routes)) await measure(name, (service) => requestsAt(name, service));
    for (const service of services) await analyze(service);
    await measure(`${byReference}, after ANALYZE`, (service) => requestsAt(byReference, service));
    return { sizes, routes: results };
  });
