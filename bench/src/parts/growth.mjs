// What a request costs in a database of few profiles and in one of many: the same requests at each size, taken in turn.

import { exchange, newConnection } from '../client/exchange.mjs';
import { newPerson } from '../client/person.mjs';
import { createRequest, listRequest, readRequest } from '../client/requests.mjs';
import { startDatabase } from '../database.mjs';
import { analyze, fill, filled, filledMiddle } from '../fill.mjs';
import { row } from '../report.mjs';
import { inTurns } from '../sequential.mjs';
import { onStage, startService } from '../stage.mjs';
import { percentile, rounded } from '../statistics.mjs';

export const plans = {
  full: { sizes: [1000, 20_000, 100_000], requests: 500 },
  short: { sizes: [500, 5000, 20_000], requests: 100 },
  smoke: { sizes: [20], requests: 1 },
};

/** A service over a database of its own that holds so many profiles. */
const ofSize = async (keep, agent, size) => {
  const database = keep(await startDatabase());
  const service = await startService(keep, { database });
  const person = await newPerson(agent, service);
  await person.consent();
  const began = performance.now();
  await fill(service, person.id, size);
  console.log(`  ${size} profiles, in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return { ...service, size };
};

const any = (size) => 1 + Math.floor(size * (crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32));

const byReference = 'GET /api/profiles?reference=';

/** Each route at one of the services; which profile is asked for is another one each time. */
const routes = {
  'GET /api/profiles/:id': ({ url, token, size }) => readRequest(url, token, filled(any(size)).id),
  [byReference]: ({ url, token, size }) => listRequest(url, token, { reference: filled(any(size)).reference }),
  'GET /api/profiles, the newest 20': ({ url, token }) => listRequest(url, token),
  'GET /api/profiles, 20 from the middle': ({ url, token, size }) =>
    listRequest(url, token, { created_before: filledMiddle(size) }),
  'POST /api/profiles/create': ({ url, token }) => createRequest(url, token),
};

/** A page that is not full, or a profile that is not found, would be quick for another reason. */
const check = async (agent, service) => {
  const listed = async (name) => (await exchange(agent, routes[name](service))).json().data.length;
  const found = [];
  for (const name of Object.keys(routes).slice(1, 4)) found.push(await listed(name));
  const wanted = [1, Math.min(20, service.size), Math.min(20, Math.floor(service.size / 2))];
  if (found.join() !== wanted.join())
    throw new Error(`${service.size} profiles: lists of ${found}, and not of ${wanted}`);
};

const requestsAt = (route, { backend, database, ...service }) => ({
  pids: [backend.pid, database.pid],
  next: () => routes[route](service),
});

/** PocketBase's own read of a record, which grows as the database does. */
const recordAt = ({ database, superuser, size }) => ({
  pids: [database.pid],
  next: () => ({
    url: `${database.url}/api/collections/profiles/records/${filled(any(size)).id}`,
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
  onStage(async (keep) => {
    const agent = newConnection();
    keep({ stop: () => agent.destroy() });
    const services = [];
    for (const size of sizes) services.push(await ofSize(keep, agent, size));
    for (const service of services) await check(agent, service);
    const [, ...larger] = sizes;
    console.log(row(['p50 ms, and its ratio to the smallest', ...sizes, ...larger.map((size) => `${size} /`)]));
    const found = {};
    const measure = async (name, targetOf) => {
      found[name] = summaryOf(await inTurns(services.map(targetOf), requests));
      const { p50_ms: times, ratio_to_smallest: ratios } = found[name];
      console.log(
        row([name, ...times.map((ms) => ms.toFixed(2)), ...ratios.slice(1).map((ratio) => ratio.toFixed(2))]),
      );
    };
    await measure('PocketBase, a record', recordAt);
    for (const name of Object.keys(routes)) await measure(name, (service) => requestsAt(name, service));
    for (const service of services) await analyze(service);
    await measure(`${byReference}, after ANALYZE`, (service) => requestsAt(byReference, service));
    return { sizes, routes: found };
  });
