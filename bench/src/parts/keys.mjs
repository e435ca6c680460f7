// What `DATA_KEYS` costs: the same requests at a service that seals and at one that does not, taken in turn; and what a
// read of a sealed profile takes of the processor under load.

import { newConnection } from '../client/exchange.mjs';
import { newPerson, newProfiles } from '../client/person.mjs';
import {
  consentRequest,
  createRequest,
  fileRequest,
  listRequest,
  photoRequest,
  readRequest,
} from '../client/requests.mjs';
import { withDataKeys } from '../environment.mjs';
import { koaTarget } from '../load/empty-koa.mjs';
import { startGenerator } from '../load/generator.mjs';
import { alternating } from '../load/rounds.mjs';
import { startBareKoa } from '../processes.mjs';
import { row, summary } from '../report.mjs';
import { inTurns } from '../sequential.mjs';
import { startService } from '../start-service.mjs';
import { percentile, rounded } from '../statistics.mjs';
import { pin } from '../system/pinning.mjs';
import { withCleanup } from '../with-cleanup.mjs';

export const plans = {
  full: { requests: 600, uploads: 60, page: 20, profiles: 300, load: { rounds: 6, seconds: 1.5, warmSeconds: 1 } },
  short: { requests: 150, uploads: 30, page: 20, profiles: 100, load: { rounds: 2, seconds: 1, warmSeconds: 1 } },
  smoke: { requests: 1, uploads: 1, page: 2, profiles: 2, load: { rounds: 1, seconds: 0.05, warmSeconds: 0 } },
};

/** Requests that each need a profile of their own, made before the clock runs. */
const onePerRequest = (make, request) => {
  const ready = [];
  return {
    prepare: async (count) => {
      while (ready.length < count) ready.push(await make());
    },
    next: () => request(ready.pop()),
  };
};

const newConsented = async (agent, service) => {
  const person = await newPerson(agent, service);
  await person.consent();
  return person;
};

/** The routes at one service, each as a target, and the read to put load on; a list is asked for `page` profiles. */
const targetsAt = async ({ agent, service, page, profiles }) => {
  const { backend, database, token, url } = service;
  const pids = [backend.pid, database.pid];
  const kept = await newPerson(agent, service);
  await kept.consent();
  // Profiles as the part of the routes reads them.
  const ids = await newProfiles(service, profiles);
  const variants = ids.map((id) => ({ path: `/api/profiles/${id}` }));
  const read = { pid: backend.pid, core: 0, ...readRequest(url, token, kept.id), variants };
  await kept.photo();
  const { files } = await kept.profile();
  for (let n = 1; n < page; n += 1) await newPerson(agent, service);
  const newOne = () => newPerson(agent, service);
  const sameRequest = (request) => ({ next: () => request });
  const targets = {
    'GET /api/profiles/:id': sameRequest(readRequest(url, token, kept.id)),
    'GET /api/profiles?reference=': sameRequest(listRequest(url, token, { reference: kept.reference })),
    [`GET /api/profiles?limit=${page}`]: sameRequest(listRequest(url, token, { limit: String(page) })),
    'POST /api/profiles/create': { next: () => createRequest(url, token) },
    'PATCH /api/profiles/:id, consent': onePerRequest(newOne, ({ id }) => consentRequest(url, token, id)),
    'PATCH /api/profiles/:id, a photo': onePerRequest(
      () => newConsented(agent, service),
      ({ id }) => photoRequest(url, token, id),
    ),
    'GET /api/profiles/:id/files/:fileId': sameRequest(fileRequest(url, token, kept.id, files[0].id)),
  };
  return { targets: Object.entries(targets).map(([name, target]) => ({ name, pids, ...target })), read };
};

const cost = (without, keyed) => {
  const p50 = (times) => percentile(times, 0.5);
  const processor = ([service, database]) => ({ service_us: service, database_us: database });
  const share = (part) => {
    const clear = without.processorUs[part];
    const seals = keyed.processorUs[part];
    return clear === 0 ? null : rounded(seals / clear, 2);
  };
  return {
    without: { p50_ms: rounded(p50(without.times), 3), ...processor(without.processorUs) },
    with: { p50_ms: rounded(p50(keyed.times), 3), ...processor(keyed.processorUs) },
    p50_ratio: rounded(p50(keyed.times) / p50(without.times), 2),
    service_processor_ratio: share(0),
    database_processor_ratio: share(1),
  };
};

/** The read under load, at both services: each has the first core, and its database the second one. */
const readsUnderLoad = async (use, plan, { clear, keyed, services }) => {
  const generator = use(startGenerator());
  const koa = use(await startBareKoa());
  pin(koa.pid, 0);
  for (const { backend, database } of services) {
    pin(backend.pid, 0);
    pin(database.pid, 1);
  }
  const targets = [
    { ...keyed, name: 'GET /api/profiles/:id with DATA_KEYS' },
    { ...clear, name: 'the same without' },
    koaTarget(koa),
  ];
  return summary(await alternating(generator, targets, plan));
};

export const run = ({ requests, uploads, page, profiles, load }) =>
  withCleanup(async (use) => {
    const agent = newConnection();
    use({ stop: () => agent.destroy() });
    const services = [await startService(use), await startService(use, { environment: withDataKeys() })];
    const clear = await targetsAt({ agent, page, profiles, service: services[0] });
    const keyed = await targetsAt({ agent, page, profiles, service: services[1] });
    console.log(row(['', 'without ms', 'with ms', 'ratio', 'CPU', 'CPU of PB']));
    const routes = {};
    for (const [i, { name }] of clear.targets.entries()) {
      const count = name.endsWith('photo') ? uploads : requests;
      const found = cost(...(await inTurns([clear.targets[i], keyed.targets[i]], count)));
      routes[name] = found;
      const ratios = [found.p50_ratio, found.service_processor_ratio ?? '?', found.database_processor_ratio ?? '?'];
      console.log(row([name, found.without.p50_ms.toFixed(2), found.with.p50_ms.toFixed(2), ...ratios]));
    }
    const underLoad = await readsUnderLoad(use, load, { clear: clear.read, keyed: keyed.read, services });
    const [sealed, plain, empty] = underLoad.map(({ processor_us }) => processor_us);
    console.log(`\n  a read under load, on the processor: ${sealed} us with keys, ${plain} us without`);
    const koa_us = { keyed_read_us: empty };
    return { routes, under_load: underLoad, koa_us, figures: { keyed_read_us: sealed } };
  });
