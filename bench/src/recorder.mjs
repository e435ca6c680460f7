// A proxy between a service and its database, which passes everything on and takes down what was sent.
import { Agent, createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const wholeOf = async (stream) => {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** What stands in a batch, write by write; nothing for any other request. */
const writesIn = (path, body) => (path === '/api/batch' ? JSON.parse(body.toString('utf8')).requests : []);

const listening = (server) =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`));
  });

/** A statement without the time in it: what is the same statement every time. */
const kindOf = ({ method, path }) => {
  const { pathname, searchParams } = new URL(path, 'http://database');
  const query = [...searchParams].map(
    ([name, value]) => `${name}=${value.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now')}`,
  );
  return `${method} ${pathname}?${query.join('&')}`;
};

/** Longer than the time between two rounds of what the service does by itself. */
export const idleMs = 2500;

/** `quietMs` is how long nothing may be in progress before the work of a request counts as complete. */
export const startRecorder = async (target, quietMs = 60) => {
  const agent = new Agent({ keepAlive: true });
  /** The statements that the service sends without being asked, by the clock. */
  const unasked = new Set();
  let sent = [];
  let [open, last] = [0, performance.now()];

  const pass = async (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const body = await wholeOf(incoming);
    sent.push({ method, path, writes: writesIn(path, body) });
    const { host: _, connection: __, 'transfer-encoding': ___, ...kept } = headers;
    const length = body.length === 0 ? {} : { 'content-length': body.length };
    const call = request(`${target}${path}`, { agent, method, headers: { ...kept, ...length } }, (answer) => {
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
    pass(incoming, outgoing).catch((cause) => outgoing.destroy(cause));
  });
  const url = await listening(server);

  const quiet = async () => {
    while (open > 0 || performance.now() - last < quietMs) await sleep(5);
  };
  /** Records what is sent from the start of the work until nothing is in progress any more. */
  const during = async (work) => {
    await quiet();
    sent = [];
    await work();
    last = performance.now();
    await quiet();
    return sent.filter((statement) => !unasked.has(kindOf(statement)));
  };
  return {
    url,
    /** Takes down what the service sends while nobody asks it anything, and counts none of that from here on. */
    leaveAlone: async (ms) => {
      const found = await during(() => sleep(ms));
      for (const statement of found) unasked.add(kindOf(statement));
      return found;
    },
    /** Answers what the work sends in most of several runs, because unrelated requests occasionally fall into one. */
    oftenest: async (work, tries = 3) => {
      const seen = new Map();
      for (let n = 0; n < tries; n += 1) {
        const found = await during(() => work(n));
        const name = found.map(named).join('; ');
        seen.set(name, [...(seen.get(name) ?? []), found]);
      }
      return [...seen.values()].sort((a, b) => b.length - a.length)[0][0];
    },
    stop: async () => {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** `profiles/…` of a path below the collections, without ids and queries; a path of another kind as it is. */
const placeOf = (path) => {
  const [, collection, id] = /^\/api\/collections\/([^/]+)\/records(\/[^/?]+)?/.exec(path) ?? [];
  if (path.startsWith('/api/files/')) return path === '/api/files/token' ? 'a token for files' : 'the bytes of a file';
  if (collection !== undefined) return `${collection}${id === undefined ? '' : '/:id'}`;
  return path.replace(/\?.*$/, '').replace(/^\/api\//, '');
};

/** A statement in a few words, such as `GET profiles/:id` or `batch of POST profiles, POST ledger`. */
export const named = ({ method, path, writes }) => {
  if (writes.length === 0) return `${method} ${placeOf(path)}`;
  return `batch of ${writes.map((write) => `${write.method} ${placeOf(write.url)}`).join(', ')}`;
};

/** The form of a batch: every write with its place and the names of its columns. */
export const formOf = (writes) =>
  writes.map(({ method, url, body }) => `${method} ${url} (${Object.keys(body).sort().join(', ')})`).join('\n');
