// What the queue of reviews costs with many profiles in it: its pages, with and without filters, its counts and the
// next case, over PocketBase and over PostgreSQL, in turn.
import { randomBytes } from 'node:crypto';
import { encodeQueueCursor } from '@portcullis/domain/serialization';
import { exchange, newConnection } from '../client/exchange.mjs';
import { startDatabase } from '../database.mjs';
import { sizeOf } from '../engines/fill-plan.mjs';
import { fillPocketbase } from '../engines/fill-pocketbase.mjs';
import { fillPostgres, settingsForFill } from '../engines/fill-postgres.mjs';
import { startPostgresDatabase } from '../engines/postgres.mjs';
import { caseRequest, nextRequest, queueRequest, signedIn, staffVariables, summaryRequest } from '../engines/staff.mjs';
import { driverOf, keyringFrom, storesOver } from '../engines/stores.mjs';
import { row, sayEvery } from '../report.mjs';
import { inTurns } from '../sequential.mjs';
import { startService } from '../start-service.mjs';
import { percentile, rounded } from '../statistics.mjs';
import { withCleanup } from '../with-cleanup.mjs';

export const plans = {
  full: { profiles: 10_000, requests: 200, nexts: 100 },
  short: { profiles: 10_000, requests: 30, nexts: 20 },
  smoke: { profiles: 64, requests: 1, nexts: 1 },
};

/** So many people claim the next case, each as often as one may. */
const claimers = 12;
const claimsEach = 10;

/** As many as a page of the console has. */
const pageSize = 50;

/** Profiles were made within the last twelve hours, so that half of them are overdue. */
const slaHours = '6';

const engines = {
  pocketbase: { start: () => startDatabase(), fill: fillPocketbase },
  postgres: { start: () => startPostgresDatabase(settingsForFill), fill: fillPostgres },
};

/** A service over a database of its own with so many profiles in review, and the sessions of two members of staff. */
const serviceOver = async (use, engine, size) => {
  const key = randomBytes(32).toString('base64');
  const database = use(await engines[engine].start());
  const began = performance.now();
  const { sample } = await engines[engine].fill(database, key, size, sayEvery(size), 'reviewed');
  console.log(`  ${engine}: ${size} profiles in review, in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const { driver, close } = driverOf(database, { connections: 2 });
  use({ stop: close });
  const environment = { DATA_KEYS: `bench:${key}`, REVIEW_SLA_HOURS: slaHours, ...staffVariables };
  const service = await startService(use, { database, environment });
  const stores = storesOver(driver, keyringFrom(key));
  const { backend, url } = service;
  const theirs = [];
  for (let n = 2; n < 2 + claimers; n += 1) theirs.push(await signedIn(stores, n));
  return {
    engine,
    pid: backend.pid,
    url,
    sample,
    mine: await signedIn(stores, 1),
    theirs,
  };
};

/** The page behind one of the sample, of which the newest is the first: the queue has the oldest first. */
const behind = ({ createdAt: since, id }) => ({ cursor: encodeQueueCursor({ since, id }) });
const middleOf = ({ sample }) => behind(sample[Math.floor(sample.length / 2)]);
/** One of sixteen is in the sample, so that 48 are newer than the fourth. */
const lastOf = ({ sample }) => behind(sample[3]);

/** The pages by the index of the queue: what is asked for, and the fewest that must be on it, of a large queue. */
const pages = {
  'the first page': [() => ({}), pageSize],
  'a page in the middle': [middleOf, pageSize],
  'the last page': [lastOf, 48],
  'overdue ones': [() => ({ overdue: 'true' }), pageSize],
  'overdue ones, behind the middle': [(service) => ({ overdue: 'true', ...middleOf(service) }), 0],
  'those that are not overdue': [() => ({ overdue: 'false' }), 0],
};

/**
 * What has no index: up to two hundred profiles are looked at for one answer. Filters by the claim ask for what is
 * claimed by its ids.
 */
const filtered = {
  'of a reason that all have': [() => ({ reason: 'face_match_borderline' }), pageSize],
  'free ones': [() => ({ claimed: 'none' }), pageSize],
  'of a reason that nobody has, the first 200': [() => ({ reason: 'document_tampered' }), 0],
  'of a reason that nobody has, in the middle': [(at) => ({ reason: 'document_tampered', ...middleOf(at) }), 0],
  'of a reason that nobody has, the last': [(at) => ({ reason: 'document_tampered', ...lastOf(at) }), 0],
  'of a policy that nobody has, the first 200': [() => ({ policy: 'none-such' }), 0],
  'free ones, in the middle': [(at) => ({ claimed: 'none', ...middleOf(at) }), pageSize],
  'free ones, the last': [(at) => ({ claimed: 'none', ...lastOf(at) }), 48],
  'my own, of which there are none': [() => ({ claimed: 'mine' }), 0],
  'those of others, of which there are none': [() => ({ claimed: 'others' }), 0],
};
const allPages = { ...pages, ...filtered };

const pageAt = (name) => (service) =>
  queueRequest(service.url, service.mine, { limit: String(pageSize), ...allPages[name][0](service) });

/** A page with less than there is would be quick for another reason. */
const checkPages = async (agent, service, size) => {
  for (const [name, [, least]] of Object.entries(allPages)) {
    const { length } = (await exchange(agent, pageAt(name)(service))).json().data;
    if (length < Math.min(least, size / 2)) throw new Error(`${service.engine}: ${name} has ${length}, not ${least}`);
  }
};

const anyOf = (sample) => sample[Math.floor(sample.length * (crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32))];

const others = {
  'the counts': ({ mine, url }) => summaryRequest(url, mine),
  'a case': ({ mine, sample, url }) => caseRequest(url, mine, anyOf(sample).id),
};

const nameWidth = 44;

const timesOf = (measured) => ({
  // Of the service alone, whatever else the machine does meanwhile.
  processor_ms: measured.map(({ processorUs: [us] }) => rounded(us / 1000, 2)),
  p50_ms: measured.map(({ times }) => rounded(percentile(times, 0.5), 2)),
  p95_ms: measured.map(({ times }) => rounded(percentile(times, 0.95), 2)),
});

/** The slowest of some results at one of the engines, in milliseconds (p95). */
const slowest = (results, at) => Math.max(...results.map(({ p95_ms: all }) => all[at]));

export const run = ({ profiles, requests, nexts }, { grow }) =>
  withCleanup(async (use) => {
    const size = sizeOf(grow ?? profiles);
    const agent = newConnection();
    use({ stop: () => agent.destroy() });
    const services = [];
    for (const engine of Object.keys(engines)) services.push(await serviceOver(use, engine, size));
    for (const service of services) await checkPages(agent, service, size);
    console.log(row(['ms', 'PocketBase', 'p95', 'CPU', 'PostgreSQL', 'p95', 'CPU'], nameWidth));
    const measure = async (name, request, count) => {
      const targets = services.map((service) => ({ pids: [service.pid], next: () => request(service) }));
      const result = timesOf(await inTurns(targets, count));
      const of = [result.p50_ms, result.p95_ms, result.processor_ms];
      const cells = services.flatMap((_, at) => of.map((all) => all[at].toFixed(1)));
      console.log(row([name, ...cells], nameWidth));
      return result;
    };
    const results = {};
    for (const name of Object.keys(allPages)) results[name] = await measure(name, pageAt(name), requests);
    const of = (some) => Object.keys(some).map((name) => results[name]);
    for (const [name, request] of Object.entries(others)) results[name] = await measure(name, request, requests);
    const next = 'the next case, behind those that are claimed';
    // One person may have ten.
    let asked = 0;
    const claimer = ({ theirs }) => theirs[Math.floor(asked++ / (claimsEach * services.length))];
    results[next] = await measure(next, (service) => nextRequest(service.url, claimer(service)), nexts);
    const figures = Object.fromEntries(
      services.flatMap(({ engine }, at) => [
        [`${engine}_page_ms`, slowest(of(pages), at)],
        [`${engine}_filtered_ms`, slowest(of(filtered), at)],
        [`${engine}_next_ms`, slowest([results[next]], at)],
        [`${engine}_counts_ms`, slowest([results['the counts']], at)],
      ]),
    );
    return { size, requests: results, figures };
  });
