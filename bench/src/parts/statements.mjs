// How many requests the service sends to PocketBase for one of its own, counted by a proxy between the two.
import { setTimeout as sleep } from 'node:timers/promises';
import { exchange, newConnection } from '../client/exchange.mjs';
import { approved, journey, newPerson } from '../client/person.mjs';
import { startDatabase } from '../database.mjs';
import { vendorsAt } from '../environment.mjs';
import { startVendors } from '../processes.mjs';
import { startRecorder, statementText } from '../recorder.mjs';
import { row } from '../report.mjs';
import { startService } from '../start-service.mjs';
import { rounded } from '../statistics.mjs';
import { withCleanup } from '../with-cleanup.mjs';

export const plans = {
  full: { tries: 9, idleMs: 10_000 },
  /** Longer than the time after which the revoked tokens are read again. */
  short: { tries: 3, idleMs: 6000 },
  smoke: { tries: 1, idleMs: 100 },
};

const decisionMs = 60_000;

/** Waits until the checks have come to an end, by asking PocketBase past the proxy, where it is not counted. */
const decisionWaiter =
  (agent, { database, superuser }) =>
  async ({ id }) => {
    const url = `${database.own}/api/collections/profiles/records/${id}?fields=status`;
    const row = { url, headers: { Authorization: superuser } };
    const until = performance.now() + decisionMs;
    while ((await exchange(agent, row)).json().status === 'processing') {
      if (performance.now() > until) throw new Error(`the checks of ${id} have come to no end`);
      await sleep(10);
    }
  };

/** Each try has its own person. `prepare` is not counted, `request` is. */
const routesAt = (agent, service) => {
  const waitForDecision = decisionWaiter(agent, service);
  const partner = () => newPerson(agent, service);
  const after = async (...steps) => {
    const person = await partner();
    for (const step of steps) await person[step]();
    return person;
  };
  return {
    'GET /api/profiles/:id': { prepare: () => after('consent'), request: (person) => person.profile() },
    'POST /api/profiles/create': { prepare: async () => null, request: partner },
    'PATCH /api/profiles/:id, consent': { prepare: () => after(), request: (person) => person.consent() },
    'PATCH /api/profiles/:id, a photo': { prepare: () => after('consent'), request: (person) => person.photo() },
    'POST /api/ai/document-analysis': { prepare: () => after('consent'), request: (person) => person.analysis() },
    'POST /api/face-liveness/session': { prepare: () => after('consent'), request: (person) => person.session() },
    'GET /api/face-liveness/results/:id, to the decision': {
      prepare: async () => {
        const person = await after('consent', 'analysis');
        return { person, sessionId: await person.session() };
      },
      request: async ({ person, sessionId }) => {
        await person.result(sessionId);
        await waitForDecision(person);
      },
      check: ({ person }) => approved(person),
    },
  };
};

const countAt = async (recorder, { prepare, request, check }, tries) => {
  const prepared = [];
  const prepareOne = async () => {
    const one = await prepare();
    prepared.push(one);
    return one;
  };
  const sent = await recorder.mostFrequent(request, { prepare: prepareOne, tries });
  // Another decision would have come of other statements.
  for (const one of prepared) await check?.(one);
  const writes = sent.reduce((sum, statement) => sum + statement.writes.length, 0);
  return { statements: sent.length, rows_written_in_batches: writes, sent: sent.map(statementText) };
};

const measure = async (use, plan, vendors, agent) => {
  const database = use(await startDatabase());
  const recorder = use(await startRecorder(database.url));
  const service = await startService(use, {
    database: { ...database, url: recorder.url, own: database.url },
    environment: vendorsAt(vendors.url),
  });
  const background = await recorder.ignoreBackground(plan.idleMs);
  // With the first of its kind the service makes keys, and reads what it keeps in memory from then on.
  await journey(agent, service);
  const routes = {};
  for (const [name, route] of Object.entries(routesAt(agent, service)))
    routes[name] = await countAt(recorder, route, plan.tries);
  return { routes, unasked_a_second: rounded((1000 * background.length) / plan.idleMs, 1) };
};

export const run = (plan) =>
  withCleanup(async (use) => {
    const agent = newConnection();
    use({ stop: () => agent.destroy() });
    const vendors = use(await startVendors());
    const found = await measure(use, plan, vendors, agent);
    console.log(row(['', 'statements']));
    for (const [name, { statements, sent }] of Object.entries(found.routes)) {
      console.log(row([name, statements]));
      for (const one of sent) console.log(`      ${one}`);
    }
    console.log(`\n  asked nothing, the service sends ${found.unasked_a_second} statements a second`);
    const figures = Object.fromEntries(
      Object.entries(found.routes).map(([name, { statements }]) => [name, statements]),
    );
    return { ...found, figures };
  });
