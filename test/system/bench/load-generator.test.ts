import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { root } from '../../support/repository/files.ts';

type Target = {
  readonly name: string;
  readonly url: string;
  readonly expect: number;
  readonly method?: string;
  readonly urls?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly variants?: readonly { readonly path?: string; readonly headers?: Readonly<Record<string, string>> }[];
  readonly bodies?: () => string;
};
type Load = { readonly seconds: number; readonly connections: number; readonly perSecond: number };
type Generator = {
  readonly run: (target: Target, load: Load) => Promise<{ readonly times: Float64Array; readonly elapsedMs: number }>;
  readonly stop: () => Promise<void>;
};
type Module = { readonly startGenerator: () => Generator };

const { startGenerator }: Module = await import(pathToFileURL(join(root, 'bench/src/load/generator.mjs')).href);

describe('the load generator', () => {
  let generator: Generator;
  const servers: Server[] = [];
  before(() => {
    generator = startGenerator();
  });
  after(() => generator.stop());
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });

  const listening = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
    return `http://127.0.0.1:${address.port}`;
  };
  const load: Load = { seconds: 0.1, connections: 4, perSecond: 100_000 };
  const target = (url: string): Target => ({ name: 'a target', url: `${url}/path?query`, expect: 200 });
  const failureOf = (run: Promise<unknown>): Promise<string> =>
    run.then(
      () => 'nothing failed',
      (error: Error) => error.message,
    );

  it('times every response of a server, and no more of them', async () => {
    const seen: string[] = [];
    const url = await listening((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers['x-name']}`);
      response.end('{"a":1}');
    });
    const { times } = await generator.run({ ...target(url), headers: { 'X-Name': 'b' } }, load);
    expect([...new Set(seen)]).to.deep.equal(['GET /path?query b']);
    expect(times).to.have.lengthOf(seen.length);
    expect(times.every((ms) => ms > 0)).to.equal(true);
  });

  it('waits for two responses, however short the round', async () => {
    const url = await listening((_, response) => response.end('{}'));
    const { times, elapsedMs } = await generator.run(target(url), { ...load, seconds: 0, connections: 1 });
    expect(times).to.have.lengthOf(2);
    expect(elapsedMs).to.be.above(0);
  });

  for (const [name, listener] of Object.entries<RequestListener>({
    'in chunks': (_, response) => {
      response.write('{"a":');
      setImmediate(() => response.end('1}'));
    },
    'in one chunk that is as long as it says': (_, response) => response.end('{"a":1}'),
    'on a connection that it closes': (_, response) => response.setHeader('Connection', 'close').end('{}'),
    'without a body': (_, response) => response.end(),
  })) {
    it(`takes a response ${name}`, async () => {
      let count = 0;
      const url = await listening((request, response) => {
        count += 1;
        listener(request, response);
      });
      const { times } = await generator.run(target(url), load);
      expect([times.length, count > 4]).to.deep.equal([count, true]);
    });
  }

  it('sends each body once, and each variant in turn', async () => {
    const bodies = [] as string[];
    const names = [] as string[];
    const url = await listening(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      bodies.push(body);
      names.push(`${request.url} ${request.headers['x-name']}`);
      response.end('{}');
    });
    let n = 0;
    const newBody = () => {
      n += 1;
      return `body ${n}`;
    };
    await generator.run({ ...target(url), method: 'POST', bodies: newBody }, load);
    expect(new Set(bodies).size).to.equal(bodies.length);
    names.length = 0;
    const variants = [{ headers: { 'X-Name': 'a' } }, { headers: { 'X-Name': 'b' }, path: '/other' }];
    await generator.run({ ...target(url), variants }, load);
    expect([...new Set(names)].toSorted()).to.deep.equal(['/other b', '/path?query a']);
  });

  it('divides its connections among several servers', async () => {
    const counts = [0, 0];
    const urls = await Promise.all(
      counts.map((_, i) =>
        listening((_request, response) => {
          counts[i] = (counts[i] ?? 0) + 1;
          response.end('{}');
        }),
      ),
    );
    const { times } = await generator.run({ ...target(urls[0] ?? ''), urls }, load);
    expect(counts.every((count) => count > 1)).to.equal(true);
    expect(times).to.have.lengthOf(counts.reduce((sum, count) => sum + count, 0));
  });

  const rejected: Readonly<Record<string, readonly [RequestListener, RegExp]>> = {
    'a single response of another status': [
      (() => {
        let count = 0;
        return (_, response) => {
          count += 1;
          response.writeHead(count === 3 ? 503 : 200).end('{}');
        };
      })(),
      /a target: .*other statuses than 200: 503 \(1 times\)/,
    ],
    'a connection that is closed before its response': [
      (request) => request.socket.destroy(),
      /closed before|ECONNRESET/,
    ],
    'a response whose end cannot be seen': [
      (request) => request.socket.end('HTTP/1.1 200 OK\r\n\r\n{}'),
      /a response without a length/,
    ],
    'a response that is longer than it says': [
      (request) => request.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n{}'),
      /longer than it says/,
    ],
  };
  for (const [name, [listener, message]] of Object.entries(rejected)) {
    it(`fails a round with ${name}`, async () => {
      expect(await failureOf(generator.run(target(await listening(listener)), load))).to.match(message);
    });
  }

  it('fails a round whose server does not listen', async () => {
    expect(await failureOf(generator.run(target('http://127.0.0.1:1'), load))).to.match(/ECONNREFUSED/);
  });

  it('fails a round that needs more bodies than were made', async () => {
    const url = await listening((_, response) => response.end('{}'));
    const run = generator.run({ ...target(url), bodies: () => 'x' }, { ...load, perSecond: 10 });
    expect(await failureOf(run)).to.include('more requests than were made');
  });
});
