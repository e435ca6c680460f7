import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { E, type Either, type Unavailable, unavailable } from '@portcullis/domain';
import type { VendorLimits } from '@portcullis/vendor-client';
import { expect } from 'chai';
import {
  aVendorClient,
  name,
  shortReason,
  type TestVendorClient,
  testLimits,
} from '../../../support/clients/vendor-clients.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { type StubServer, startStub } from '../../../support/servers/stub-server.ts';

const openMs = 10_000;
const breaker = { failures: 3, openMs };
const closedNow = { kind: 'unavailable', code: 'circuit_open' };
const tooMany = { kind: 'unavailable', code: 'too_many_calls' };

/** A vendor with scripted responses, which can also hold requests until they are released. */
const aVendor = () => {
  const held: ServerResponse[] = [];
  const state = { requests: 0, paths: [] as string[], status: 200, holds: false };
  const coming = new EventEmitter();
  const letGo = (): void => {
    for (const response of held.splice(0)) response.writeHead(state.status).end('here');
  };
  const start = (): Promise<StubServer> =>
    startStub((request, response) => {
      state.requests += 1;
      state.paths.push(`${request.url}`);
      held.push(response);
      if (!state.holds) letGo();
      coming.emit('request');
    });
  const has = async (requests: number): Promise<void> => {
    while (state.requests < requests) await once(coming, 'request');
  };
  return { state, start, letGo, has };
};

describe('the circuit breaker of a vendor', () => {
  let vendor: ReturnType<typeof aVendor>;
  let stub: StubServer;
  let now: number;
  beforeEach(async () => {
    now = 0;
    vendor = aVendor();
    stub = await vendor.start();
  });
  afterEach(() => stub.close());

  const tried = (limits: Partial<VendorLimits> = {}) =>
    aVendorClient(stub.url, { maxAttempts: 1, breaker, ...limits }, { monotonic: () => now });
  const failed = async ({ ask }: TestVendorClient, times: number): Promise<void> => {
    vendor.state.status = 500;
    for (let n = 0; n < times; n += 1) await mustFail(ask());
  };

  it('opens after the given number of consecutive failures, and then fails without sending anything', async () => {
    const way = tried();
    await failed(way, 2);
    vendor.state.status = 200;
    await mustSucceed(way.ask());
    await failed(way, 2);
    expect(way.way.isOpen()).to.equal(true);
    await failed(way, 1);
    expect(way.way.isOpen()).to.equal(false);
    const before = vendor.state.requests;
    expect(shortReason(await mustFail(way.ask()))).to.deep.equal(closedNow);
    expect(vendor.state.requests).to.equal(before);
    const seen = way.records.slice(-2).map(({ outcome, sent, status, circuit }) => [outcome, sent, status, circuit]);
    expect(seen).to.deep.equal([
      ['unavailable', 1, 500, 'open'],
      ['unavailable', 0, null, 'open'],
    ]);
  });

  it('reports how long it stays open', async () => {
    const way = tried({ breaker: { failures: 1, openMs: 2400 } });
    await failed(way, 1);
    expect(await mustFail(way.ask())).to.include({ kind: 'unavailable', retryAfterSeconds: 3 });
    now += 1500;
    expect(await mustFail(way.ask())).to.include({ kind: 'unavailable', retryAfterSeconds: 1 });
  });

  it('counts attempts and not calls, and prevents retries once it is open', async () => {
    const way = tried({ maxAttempts: 5 });
    vendor.state.status = 500;
    expect(shortReason(await mustFail(way.ask()))).to.deep.equal({ kind: 'unavailable', code: null });
    expect(vendor.state.requests).to.equal(3);
    expect(way.way.isOpen()).to.equal(false);
  });

  it('lets one probe through after its time, refuses all others, and closes when the probe was answered', async () => {
    const way = tried();
    await failed(way, 3);
    now += openMs;
    Object.assign(vendor.state, { status: 200, holds: true });
    const probe = mustSucceed(way.ask());
    await vendor.has(4);
    const others = await Promise.all([1, 2, 3].map(() => mustFail(way.ask())));
    expect(others.map(shortReason)).to.deep.equal([closedNow, closedNow, closedNow]);
    expect(others.map((reason) => Reflect.get(reason, 'retryAfterSeconds'))).to.deep.equal([1, 1, 1]);
    expect([vendor.state.requests, way.way.isOpen()]).to.deep.equal([4, false]);
    vendor.letGo();
    await probe;
    vendor.state.holds = false;
    await mustSucceed(way.ask());
    expect(way.way.isOpen()).to.equal(true);
    expect(way.records.map(({ circuit }) => circuit).slice(-2)).to.deep.equal(['closed', 'closed']);
  });

  it('stays open for the same time again when the probe failed, and not longer', async () => {
    const way = tried();
    await failed(way, 3);
    now += openMs;
    await failed(way, 1);
    now += openMs - 1;
    expect(shortReason(await mustFail(way.ask()))).to.deep.equal(closedNow);
    expect(vendor.state.requests).to.equal(4);
    now += 1;
    vendor.state.status = 200;
    await mustSucceed(way.ask());
  });

  it('is not held open by a probe that never ends', async () => {
    const way = tried({ deadlineMs: 1000 });
    await failed(way, 3);
    now += openMs;
    const never = way.way.call(name, () => () => new Promise<Either<Unavailable, never>>(() => undefined));
    expect(shortReason(await mustFail(never))).to.include({ kind: 'timeout' });
    expect(way.way.isOpen()).to.equal(false);
    now += openMs;
    vendor.state.status = 200;
    await mustSucceed(way.ask());
    expect(way.way.isOpen()).to.equal(true);
  });

  it('is opened by calls that timed out', async () => {
    const way = tried({ deadlineMs: 100 });
    vendor.state.holds = true;
    for (let n = 0; n < 3; n += 1) expect(await mustFail(way.ask())).to.include({ kind: 'timeout' });
    expect(way.way.isOpen()).to.equal(false);
  });

  it('is not opened by calls that waited for each other too long', async () => {
    const way = tried({ deadlineMs: 3000, concurrency: 1, queue: 10, breaker: { failures: 1, openMs } });
    vendor.state.holds = true;
    const calls = Array.from({ length: 5 }, () => way.ask()());
    const refused = await Promise.all(calls.slice(1));
    vendor.letGo();
    const results = [await calls[0], ...refused];
    const kinds = results.map((result) =>
      result === undefined || E.isRight(result) ? 'ok' : shortReason(result.left).code,
    );
    expect(kinds).to.deep.equal(['ok', 'too_many_calls', 'too_many_calls', 'too_many_calls', 'too_many_calls']);
    expect(way.way.isOpen()).to.equal(true);
    expect(vendor.state.requests).to.equal(1);
  });

  const answers = [
    'invalid_response',
    'not_configured',
    'rejected',
    'model_refused',
    'output_truncated',
    'output_invalid',
  ];
  it(`is not opened by ${answers.join(', ')}, a refusal, or an attempt that throws over a response`, async () => {
    const { way } = tried();
    for (const kind of answers) {
      for (let n = 0; n < 4; n += 1) {
        const reason = { ...unavailable('document_reader', null), kind };
        await mustFail(way.call(name, () => async () => E.left(reason)));
      }
    }
    for (let n = 0; n < 4; n += 1) {
      await mustFail(way.call(name, () => async () => E.left({ _tag: 'NotFound' })));
      await mustFail(
        way.call(name, ({ fetch }) => async () => {
          await fetch(stub.url);
          throw new TypeError('read of undefined');
        }),
      );
    }
    expect(way.isOpen()).to.equal(true);
  });

  it('is not opened by responses that are redirects, too large or no HTTP', async () => {
    const bad = await startStub((request, response) => {
      if (request.url === '/redirect') response.writeHead(302, { location: '/there' }).end();
      else if (request.url === '/large') response.end('x'.repeat(2 * testLimits.maxBytes));
      else request.socket.end('what?\r\n\r\n');
    });
    const way = aVendorClient(bad.url, { breaker });
    for (const path of ['/redirect', '/large', '/other']) {
      for (let n = 0; n < 4; n += 1) expect(await mustFail(way.ask(path))).to.include({ kind: 'invalid_response' });
    }
    expect(way.way.isOpen()).to.equal(true);
    await bad.close();
  });
});

describe('the bulkhead of a vendor', () => {
  let vendor: ReturnType<typeof aVendor>;
  let stub: StubServer;
  beforeEach(async () => {
    vendor = aVendor();
    vendor.state.holds = true;
    stub = await vendor.start();
  });
  afterEach(() => stub.close());

  it('limits concurrent calls; a limited number waits in order, and the rest is refused', async () => {
    const { ask, records } = aVendorClient(stub.url, { concurrency: 2, queue: 3 });
    const calls = Array.from({ length: 7 }, (_, n) => ask(`/${n}`)());
    const refused = await Promise.all(calls.slice(5));
    expect(refused.map((result) => (E.isLeft(result) ? shortReason(result.left) : 'ok'))).to.deep.equal([
      tooMany,
      tooMany,
    ]);
    expect(records.map(({ outcome, sent, status, requestId }) => [outcome, sent, status, requestId])).to.deep.equal([
      ['unavailable', 0, null, null],
      ['unavailable', 0, null, null],
    ]);
    await vendor.has(2);
    expect(vendor.state.requests).to.equal(2);
    vendor.letGo();
    await vendor.has(4);
    vendor.letGo();
    await vendor.has(5);
    vendor.letGo();
    const results = await Promise.all(calls.slice(0, 5));
    expect(results.every(E.isRight)).to.equal(true);
    expect(vendor.state.requests).to.equal(5);
  });

  it('does not let calls overtake the waiting one when a slot is released', async () => {
    const { way, ask } = aVendorClient(stub.url, { concurrency: 1, queue: 1 });
    const late: Promise<unknown>[] = [];
    const keepComing = async (): Promise<void> => {
      for (let n = 0; n < 100; n += 1) {
        late.push(ask('/late')());
        await undefined;
      }
    };
    const first = way.call(name, ({ fetch }) => async () => {
      await fetch(`${stub.url}/first`);
      void keepComing();
      return E.right('first');
    })();
    const second = ask('/second')();
    await vendor.has(1);
    vendor.state.holds = false;
    vendor.letGo();
    expect([E.isRight(await first), E.isRight(await second)]).to.deep.equal([true, true]);
    await Promise.all(late);
    // One of them waited behind the second; the others never had a slot.
    expect(vendor.state.paths).to.deep.equal(['/first', '/second', '/late']);
  });

  it('stops waiting for a slot once the enclosing call has ended', async () => {
    const outer = aVendorClient(stub.url, { deadlineMs: 100 });
    const inner = aVendorClient(stub.url, { deadlineMs: 4000, concurrency: 1 });
    const first = inner.ask('/first')();
    await vendor.has(1);
    await mustFail(outer.way.call(name, ({ signal }) => inner.ask('/second', {}, signal)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(inner.records.map(({ sent, durationMs }) => [sent, durationMs < 1500])).to.deep.equal([[0, true]]);
    vendor.letGo();
    expect(E.isRight(await first)).to.equal(true);
  });

  it('releases the slots of calls that failed, threw or timed out', async () => {
    const { way, ask } = aVendorClient(stub.url, { concurrency: 1, queue: 0, deadlineMs: 1000, maxAttempts: 1 });
    await mustFail(way.call(name, () => async () => E.left({ _tag: 'NotFound' })));
    await mustFail(
      way.call(name, () => {
        throw new Error('before there was a task');
      }),
    );
    await mustFail(ask());
    vendor.letGo();
    vendor.state.holds = false;
    expect((await mustSucceed(ask())).text).to.equal('here');
  });
});
