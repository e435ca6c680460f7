// A proxy between a service and its database, which forwards and records every request.
import { Agent, createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { agreedRun } from './agreed-run.mjs';

const readAll = async (stream) => {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** The writes of a batch; an empty list for any other request. */
const writesIn = (path, body) => (path === '/api/batch' ? JSON.parse(body.toString('utf8')).requests : []);

const accessLog = '/api/collections/access_log/';
/** The access log is written once a second for all requests together, so that this is a statement of none of them. */
const isAccessLog = ({ path, writes }) =>
  path.startsWith(accessLog) || (writes.length > 0 && writes.every(({ url }) => url.startsWith(accessLog)));

const relayCollections = /^\/api\/collections\/(ledger_log|ledger_heads|feed_heads)\//;
/**
 * The relay places the entries of a request and numbers their events behind it: most of that is SQL, which is left out
 * as a look is. The events themselves it reads by their places.
 */
const isRelay = ({ method, path, writes }) =>
  relayCollections.test(path) ||
  (method === 'GET' && /^\/api\/collections\/ledger\/records\?.*place/.test(path)) ||
  (writes.length > 0 && writes.every(({ url }) => relayCollections.test(url)));

/** After a new connection the service looks which database answers, and at its schema: these are of no request. */
const isLook = ({ path }) => /^\/api\/(health|settings|sql|collections)(\?|$)/.test(path);
/** It also asks which installation answers, which is all that a question for its health asks, once for all of them. */
const isInstallation = ({ path }) => path.startsWith('/api/collections/installation/');

const listen = (server) =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`));
  });

/** The statement as a text without the times in it, so that a repeated statement is recognized. */
const withoutTimes = ({ method, path }) => {
  const { pathname, searchParams } = new URL(path, 'http://database');
  const query = [...searchParams].map(
    ([name, value]) => `${name}=${value.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now')}`,
  );
  return `${method} ${pathname}?${query.join('&')}`;
};

/** Longer than the time between two rounds of the sweep. */
export const idleMs = 2500;

/** `quietMs` is how long nothing may be in progress before the work of a request counts as complete. */
export const startRecorder = async (target, quietMs = 60) => {
  const agent = new Agent({ keepAlive: true });
  /** The statements of the background work of the service. */
  const background = new Set();
  let sent = [];
  let open = 0;
  let last = performance.now();

  const forward = async (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const body = await readAll(incoming);
    const writes = writesIn(path, body);
    sent.push({ method, path, writes });
    const { host: _, connection: __, 'transfer-encoding': ___, ...otherHeaders } = headers;
    const length = body.length === 0 ? {} : { 'content-length': body.length };
    const call = request(`${target}${path}`, { agent, method, headers: { ...otherHeaders, ...length } }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    call.once('error', (cause) => outgoing.destroy(cause));
    call.end(body);
  };

  const server = createServer((incoming, outgoing) => {
    open += 1;
    outgoing.once('close', () => {
      open -= 1;
      last = performance.now();
    });
    forward(incoming, outgoing).catch((cause) => outgoing.destroy(cause));
  });
  const url = await listen(server);

  const waitUntilIdle = async () => {
    while (open > 0 || performance.now() - last < quietMs) await sleep(5);
  };
  /** Records what is sent from the start of the work until nothing is in progress any more. */
  const recordDuring = async (work) => {
    await waitUntilIdle();
    sent = [];
    await work();
    last = performance.now();
    await waitUntilIdle();
    const isOfRequest = (one) =>
      !isAccessLog(one) && !isRelay(one) && !isLook(one) && !background.has(withoutTimes(one));
    const ofRequests = sent.filter(isOfRequest);
    const ofRecords = ofRequests.filter((one) => !isInstallation(one));
    return ofRecords.length > 0 ? ofRecords : ofRequests.slice(0, 1);
  };
  return {
    url,
    /** Records what the service sends without a request, and leaves these statements out from now on. */
    ignoreBackground: async (ms) => {
      const found = await recordDuring(() => sleep(ms));
      for (const statement of found) if (!isInstallation(statement)) background.add(withoutTimes(statement));
      return found;
    },
    /**
     * Returns what the work sends in most of several runs, because unrelated requests occasionally fall into one. Each
     * run gets what `prepare` answers, which is not recorded.
     */
    mostFrequent: (work, { prepare = async () => undefined, tries = 3 } = {}) => {
      const run = async () => {
        const prepared = await prepare();
        return recordDuring(() => work(prepared));
      };
      return agreedRun(run, (sent) => sent.map(statementText).join('; '), tries);
    },
    stop: async () => {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** `profiles/…` of a path below the collections, without ids and queries; a path of another kind as it is. */
const resourceOf = (path) => {
  const [, collection, id] = /^\/api\/collections\/([^/]+)\/records(\/[^/?]+)?/.exec(path) ?? [];
  if (path.startsWith('/api/files/')) return path === '/api/files/token' ? 'a token for files' : 'the bytes of a file';
  if (collection !== undefined) return `${collection}${id === undefined ? '' : '/:id'}`;
  return path.replace(/\?.*$/, '').replace(/^\/api\//, '');
};

/** A statement in a few words, such as `GET profiles/:id` or `batch of POST profiles, POST ledger`. */
export const statementText = ({ method, path, writes }) => {
  if (writes.length === 0) return `${method} ${resourceOf(path)}`;
  return `batch of ${writes.map((write) => `${write.method} ${resourceOf(write.url)}`).join(', ')}`;
};

/** The shape of a batch: the address of every write, and the names of its columns. */
export const batchShape = (writes) =>
  writes.map(({ method, url, body }) => `${method} ${url} (${Object.keys(body).sort().join(', ')})`).join('\n');
