// `node bench/two-builds.mjs <commit>`, after a build, tries an upgrade and its rollback: the build of an earlier
// commit of the same schema and this one serve over one database, at times both behind a balancer that gives each
// request to the next one. Whole journeys and reads of all that was made go through it, and none may fail.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { exchange, newConnection } from './src/client/exchange.mjs';
import { journey } from './src/client/person.mjs';
import { readRequest } from './src/client/requests.mjs';
import { scriptOf } from './src/compare/compare.mjs';
import { buildCommit } from './src/compare/other-build.mjs';
import { startDatabase } from './src/database.mjs';
import { newClient, vendorsAt } from './src/environment.mjs';
import { startVendors } from './src/processes.mjs';
import { startService } from './src/start-service.mjs';
import { withCleanup } from './src/with-cleanup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const journeys = 6;

/** Gives each request to the next one of its services, as a balancer does while a release rolls out. */
const startBalancer = async () => {
  const behind = { urls: [] };
  let next = 0;
  const server = createServer((incoming, answer) => {
    const url = behind.urls[next % behind.urls.length];
    next += 1;
    const { method, headers } = incoming;
    const onward = request(`${url}${incoming.url}`, { method, headers }, (response) => {
      answer.writeHead(response.statusCode, response.headers);
      response.pipe(answer);
    });
    onward.once('error', (cause) => answer.destroy(cause));
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { behind, url: `http://127.0.0.1:${server.address().port}`, stop };
};

const [commit] = process.argv.slice(2);
if (commit === undefined) throw new Error('Usage: node bench/two-builds.mjs <commit>');

await withCleanup(async (use) => {
  const earlier = use(await buildCommit(root, commit));
  const database = use(await startDatabase());
  const environment = {
    ...vendorsAt(use(await startVendors()).url),
    // A token of one is a token of the other.
    JWT_SECRET: randomBytes(48).toString('base64url'),
  };
  const client = newClient();
  const balancer = use(await startBalancer());
  const agent = newConnection();
  const made = [];
  const start = (script) => startService(use, { client, database, environment, script });

  /** New people go through, and everybody's profile is read as often as there are services. */
  const step = async (what, ...services) => {
    balancer.behind.urls = services.map(({ url }) => url);
    const { token } = services[0];
    for (let n = 0; n < journeys; n += 1) made.push((await journey(agent, { url: balancer.url, token })).id);
    for (const id of services.flatMap(() => made)) {
      const { status } = (await exchange(agent, readRequest(balancer.url, token, id))).json();
      if (status !== 'approved') throw new Error(`${id} is ${status}`);
    }
    console.log(`${what}: ${journeys} journeys, ${made.length} profiles read, none failed`);
  };

  const before = await start(scriptOf(earlier.folder));
  await step(`1. ${earlier.id.slice(0, 9)} alone`, before);
  const after = await start(scriptOf(root));
  await step('2. the upgrade: both at once', before, after);
  await before.backend.stop();
  await step('3. this build alone', after);
  const back = await start(scriptOf(earlier.folder));
  await step('4. the rollback: both at once', after, back);
  await after.backend.stop();
  await step(`5. ${earlier.id.slice(0, 9)} alone`, back);
  agent.destroy();
});
