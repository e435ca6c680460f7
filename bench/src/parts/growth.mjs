// What a request costs in a database of few profiles and in one of many: the same requests at each size, taken in turn.

import { exchange, newConnection } from '../client/exchange.mjs';
import { newPerson } from '../client/person.mjs';
import { createRequest, historyRequest, listRequest, readRequest } from '../client/requests.mjs';
import { startDatabase } from '../database.mjs';
import { analyze, copyAt, fill, middleCreatedAt, rareCopies } from '../fill.mjs';
import { row } from '../report.mjs';
import { inTurns } from '../sequential.mjs';
import { startService } from '../start-service.mjs';
import { median, percentile, rounded } from '../statistics.mjs';
import { withCleanup } from '../with-cleanup.mjs';

export const plans = {
  full: { sizes: [1000, 20_000], requests: 300 },
  short: { sizes: [1000, 10_000], requests: 100 },
  smoke: { sizes: [20], requests: 1 },
};

/** The sizes of a plan, up to the largest one that was asked for. */
const sizesUpTo = (sizes, largest) =>
  largest === null ? sizes : [...new Set([...sizes.filter((size) => size < largest), largest])];

/** A profile as the service makes it. */
const template = async (agent, service, ...steps) => {
  const person = await newPerson(agent, service);
  for (const step of steps) await person[step]();
};

/** A service over a database of its own that holds so many profiles. */
const ofSize = async (use, agent, size) => {
  const database = use(await startDatabase());
  const service = await startService(use, { database });
  // One of each status is made by the service itself.
  await template(agent, service, 'consent');
  await template(agent, service);
  const began = performance.now();
  await fill(service, 'bench', size);
  console.log(`  ${size} profiles, in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const middle = middleCreatedAt(size);
  const page = listRequest(service.url, service.token, { created_before: middle, limit: '2' });
  const { next_cursor: cursor } = (await exchange(agent, page)).json();
  return { ...service, size, middle, cursor };
};

const randomIndex = (size) => 1 + Math.floor(size * (crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32));

/** Two more profiles than copies, those of which the copies are made, are the newest ones, one of each status. */
const common = 'in_progress';
const rare = 'created';
const none = 'approved';

/** Every list and filter: the query, and how many profiles answer it. */
const lists = {
  'reference=': [({ size }) => ({ reference: copyAt(randomIndex(size)).reference }), () => 1],
  'reference=, of nobody': [() => ({ reference: `nobody-${randomIndex(2 ** 30)}` }), () => 0],
  'status=, of nearly all': [() => ({ status: common }), (size) => size - rareCopies(size) + 1],
  'status=, of the oldest few': [() => ({ status: rare }), (size) => rareCopies(size) + 1],
  'status=, of nobody': [() => ({ status: none }), () => 0],
  'status= and created_before=': [
    ({ middle }) => ({ status: common, created_before: middle }),
    (size) => Math.floor(size / 2) - rareCopies(size),
  ],
  'status= and created_before=, few': [({ middle }) => ({ status: rare, created_before: middle }), rareCopies],
  'created_before=, from the middle': [({ middle }) => ({ created_before: middle }), (size) => Math.floor(size / 2)],
  'created_after=, from the middle': [({ middle }) => ({ created_after: middle }), (size) => Math.ceil(size / 2) + 2],
  'cursor=, in the middle': [({ cursor }) => ({ cursor }), (size) => Math.floor(size / 2) - 2],
  'the newest': [() => ({}), (size) => size + 2],
};

const listAt = (name) => (service) => listRequest(service.url, service.token, lists[name][0](service));

/** Each route at one of the services; which profile is asked for is another one each time. */
const reads = {
  'GET profiles/:id': ({ url, token, size }) => readRequest(url, token, copyAt(randomIndex(size)).id),
  ...Object.fromEntries(
    ['status_history', 'verification_history'].map((name) => [
      `GET ${name}/:id`,
      ({ url, token, size }) => historyRequest(url, token, name, copyAt(randomIndex(size)).id),
    ]),
  ),
  ...Object.fromEntries(Object.keys(lists).map((name) => [`GET profiles?${name}`, listAt(name)])),
};

const pageSize = 20;
const nameWidth = 62;

/** A page that is not full, or a profile that is not found, would be quick for another reason. */
const checkLists = async (agent, service) => {
  for (const [name, [, count]] of Object.entries(lists)) {
    const { length } = (await exchange(agent, listAt(name)(service))).json().data;
    const expected = Math.min(pageSize, count(service.size));
    if (length !== expected) throw new Error(`${service.size} profiles: ${name} lists ${length}, and not ${expected}`);
  }
};

const targetAt =
  (request) =>
  ({ backend, database, ...service }) => ({
    pids: [backend.pid, database.pid],
    next: () => request(service),
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
    // Those of a turn meet the same load, which may be another one in the next turn.
    ratio_to_smallest: measured.map(({ times }) => rounded(median(times.map((ms, n) => ms / measured[0].times[n])), 2)),
    processor_us: measured.map(({ processorUs }) => processorUs.map((us) => rounded(us, 0))),
  };
};

export const run = ({ sizes: planned, requests }, { grow }) =>
  withCleanup(async (use) => {
    const agent = newConnection();
    use({ stop: () => agent.destroy() });
    const sizes = sizesUpTo(planned, grow);
    const services = [];
    for (const size of sizes) services.push(await ofSize(use, agent, size));
    for (const service of services) await checkLists(agent, service);
    console.log(row(['p50 ms, and ratios', ...sizes, ...sizes.slice(1).map((size) => `${size} /`)], nameWidth));
    const results = {};
    const measure = async (name, targetOf) => {
      results[name] = summaryOf(await inTurns(services.map(targetOf), requests));
      const { p50_ms: times, ratio_to_smallest: ratios } = results[name];
      console.log(
        row(
          [name, ...times.map((ms) => ms.toFixed(2)), ...ratios.slice(1).map((ratio) => ratio.toFixed(2))],
          nameWidth,
        ),
      );
    };
    const measureReads = async (suffix) => {
      for (const [name, request] of Object.entries(reads)) await measure(`${name}${suffix}`, targetAt(request));
    };
    await measureReads('');
    for (const service of services) await analyze(service);
    await measureReads(', after ANALYZE');
    await measure(
      'POST profiles/create',
      targetAt(({ url, token }) => createRequest(url, token)),
    );
    const worst = Object.entries(results)
      .map(([name, { ratio_to_smallest: ratios }]) => ({ name, ratio: ratios.at(-1) }))
      .reduce((one, other) => (other.ratio > one.ratio ? other : one));
    await measure('beside: a record at PocketBase', recordAt);
    console.log(`\n  the worst: ${worst.name}, ${worst.ratio.toFixed(2)} times`);
    return { sizes, routes: results, worst, figures: { worst_ratio: worst.ratio } };
  });
