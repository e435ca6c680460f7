import type { Socket } from 'node:net';
import { mock } from 'node:test';
import { E, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { aVendorClient, name, shortReason, timedCall } from '../../support/clients/vendor-clients.ts';
import { turns } from '../../support/clock/turns.ts';
import { waitUntil } from '../../support/clock/until.ts';
import { someOf } from '../../support/effort.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { startProgram } from '../../support/servers/program.ts';
import { drip, type RawServer, startRaw } from '../../support/servers/raw-server.ts';
import { startStub } from '../../support/servers/stub-server.ts';

const deadlineMs = 300;
/** A deadline for a call that is to be answered, in a process of its own that has loaded nothing before. */
const unhurriedMs = 5000;
/** The tolerance is another deadline: a longer delay has another cause than a busy machine. */
const latestMs = 2 * deadlineMs;
/** A deadline before which something is to be answered, and which then passes. */
const longerMs = 1500;

const late = { kind: 'timeout', code: 'deadline_passed' };
const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5000\r\n\r\n';

const stalls: readonly { readonly what: string; readonly scheme: string; readonly serve: (socket: Socket) => void }[] =
  [
    { what: 'a connection that is never made safe', scheme: 'https', serve: () => undefined },
    { what: 'a head that does not come', scheme: 'http', serve: () => undefined },
    { what: 'half a head', scheme: 'http', serve: (socket) => socket.write(head.slice(0, 30)) },
    {
      what: 'a head that comes a byte at a time',
      scheme: 'http',
      serve: (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
        drip(socket);
      },
    },
    { what: 'a body that does not come', scheme: 'http', serve: (socket) => socket.write(head) },
    {
      what: 'a body that comes a byte at a time',
      scheme: 'http',
      serve: (socket) => {
        socket.write(head);
        drip(socket);
      },
    },
  ];

describe('the deadline of a call to a vendor', () => {
  let server: RawServer;
  before('load what the first call loads, which takes as long as a deadline', async () => {
    for (const scheme of ['http', 'https']) {
      server = await startRaw((socket) => socket.end());
      await mustFail(aVendorClient(`${scheme}://127.0.0.1:${server.port}`, { maxAttempts: 1 }).ask());
      await server.close();
    }
  });
  afterEach(() => server.close());

  for (const { what, scheme, serve } of stalls) {
    it(`aborts ${what}, and closes the connection`, async () => {
      server = await startRaw(serve);
      const { ask, records } = aVendorClient(`${scheme}://127.0.0.1:${server.port}`, { deadlineMs });
      const { answer, ms, ownMs } = await timedCall(() => mustFail(ask()), deadlineMs);
      expect(shortReason(answer)).to.deep.equal(late);
      expect(ms).to.be.at.least(deadlineMs - 20);
      expect(ownMs).to.be.at.most(latestMs);
      await Promise.all(server.connections().map(({ closed }) => closed));
      expect(server.connections()).to.have.length(1);
      expect(records.map(({ outcome, sent }) => ({ outcome, sent }))).to.deep.equal([{ outcome: 'timeout', sent: 1 }]);
    });
  }

  it('aborts a request that the vendor does not read, and closes the connection', async () => {
    const taken: Socket[] = [];
    let isReading = false;
    // On a busy machine the first bytes are seen only after the deadline, when nothing would resume the socket again.
    server = await startRaw((socket) => void (isReading || taken.push(socket.pause())));
    const { ask } = aVendorClient(server.url, { deadlineMs });
    const body = new Uint8Array(16 * 1024 * 1024);
    const { answer, ownMs } = await timedCall(() => mustFail(ask('/', { method: 'POST', body })), deadlineMs);
    expect(shortReason(answer)).to.deep.equal(late);
    expect(ownMs).to.be.below(latestMs + 500);
    isReading = true;
    for (const socket of taken) socket.resume();
    await server.opened(1);
    const [seen] = server.connections();
    await seen?.closed;
    expect(seen?.received().length).to.be.below(body.length);
  });

  it('includes all attempts and the pauses between them', async () => {
    let requests = 0;
    server = await startRaw((socket) => {
      requests += 1;
      if (requests === 1) socket.end('HTTP/1.1 503 Busy\r\nRetry-After: 0.1\r\nContent-Length: 0\r\n\r\n');
    });
    const { ask, records } = aVendorClient(server.url, { deadlineMs: longerMs, maxAttempts: 5 });
    const { answer, ms, ownMs } = await timedCall(() => mustFail(ask()), longerMs);
    expect(shortReason(answer)).to.deep.equal(late);
    expect(ms).to.be.at.least(longerMs - 20);
    expect(ownMs).to.be.at.most(2 * longerMs);
    expect(records.map(({ sent, status }) => ({ sent, status }))).to.deep.equal([{ sent: 2, status: null }]);
  });

  describe('by a clock that is moved by hand', () => {
    beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
    afterEach(() => mock.timers.reset());

    it('is half as long for a call without a slot, and nothing is sent for it', async () => {
      server = await startRaw(() => undefined);
      const { ask, records } = aVendorClient(server.url, { deadlineMs, concurrency: 1, queue: 1 });
      const first = mustFail(ask('/first'));
      await server.opened(1);
      const paths = () => server.connections().map(({ received }) => received().split(' ')[1]);
      await waitUntil(() => paths().includes('/first'));
      const second = mustFail(ask('/second'));
      await turns();
      mock.timers.tick(deadlineMs / 2 - 1);
      await turns();
      expect(records).to.deep.equal([]);
      mock.timers.tick(1);
      const answer = await second;
      expect({ ...shortReason(answer), retryAfterSeconds: Reflect.get(answer, 'retryAfterSeconds') }).to.deep.equal({
        kind: 'unavailable',
        code: 'too_many_calls',
        retryAfterSeconds: 1,
      });
      mock.timers.tick(deadlineMs / 2);
      expect(shortReason(await first)).to.deep.equal(late);
      expect(records.map(({ sent }) => sent)).to.deep.equal([0, 1]);
      expect(paths()).to.deep.equal(['/first']);
    });
  });
});

describe('an attempt that outlives its call', () => {
  it('is abandoned: its slot is released, and its later requests are not sent', async () => {
    const asked: string[] = [];
    const stub = await startStub((request, response) => {
      asked.push(`${request.url}`);
      response.end('here');
    });
    const { way, ask } = aVendorClient(stub.url, { deadlineMs: longerMs, concurrency: 1 });
    let goOn: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let later: Promise<Response> | null = null;
    const call = way.call(name, ({ fetch }) => async () => {
      await waiting;
      later = fetch(`${stub.url}/later`);
      await later;
      return E.right('too late');
    });
    const { answer, ownMs } = await timedCall(() => mustFail(call), longerMs);
    expect(shortReason(answer)).to.deep.equal(late);
    expect(ownMs).to.be.below(2 * longerMs);
    expect(await mustSucceed(ask('/next'))).to.include({ text: 'here' });
    goOn();
    await waiting;
    const refused: unknown = await Promise.resolve(later).catch((thrown: unknown) => thrown);
    expect(refused).to.include({ code: 'outside_a_call' });
    expect(asked).to.deep.equal(['/next']);
    await stub.close();
  });

  it('cannot send a request that it began before and did not wait for', async () => {
    const server = await startRaw(() => undefined);
    const { way } = aVendorClient(server.url);
    const call = way.call(name, ({ fetch }) => async () => {
      void fetch(server.url);
      await server.opened(1);
      return E.right('not waited for');
    });
    expect(await mustSucceed(call)).to.equal('not waited for');
    await Promise.all(server.connections().map(({ closed }) => closed));
    await server.close();
  });

  it('learns from its request that the time was over, and begins no other then', async () => {
    const server = await startRaw(() => undefined);
    const { way } = aVendorClient(server.url, { deadlineMs });
    const codes: Promise<unknown>[] = [];
    const call = way.call(name, ({ fetch, signal }) => async () => {
      const fetched = (): Promise<unknown> =>
        fetch(server.url).catch((thrown: unknown) => Reflect.get(Object(thrown), 'code'));
      signal.addEventListener('abort', () => codes.push(fetched()));
      codes.push(fetched());
      await codes[0];
      return E.right('too late');
    });
    expect(shortReason(await mustFail(call))).to.deep.equal(late);
    await Promise.all(server.connections().map(({ closed }) => closed));
    expect(await Promise.all(codes)).to.deep.equal(['deadline_passed', 'deadline_passed']);
    expect(server.connections()).to.have.length(1);
    await server.close();
  });

  it('does not outlive the call that encloses it', async () => {
    const server = await startRaw(() => undefined);
    const outer = aVendorClient(server.url, { deadlineMs });
    const inner = aVendorClient(server.url);
    const call = outer.way.call(name, ({ signal }) => async () => {
      const result = await inner.ask('/inner', {}, signal)();
      return E.isRight(result) ? E.right(result.right) : E.left(unavailable('device', result.left, 'rejected'));
    });
    const { answer, ownMs } = await timedCall(() => mustFail(call), deadlineMs);
    expect(shortReason(answer)).to.deep.equal(late);
    expect(ownMs).to.be.below(latestMs);
    await Promise.all(server.connections().map(({ closed }) => closed));
    expect(inner.records.map(({ outcome, durationMs }) => [outcome, durationMs < 2000])).to.deep.equal([
      ['timeout', true],
    ]);
    await server.close();
  });
});

/** Makes one call, prints its result, and ends when nothing keeps the process alive; answers how long that took. */
const program = (url: string, deadline = deadlineMs): string => `
  import { createVendorClient, unavailableFrom } from '@portcullis/vendor-client';
  import { TE } from '@portcullis/domain';
  const limits = { deadlineMs: ${deadline}, maxBytes: 1024, concurrency: 1, queue: 1, maxAttempts: 2, breaker: { failures: 5, openMs: 1000 } };
  const way = createVendorClient({ provider: 'tried', origins: ['${url}'], limits, random: () => 0, observe: () => { throw new Error('unseen'); } });
  const task = way.call({ service: 'device', operation: 'ask' }, ({ fetch, signal }) =>
    TE.tryCatch(() => fetch('${url}', { signal }).then((it) => it.text()), (thrown) => unavailableFrom('device', thrown)));
  const careless = way.call({ service: 'device', operation: 'careless' }, ({ fetch }) => async () => {
    void fetch('${url}');
    return { _tag: 'Right', right: 'not waited for' };
  });
  await careless();
  const results = await Promise.all([task(), task()]);
  const answered = performance.now();
  process.on('exit', () => console.log(JSON.stringify({ kinds: results.map(({ left }) => left?.kind ?? 'ok'), ms: performance.now() - answered })));
`;

describe('a process that has called a vendor', () => {
  // All of them are aborted above; what could keep a process alive is a connection before its request, or a response.
  for (const { what, scheme, serve } of someOf(stalls, 2)) {
    it(`ends by itself after ${what}`, async () => {
      const server = await startRaw(serve);
      const script = program(`${scheme}://127.0.0.1:${server.port}`);
      const child = startProgram(process.execPath, ['--input-type=module', '-e', script]);
      const { code } = await child.ended;
      const { kinds, ms } = JSON.parse(child.printed());
      expect({ code, kinds }).to.deep.equal({ code: 0, kinds: ['timeout', 'unavailable'] });
      expect(ms).to.be.below(2000);
      await server.close();
    });
  }

  it('ends by itself after a response, and does not wait for the idle connection', async () => {
    const stub = await startStub((_request, response) => response.end('here'));
    const child = startProgram(process.execPath, ['--input-type=module', '-e', program(stub.url, unhurriedMs)]);
    const { code } = await child.ended;
    const { kinds, ms } = JSON.parse(child.printed());
    expect({ code, kinds }).to.deep.equal({ code: 0, kinds: ['ok', 'ok'] });
    expect(ms).to.be.below(2000);
    await stub.close();
  });
});
