import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { E, TE } from '@portcullis/domain';
import { createVendorClient, unavailableFrom, VendorCallError } from '@portcullis/vendor-client';
import { expect } from 'chai';
import { aVendorClient, name, shortReason, testLimits } from '../../support/clients/vendor-clients.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { startProgram } from '../../support/servers/program.ts';
import { selfSigned } from '../../support/servers/self-signed.ts';
import { type StubServer, startStub } from '../../support/servers/stub-server.ts';

const codeOf = (thrown: unknown): string => (thrown instanceof VendorCallError ? thrown.code : `${thrown}`);

describe('the vendor client', () => {
  let asked: string[];
  let stub: StubServer;
  let port: string;
  beforeEach(async () => {
    asked = [];
    stub = await startStub((request, response) => {
      asked.push(`${request.url}`);
      response.setHeader('x-request-id', `id${request.url?.replaceAll('/', '-')}`);
      response.end('here');
    });
    port = new URL(stub.url).port;
  });
  afterEach(() => stub.close());

  /** Answers the result of one fetch in a call: the status, or the code of the fault. */
  const fetched = (origin: string, input: string | URL | Request, init: RequestInit = {}): Promise<string> => {
    const { way } = aVendorClient(origin);
    return mustSucceed(
      way.call(name, ({ fetch }) => async () => {
        const status = await fetch(input, init).then(({ status }) => `${status}`, codeOf);
        return E.right(status);
      }),
    );
  };

  const elsewhere: Readonly<Record<string, (port: string) => string>> = {
    'another name of the same machine': (port) => `http://localhost:${port}/`,
    'a longer name': (port) => `http://127.0.0.1.vendor.invalid:${port}/`,
    'the machine in IPv6': (port) => `http://[::1]:${port}/`,
    'IPv4 within IPv6': (port) => `http://[::ffff:127.0.0.1]:${port}/`,
    'every address of the machine': (port) => `http://0.0.0.0:${port}/`,
    'another port': (port) => `http://127.0.0.1:${Number(port) ^ 1}/`,
    'no port': () => 'http://127.0.0.1/',
    'another scheme': (port) => `https://127.0.0.1:${port}/`,
    'a user': (port) => `http://somebody@127.0.0.1:${port}/`,
    'a user and a password': (port) => `http://somebody:something@127.0.0.1:${port}/`,
    'a user who looks like the vendor': (port) => `http://127.0.0.1:${port}@vendor.invalid/`,
    'a file': () => 'file:///etc/passwd',
    data: () => 'data:text/plain,here',
    'a blob of the same origin': (port) => `blob:http://127.0.0.1:${port}/4f7c6e0e-0000-4000-8000-000000000000`,
    'a socket': (port) => `ws://127.0.0.1:${port}/`,
  };
  for (const [what, urlOf] of Object.entries(elsewhere)) {
    it(`refuses ${what}`, async () => {
      expect(await fetched(stub.url, urlOf(port))).to.equal('host_not_allowed');
      expect(await fetched(stub.url, new URL(urlOf(port)))).to.equal('host_not_allowed');
      expect(asked).to.deep.equal([]);
    });
  }

  it('is not redirected by a Request, by a Host header or by an invalid address', async () => {
    expect(await fetched(stub.url, new Request(`http://localhost:${port}/`))).to.equal('host_not_allowed');
    expect(await fetched(stub.url, '/relative')).to.equal('request_malformed');
    expect(await fetched(stub.url, `${stub.url}/`, { method: 'GET', body: 'no' })).to.equal('request_malformed');
    expect(await fetched(stub.url, `${stub.url}/`, { headers: { 'x-key': 'two\nlines' } })).to.equal(
      'request_malformed',
    );
    // The fetch standard accepts this header, and Node's client does not.
    expect(await fetched(stub.url, `${stub.url}/`, { headers: { 'x-key': 'a\u0001b' } })).to.equal('request_malformed');
    expect(asked).to.deep.equal([]);
    expect(await fetched(stub.url, `${stub.url}/`, { headers: { host: 'vendor.invalid' } })).to.equal('200');
  });

  it('accepts its origin in any spelling, and a Request as well', async () => {
    for (const origin of [stub.url, `${stub.url}/`, `HTTP://127.0.0.1:${port}`, `http://2130706433:${port}`]) {
      expect(await fetched(origin, `http://127.1:${port}/a`)).to.equal('200');
      expect(await fetched(origin, new Request(`HTTP://0x7f.0.0.1:${port}/b`, { method: 'POST', body: 'c' }))).to.equal(
        '200',
      );
    }
    expect(asked).to.have.length(8);
  });

  it('compares host names in any case, and refuses a trailing dot', async () => {
    const origin = `http://localhost:${port}`;
    expect(await fetched(origin, `http://LocalHost:${port}/`)).to.equal('200');
    expect(await fetched(origin, `http://localhost.:${port}/`)).to.equal('host_not_allowed');
    expect(asked).to.have.length(1);
  });

  it('removes the headers of the connection, and sends all others', async () => {
    const seen: object[] = [];
    const other = await startStub((request, response) => {
      seen.push(request.headers);
      request.resume().on('end', () => response.end());
    });
    const { host } = new URL(other.url);
    const headers = {
      Host: 'vendor.invalid',
      Connection: 'close',
      Expect: '100-continue',
      'Accept-Encoding': 'zstd',
      'X-Key': 'k',
    };
    expect(await fetched(other.url, other.url, { method: 'POST', headers, body: 'four' })).to.equal('200');
    expect(seen).to.deep.equal([
      {
        accept: '*/*',
        'accept-encoding': 'gzip, deflate, br',
        connection: 'keep-alive',
        'content-length': '4',
        'content-type': 'text/plain;charset=UTF-8',
        host,
        'user-agent': 'portcullis',
        'x-key': 'k',
      },
    ]);
    await other.close();
  });

  it('refuses a fetch after its call, in the next one and in the call of another client', async () => {
    const one = aVendorClient(stub.url);
    const other = aVendorClient(stub.url);
    let late: () => Promise<unknown> = async () => null;
    let after: Promise<unknown> = Promise.resolve();
    const leaving = one.way.call(name, ({ fetch }) => async () => {
      late = () => fetch(stub.url).catch(codeOf);
      after = new Promise((resolve) => setTimeout(resolve, 0)).then(late);
      return E.right(null);
    });
    await mustSucceed(leaving);
    expect(await after).to.equal('outside_a_call');
    for (const { way } of [one, other]) {
      expect(await mustSucceed(way.call(name, () => async () => E.right(await late())))).to.equal('outside_a_call');
    }
    expect(asked).to.deep.equal([]);
    expect([...one.records, ...other.records].map(({ sent }) => sent)).to.deep.equal([0, 0, 0]);
  });

  it('counts a fetch for its own call, and by the rules of its own client, wherever it is used', async () => {
    const one = aVendorClient(stub.url);
    const other = aVendorClient('http://127.0.0.1:9');
    const call = one.way.call(name, ({ fetch, signal }) =>
      other.way.call({ ...name, operation: 'inner' }, () => async () => E.right(await fetch(stub.url)), signal),
    );
    expect((await mustSucceed(call)).status).to.equal(200);
    expect([...other.records, ...one.records].map(({ operation, sent }) => [operation, sent])).to.deep.equal([
      ['inner', 0],
      ['ask', 1],
    ]);
  });

  it('aborts what its caller aborts, with the given reason', async () => {
    const { way } = aVendorClient(stub.url);
    const reason = new Error('enough');
    const ended = way.call(
      name,
      ({ fetch }) =>
        async () =>
          E.right(await fetch(stub.url, { signal: AbortSignal.abort(reason) }).catch((thrown: unknown) => thrown)),
    );
    expect(await mustSucceed(ended)).to.equal(reason);
    const timeout = way.call(name, ({ fetch }) =>
      TE.tryCatch(
        () => fetch(new Request(stub.url, { signal: AbortSignal.abort() })),
        (thrown) => unavailableFrom('device', thrown),
      ),
    );
    expect(shortReason(await mustFail(timeout))).to.deep.equal({ kind: 'timeout', code: null });
    expect(asked).to.deep.equal([]);
  });

  it('keeps the trace contexts of calls apart that run concurrently, wait for a slot, or pause', async () => {
    const tries = new Map<string, number>();
    const busy = await startStub((request, response) => {
      const path = `${request.url}`;
      const nth = (tries.get(path) ?? 0) + 1;
      tries.set(path, nth);
      const isDown = Number(path.slice(1)) % 2 === 1 && nth === 1;
      response.writeHead(isDown ? 503 : 200, { 'request-id': `call-${path.slice(1)}-${nth}` });
      response.end(path);
    });
    const { ask, records } = aVendorClient(
      busy.url,
      { concurrency: 3, queue: 20, maxAttempts: 2 },
      { random: () => 0.1 },
    );
    const paths = Array.from({ length: 10 }, (_, n) => `/${n}`);
    const answers = await Promise.all(paths.map((path) => mustSucceed(ask(path))));
    expect(answers.map(({ text }) => text)).to.deep.equal(paths);
    const traces = records.map(({ requestId, sent, status }) => `${requestId} ${sent} ${status}`);
    const expected = paths.map((_, n) => (n % 2 === 1 ? `call-${n}-2 2 200` : `call-${n}-1 1 200`));
    expect(traces.sort()).to.deep.equal(expected.sort());
    await busy.close();
  });

  it('keeps the trace context of a call apart from those of a nested call', async () => {
    const { way, ask, records } = aVendorClient(stub.url);
    const call = way.call({ ...name, operation: 'outer' }, ({ fetch, signal }) => async () => {
      await fetch(`${stub.url}/before`);
      const inner = await ask('/inner', {}, signal)();
      if (E.isLeft(inner)) return inner;
      await fetch(`${stub.url}/after`);
      return E.right(inner.right.text);
    });
    expect(await mustSucceed(call)).to.equal('here');
    expect(records.map(({ operation, requestId, sent }) => `${operation} ${requestId} ${sent}`)).to.deep.equal([
      'ask id-inner 1',
      'outer id-after 2',
    ]);
  });

  it('requires a valid origin', () => {
    const options = { provider: 'tried', limits: testLimits, random: () => 0, observe: () => undefined };
    expect(() => createVendorClient({ ...options, origins: ['vendor.example'] })).to.throw(TypeError);
  });
});

/** Requests `url` once with the environment of the process, and prints the result. */
const program = (url: string): string => `
  import { createVendorClient, unavailableFrom } from '@portcullis/vendor-client';
  import { TE } from '@portcullis/domain';
  const limits = { deadlineMs: 5000, maxBytes: 1024, concurrency: 1, queue: 1, maxAttempts: 2, breaker: { failures: 5, openMs: 1000 } };
  const way = createVendorClient({ provider: 'tried', origins: ['${url}'], limits, random: () => 0, observe: () => {} });
  const result = await way.call({ service: 'device', operation: 'ask' }, ({ fetch }) =>
    TE.tryCatch(() => fetch('${url}').then((it) => it.text()), (thrown) => unavailableFrom('device', thrown)))();
  console.log(result.right ?? result.left.kind + ' ' + result.left.cause.code + ' ' + result.left.retryAfterSeconds);
`;

const printedBy = async (url: string, env: Record<string, string>): Promise<string | undefined> => {
  const child = startProgram(process.execPath, ['--no-warnings', '--input-type=module', '-e', program(url)], { env });
  await child.ended;
  return child.printed().trim();
};

describe('the environment of a process with a vendor client', () => {
  it('cannot disable certificate checks, but may name a further authority', async () => {
    const { key, cert } = selfSigned();
    const folder = mkdtempSync(join(tmpdir(), 'portcullis-certificate-'));
    writeFileSync(join(folder, 'cert.pem'), cert);
    let requests = 0;
    const server = createServer({ key, cert }, (_request, response) => {
      requests += 1;
      response.end('here');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const url = `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    try {
      const untrusted = 'not_configured certificate_not_trusted 3600';
      expect(await printedBy(url, {})).to.equal(untrusted);
      expect(await printedBy(url, { NODE_TLS_REJECT_UNAUTHORIZED: '0' })).to.equal(untrusted);
      expect(requests).to.equal(0);
      expect(await printedBy(url, { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') })).to.equal('here');
    } finally {
      server.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('cannot route calls through a proxy', async () => {
    let proxied = 0;
    const proxy = await startStub((_request, response) => {
      proxied += 1;
      response.end('by the proxy');
    });
    const stub = await startStub((_request, response) => response.end('here'));
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
    const env = Object.fromEntries(names.map((name) => [name, proxy.url]));
    expect(await printedBy(stub.url, { ...env, NODE_USE_ENV_PROXY: '1' })).to.equal('here');
    expect(proxied).to.equal(0);
    await Promise.all([proxy.close(), stub.close()]);
  });
});
