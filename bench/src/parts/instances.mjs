// What a second instance of the service on the same database brings: the rates of reads and of creates with one and
// with two.
import { randomBytes } from 'node:crypto';
import { exchange, newConnection } from '../client/exchange.mjs';
import { createRequest, fullCreateRequest, readRequest } from '../client/requests.mjs';
import { startGenerator } from '../load/generator.mjs';
import { alternating, connections } from '../load/rounds.mjs';
import { row, summary } from '../report.mjs';
import { startService } from '../start-service.mjs';
import { rounded } from '../statistics.mjs';
import { pin, pinningText } from '../system/pinning.mjs';
import { withCleanup } from '../with-cleanup.mjs';

export const plans = {
  full: { rounds: 6, seconds: 2, warmSeconds: 1 },
  short: { rounds: 2, seconds: 1, warmSeconds: 1 },
  smoke: { rounds: 1, seconds: 0.05, warmSeconds: 0 },
};

/**
 * Two services of one client and one key on one database, each on a core of its own; the database has no core of its
 * own.
 */
const startInstances = async (use) => {
  const environment = { JWT_SECRET: randomBytes(48).toString('base64url') };
  const first = await startService(use, { environment });
  const { client, database } = first;
  return [first, await startService(use, { client, database, environment })];
};

/** The routes with one instance and with two, as targets. */
const targetsAt = async (instances) => {
  const [{ url, token }] = instances;
  const agent = newConnection();
  const { id } = (await exchange(agent, fullCreateRequest(url, token))).json().profile;
  agent.destroy();
  const make = {
    'GET /api/profiles/:id': () => readRequest(url, token, id),
    'POST /api/profiles/create': () => ({
      ...createRequest(url, token),
      bodies: () => createRequest(url, token).body,
    }),
  };
  const at = (name, used) => {
    const request = make[name]();
    const path = request.url.slice(url.length);
    const pids = used.map(({ backend }) => backend.pid);
    return { ...request, name: `${name}, ${used.length}`, pids, urls: used.map((one) => `${one.url}${path}`) };
  };
  return Object.fromEntries(
    Object.keys(make).map((name) => [name, [at(name, instances.slice(0, 1)), at(name, instances)]]),
  );
};

export const run = (plan) =>
  withCleanup(async (use) => {
    const instances = await startInstances(use);
    const generator = use(startGenerator());
    for (const [core, { backend }] of instances.entries()) pin(backend.pid, core);
    console.log(`  ${connections} connections; instances ${pinningText()}`);
    console.log(row(['requests a second', 'one', 'two', 'two / one']));
    const routes = {};
    for (const [name, targets] of Object.entries(await targetsAt(instances))) {
      const [one, two] = summary(await alternating(generator, targets, plan));
      const ratio = rounded(1 / two.ratio_to_first, 2);
      routes[name] = { one, two, two_to_one: ratio };
      console.log(row([name, one.requests_per_second, two.requests_per_second, ratio.toFixed(2)]));
    }
    return { routes };
  });
