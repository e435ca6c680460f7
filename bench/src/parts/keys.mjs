// What `DATA_KEYS` costs: the same requests at a service that seals and at one that does not, taken in turn.

import { newConnection } from '../client/exchange.mjs';
import { newPerson } from '../client/person.mjs';
import {
  consentRequest,
  createRequest,
  fileRequest,
  listRequest,
  photoRequest,
  readRequest,
} from '../client/requests.mjs';
import { withDataKeys } from '../environment.mjs';
import { row } from '../report.mjs';
import { inTurns } from '../sequential.mjs';
import { startService } from '../start-service.mjs';
import { percentile, rounded } from '../statistics.mjs';
import { withCleanup } from '../with-cleanup.mjs';

export const plans = {
  full: { requests: 600, uploads: 60, page: 20 },
  short: { requests: 150, uploads: 30, page: 20 },
  smoke: { requests: 1, uploads: 1, page: 2 },
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

/** The routes at one service, each as a target; a list is asked for `page` profiles. */
const targetsAt = async ({ agent, service, page }) => {
  const { token, url } = service;
  const pids = [service.backend.pid, service.database.pid];
  const kept = await newPerson(agent, service);
  await kept.consent();
  await kept.photo();
  const { files } = await kept.profile();
  for (let n = 1; n < page; n += 1) await newPerson(agent, service);
  const withConsent = async () => {
    const person = await newPerson(agent, service);
    await person.consent();
    return person;
  };
  const newOne = () => newPerson(agent, service);
  const sameRequest = (request) => ({ next: () => request });
  const targets = {
    'GET /api/profiles/:id': sameRequest(readRequest(url, token, kept.id)),
    'GET /api/profiles?reference=': sameRequest(listRequest(url, token, { reference: kept.reference })),
    [`GET /api/profiles?limit=${page}`]: sameRequest(listRequest(url, token, { limit: String(page) })),
    'POST /api/profiles/create': { next: () => createRequest(url, token) },
    'PATCH /api/profiles/:id, consent': onePerRequest(newOne, ({ id }) => consentRequest(url, token, id)),
    'PATCH /api/profiles/:id, a photo': onePerRequest(withConsent, ({ id }) => photoRequest(url, token, id)),
    'GET /api/profiles/:id/files/:fileId': sameRequest(fileRequest(url, token, kept.id, files[0].id)),
  };
  return Object.entries(targets).map(([name, target]) => ({ name, pids, ...target }));
};

const cost = (without, keyed) => {
  const p50 = (times) => percentile(times, 0.5);
  const processor = ([service, database]) => ({ service_us: service, database_us: database });
  const share = (part) => {
    const [clear, seals] = [without.processorUs[part], keyed.processorUs[part]];
    return clear === null || clear === 0 ? null : rounded(seals / clear, 2);
  };
  return {
    without: { p50_ms: rounded(p50(without.times), 3), ...processor(without.processorUs) },
    with: { p50_ms: rounded(p50(keyed.times), 3), ...processor(keyed.processorUs) },
    p50_ratio: rounded(p50(keyed.times) / p50(without.times), 2),
    service_processor_ratio: share(0),
    database_processor_ratio: share(1),
  };
};

export const run = ({ requests, uploads, page }) =>
  withCleanup(async (use) => {
    const agent = newConnection();
    use({ stop: () => agent.destroy() });
    const clear = await targetsAt({ agent, page, service: await startService(use) });
    const keyed = await targetsAt({ agent, page, service: await startService(use, { environment: withDataKeys() }) });
    console.log(row(['', 'without ms', 'with ms', 'ratio', 'CPU', 'CPU of PB']));
    const routes = {};
    for (const [i, { name }] of clear.entries()) {
      const count = name.endsWith('photo') ? uploads : requests;
      const found = cost(...(await inTurns([clear[i], keyed[i]], count)));
      routes[name] = found;
      const ratios = [found.p50_ratio, found.service_processor_ratio ?? '?', found.database_processor_ratio ?? '?'];
      console.log(row([name, found.without.p50_ms.toFixed(2), found.with.p50_ms.toFixed(2), ...ratios]));
    }
    return { routes };
  });
