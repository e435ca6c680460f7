// What a request costs over a PostgreSQL of few profiles and over one of many, whose rows are those of the product: the
// same requests at each size, taken in turn.
import { randomBytes } from 'node:crypto';
import { exchange, newConnection } from '../client/exchange.mjs';
import { createRequest, feedRequest, historyRequest, listRequest, readRequest } from '../client/requests.mjs';
import { entriesOf, sizeOf } from '../engines/fill-plan.mjs';
import { fillPostgres, settingsForFill } from '../engines/fill-postgres.mjs';
import { startPostgresDatabase } from '../engines/postgres.mjs';
import { done, driverOf, keyringFrom, lookAt, storesOver } from '../engines/stores.mjs';
import { row, sayEvery } from '../report.mjs';
import { inTurns } from '../sequential.mjs';
import { startService } from '../start-service.mjs';
import { median, percentile, rounded } from '../statistics.mjs';
import { withCleanup } from '../with-cleanup.mjs';

export const plans = {
  full: { sizes: [1000, 1_000_000], requests: 300, verified: 200 },
  short: { sizes: [1000, 50_000], requests: 100, verified: 50 },
  smoke: { sizes: [64], requests: 1, verified: 2 },
};

const sizesUpTo = (sizes, largest) =>
  largest === null ? sizes : [...new Set([...sizes.filter((size) => size < largest), largest])];

const gigabytes = (bytes) => rounded(bytes / 2 ** 30, 2);

/** A service over a database of its own that holds so many profiles, and the stores over the same. */
const ofSize = async (use, asked) => {
  const size = sizeOf(asked);
  const key = randomBytes(32).toString('base64');
  const database = use(await startPostgresDatabase(settingsForFill));
  const began = performance.now();
  const filled = await fillPostgres(database, key, size, sayEvery(size));
  const seconds = rounded((performance.now() - began) / 1000, 1);
  console.log(`  ${size} profiles, ${filled.entries} entries, ${gigabytes(filled.bytes)} GB, in ${seconds} s`);
  const { driver, close } = driverOf(database, { connections: 4 });
  use({ stop: close });
  const service = await startService(use, { database, environment: { DATA_KEYS: `bench:${key}` } });
  return { ...service, ...filled, size, fillSeconds: seconds, stores: storesOver(driver, keyringFrom(key)) };
};

const anyOf = (sample) => sample[Math.floor(sample.length * (crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32))];
const middleOf = ({ sample }) => sample[Math.floor(sample.length / 2)].createdAt;

/** Each route at one of the services; which profile is asked for is another one each time. */
const routes = {
  'GET profiles/:id': ({ url, token, sample }) => readRequest(url, token, anyOf(sample).id),
  'GET status_history/:id': ({ url, token, sample }) => historyRequest(url, token, 'status_history', anyOf(sample).id),
  'GET verification_history/:id': ({ url, token, sample }) =>
    historyRequest(url, token, 'verification_history', anyOf(sample).id),
  'GET profiles?reference=': ({ url, token, sample }) =>
    listRequest(url, token, { reference: anyOf(sample).reference }),
  'GET profiles?status=, of nearly all': ({ url, token }) => listRequest(url, token, { status: 'in_progress' }),
  'GET profiles?status=, of nobody': ({ url, token }) => listRequest(url, token, { status: 'approved' }),
  'GET profiles?created_before=, from the middle': ({ url, token, ...service }) =>
    listRequest(url, token, { created_before: middleOf(service) }),
  'GET profiles?limit=20, the newest': ({ url, token }) => listRequest(url, token, { limit: '20' }),
  'GET events?limit=100, the first page': ({ url, token }) => feedRequest(url, token, { limit: '100' }),
  'GET events?limit=100&after=, the next one': ({ url, token, cursor }) =>
    feedRequest(url, token, { limit: '100', after: cursor }),
  'POST profiles/create': ({ url, token }) => createRequest(url, token),
};

/** What a sweep asks the store in each round: who is due. Nobody is, as mostly. */
const sweepTimes = async (services, count) => {
  const times = services.map(() => []);
  for (let n = 0; n < count; n += 1)
    for (const [at, { stores }] of services.entries()) {
      const began = performance.now();
      await done(stores.profiles.due(new Date().toISOString(), 100));
      times[at].push(performance.now() - began);
    }
  return times;
};

const summaryOf = (times) => ({
  p50_ms: times.map((all) => rounded(percentile(all, 0.5), 2)),
  p95_ms: times.map((all) => rounded(percentile(all, 0.95), 2)),
  // Those of a turn meet the same load, which may be another one in the next turn.
  ratio_to_smallest: times.map((all) => rounded(median(all.map((ms, n) => ms / times[0][n])), 2)),
});

/**
 * Reads profiles with their whole ledgers and verifies them: what was loaded is what the product would have written.
 */
const verify = async ({ sample, stores, size }, count) => {
  for (let n = 0; n < count; n += 1) {
    const { id } = anyOf(sample);
    const { entries, isSound } = await lookAt(stores, id);
    if (!isSound || entries !== entriesOf.noted) throw new Error(`${size} profiles: ${id} does not verify`);
  }
};

const nameWidth = 48;

export const run = ({ sizes: planned, requests, verified }, { grow }) =>
  withCleanup(async (use) => {
    const agent = newConnection();
    use({ stop: () => agent.destroy() });
    const services = [];
    for (const asked of sizesUpTo(planned, grow)) {
      const service = await ofSize(use, asked);
      const first = await exchange(agent, feedRequest(service.url, service.token, { limit: '100' }));
      const { data, next_after: cursor } = first.json();
      if (data.length !== Math.min(100, service.events)) throw new Error(`the feed begins with ${data.length} events`);
      services.push({ ...service, cursor });
    }
    const sizes = services.map(({ size }) => size);
    const results = {};
    console.log(row(['p50 ms, and ratios', ...sizes, ...sizes.slice(1).map((size) => `${size} /`)], nameWidth));
    const report = (name, times) => {
      results[name] = summaryOf(times);
      const { p50_ms: p50s, ratio_to_smallest: ratios } = results[name];
      const cells = [...p50s.map((ms) => ms.toFixed(2)), ...ratios.slice(1).map((ratio) => ratio.toFixed(2))];
      console.log(row([name, ...cells], nameWidth));
    };
    for (const [name, request] of Object.entries(routes)) {
      const targets = services.map((service) => ({ next: () => request(service) }));
      report(
        name,
        (await inTurns(targets, requests)).map(({ times }) => times),
      );
    }
    report('who is due, of the sweep', await sweepTimes(services, requests));
    const databases = services.map(({ bytes, entries, events, fillSeconds, size }) => ({
      size,
      entries,
      events,
      gigabytes: gigabytes(bytes),
      fill_seconds: fillSeconds,
    }));
    for (const service of services) await verify(service, verified);
    console.log(`\n  ${verified} ledgers of each database were read and verify`);
    return { sizes, databases, routes: results };
  });
