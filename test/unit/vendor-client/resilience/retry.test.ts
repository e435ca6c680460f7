import { E, TE, unavailable } from '@portcullis/domain';
import { type CallRecord, createVendorClient, type VendorLimits } from '@portcullis/vendor-client';
import { expect } from 'chai';
import { aVendorClient, name, shortReason, testLimits } from '../../../support/clients/vendor-clients.ts';
import { askedDelays } from '../../../support/clock/asked-delays.ts';
import { runs } from '../../../support/effort.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { type StubServer, startStub } from '../../../support/servers/stub-server.ts';

/** The scripted response of a vendor: a status with headers, or a connection reset. */
type ScriptedResponse = { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | 'reset';
const scripted = (status: number, headers: Readonly<Record<string, string>> = {}): ScriptedResponse => ({
  status,
  headers,
});
const okResponse = scripted(200);
/** How long a client waits: until its deadline, and before each retry. */
const delays = (work: () => Promise<unknown>) => askedDelays('vendor-client', work);

describe('the retries of a vendor call', () => {
  let stub: StubServer;
  let requests: number;
  /** Answers the n-th request as scripted. */
  const vendor = async (
    answer: (nth: number) => ScriptedResponse,
    limits: Partial<VendorLimits> = {},
    random = () => 0,
  ) => {
    requests = 0;
    stub = await startStub((request, response) => {
      requests += 1;
      const now = answer(requests);
      if (now === 'reset') request.socket.resetAndDestroy();
      else response.writeHead(now.status, now.headers).end('here');
    });
    return aVendorClient(stub.url, limits, { random });
  };
  afterEach(() => stub.close());

  for (const first of ['reset', scripted(429), scripted(500), scripted(503), scripted(504)] as const) {
    it(`happen after ${first === 'reset' ? 'a reset' : `status ${first.status}`}`, async () => {
      const { ask, records } = await vendor((nth) => (nth === 1 ? first : okResponse));
      expect(await mustSucceed(ask())).to.include({ status: 200, text: 'here' });
      expect(requests).to.equal(2);
      expect(records.map(({ outcome, sent, status }) => [outcome, sent, status])).to.deep.equal([['ok', 2, 200]]);
    });
  }

  for (const [status, kind] of [
    [400, 'rejected'],
    [403, 'not_configured'],
    [404, 'NotFound'],
  ] as const) {
    it(`do not happen after status ${status}`, async () => {
      const { ask } = await vendor(() => scripted(status), { maxAttempts: 5 });
      expect(shortReason(await mustFail(ask()))).to.deep.equal({ kind, code: null });
      expect(requests).to.equal(1);
    });
  }

  for (const kind of ['model_refused', 'output_truncated', 'output_invalid', 'invalid_response'] as const) {
    it(`do not happen after ${kind}`, async () => {
      const { way } = await vendor(() => okResponse, { maxAttempts: 5 });
      const call = way.call(name, ({ fetch }) => async () => {
        await fetch(stub.url);
        return E.left(unavailable('document_reader', null, kind));
      });
      expect(shortReason(await mustFail(call))).to.deep.equal({ kind, code: null });
      expect(requests).to.equal(1);
    });
  }

  it('are limited to the allowed number of attempts', async () => {
    const { ask, records } = await vendor(() => scripted(500), { maxAttempts: 4 });
    expect(shortReason(await mustFail(ask()))).to.deep.equal({ kind: 'unavailable', code: null });
    expect(requests).to.equal(4);
    expect(records.map(({ outcome, sent, status }) => [outcome, sent, status])).to.deep.equal([
      ['unavailable', 4, 500],
    ]);
  });

  it('do not happen where the response could not be read, nor after an internal error', async () => {
    const { way } = await vendor(() => okResponse, { maxAttempts: 5 });
    for (const thrown of [new SyntaxError('not JSON'), new TypeError('undefined is not a function')]) {
      const call = way.call(name, ({ fetch }) => async () => {
        await fetch(stub.url);
        throw thrown;
      });
      expect(await mustFail(call)).to.deep.equal(unavailable('device', thrown, 'invalid_response'));
    }
    expect(requests).to.equal(2);
  });

  it('use the reason of the error that caused the thrown one', async () => {
    const { way } = await vendor(() => okResponse, { maxAttempts: 1 });
    const thrown = [
      new TypeError('fetch failed', { cause: new Error('ECONNRESET') }),
      new Error('no answer', { cause: new SyntaxError('not JSON') }),
      new Error('aborted', { cause: new DOMException('aborted', 'AbortError') }),
      'a text',
      undefined,
    ];
    const kinds: string[] = [];
    for (const each of thrown)
      kinds.push(shortReason(await mustFail(way.call(name, () => () => Promise.reject(each)))).kind);
    expect(kinds).to.deep.equal(['unavailable', 'invalid_response', 'timeout', 'unavailable', 'unavailable']);
  });

  it('wait for a random part of an interval that doubles', async () => {
    let drawn = 0;
    const { ask } = await vendor(
      () => scripted(503),
      { maxAttempts: 4 },
      () => {
        drawn += 1;
        return 0.5;
      },
    );
    expect(await delays(() => mustFail(ask()))).to.deep.equal([testLimits.deadlineMs, 50, 100, 200]);
    expect(drawn).to.be.within(3, 4);
  });

  const date = 'Tue, 03 Mar 2026 08:00:00 GMT';
  const waits: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
    ['seconds', { 'retry-after': '1' }, 1000],
    ['a part of a second', { 'retry-after': '0.25' }, 250],
    ['a date', { 'retry-after': 'Tue, 03 Mar 2026 08:00:01 GMT', date }, 1000],
    ['a date that has passed', { 'retry-after': 'Tue, 03 Mar 2026 07:00:00 GMT', date }, 0],
    ['nothing', {}, 0],
    ['no time at all', { 'retry-after': '0' }, 0],
    ['a word', { 'retry-after': 'tomorrow' }, 0],
    ['what only looks like a date', { 'retry-after': 'maybe 2126', date }, 0],
    ['less than nothing', { 'retry-after': '-5' }, 0],
    ['two times', { 'retry-after': '1, 2' }, 0],
    ['a date beside a date that is none', { 'retry-after': 'Tue, 03 Mar 2026 08:00:01 GMT', date: 'today' }, 0],
  ];
  for (const [what, headers, waitMs] of waits) {
    it(`happen after ${waitMs} ms where the vendor asked for ${what}`, async () => {
      const { ask } = await vendor((nth) => (nth === 1 ? scripted(503, headers) : okResponse));
      expect(await delays(() => mustSucceed(ask()))).to.deep.equal([testLimits.deadlineMs, waitMs]);
      expect(requests).to.equal(2);
    });
  }

  it('wait for a random part also where the Retry-After has passed', async () => {
    const headers = { 'retry-after': 'Tue, 03 Mar 2026 07:00:00 GMT', date };
    const { ask } = await vendor(
      (nth) => (nth === 1 ? scripted(503, headers) : okResponse),
      {},
      () => 1,
    );
    expect(await delays(() => mustSucceed(ask()))).to.deep.equal([testLimits.deadlineMs, 100]);
  });

  const tooLong: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
    ['more than is left of its time', { 'retry-after': '30' }, 30],
    ['a part of a second more', { 'retry-after': '6.2' }, 7],
    ['a day', { 'retry-after': '86400' }, 3600],
    ['ages', { 'retry-after': '9'.repeat(400) }, 3600],
    ['a date of another century', { 'retry-after': 'Tue, 03 Mar 2126 08:00:01 GMT', date }, 3600],
  ];
  for (const [what, headers, retryAfterSeconds] of tooLong) {
    it(`do not happen where the vendor asked for ${what}, which is reported`, async () => {
      const { ask } = await vendor(() => scripted(429, headers), { deadlineMs: 5000 });
      const waits = await delays(async () => {
        expect(await mustFail(ask())).to.deep.equal(unavailable('device', null, 'quota', retryAfterSeconds));
      });
      expect(requests).to.equal(1);
      expect(waits).to.deep.equal([5000]);
    });
  }

  it('report the Retry-After of the last response only', async () => {
    const { ask } = await vendor((nth) => (nth === 1 ? scripted(503, { 'retry-after': '0.01' }) : 'reset'));
    expect(await mustFail(ask())).to.include({ kind: 'unavailable', retryAfterSeconds: 5 });
    expect(requests).to.equal(2);
  });
});

describe('the retry budget of a vendor', () => {
  let stub: StubServer;
  let requests: number;
  let isDown: boolean;
  beforeEach(async () => {
    requests = 0;
    isDown = true;
    stub = await startStub((request, response) => {
      requests += 1;
      if (isDown) request.socket.resetAndDestroy();
      else response.end('here');
    });
  });
  afterEach(() => stub.close());

  const callsOf = async (count: number, ask: () => () => Promise<unknown>): Promise<number> => {
    requests = 0;
    for (let n = 0; n < count; n += 1) await ask()();
    return requests;
  };

  const breakers = { without: Number.POSITIVE_INFINITY, with: 5 };
  for (const [word, failures] of Object.entries(breakers)) {
    for (const good of [0, runs(1000, 100)]) {
      it(`allows at most 1.1 requests a call during an outage, ${word} a circuit, after ${good} calls`, async () => {
        const { ask } = aVendorClient(stub.url, { maxAttempts: 5, breaker: { failures, openMs: 20 } });
        isDown = false;
        expect(await callsOf(good, ask)).to.equal(good);
        isDown = true;
        const first = await callsOf(100, ask);
        const second = await callsOf(100, ask);
        expect(first).to.be.at.most(110);
        expect(second).to.be.at.most(110);
        // The count is not zero either, which shows that the budget ends them.
        if (failures === Number.POSITIVE_INFINITY) expect([first, second]).to.deep.equal([109, 105]);
      });
    }
  }

  it('allows no more where the calls are concurrent', async () => {
    const { ask } = aVendorClient(stub.url, { maxAttempts: 5, concurrency: 200 });
    await Promise.all(Array.from({ length: 200 }, () => ask()()));
    expect(requests).to.be.within(201, 215);
  });

  it('does not grow by calls that were not sent', async () => {
    const { way, ask } = aVendorClient(stub.url, { maxAttempts: 5 });
    await callsOf(20, ask);
    for (let n = 0; n < 1000; n += 1) await way.call(name, () => TE.right('unsent'))();
    expect(await callsOf(20, ask)).to.be.at.most(21);
  });

  it('allows the retry of a single reset after good calls', async () => {
    const { ask, records } = aVendorClient(stub.url);
    isDown = false;
    await callsOf(10, ask);
    isDown = true;
    const call = ask()();
    while (requests < 11) await new Promise((resolve) => setImmediate(resolve));
    isDown = false;
    expect(E.isRight(await call)).to.equal(true);
    expect(records.at(-1)).to.include({ outcome: 'ok', sent: 2 });
  });
});

describe('the record of a vendor call', () => {
  it('is made once for each call, whatever its result, and a faulty observer cannot affect the call', async () => {
    const stub = await startStub((_request, response) => {
      response.writeHead(200, { 'x-amzn-requestid': '8f14e45f-ceea-467f-9c3d-1f0a2b3c4d5e' }).end('here');
    });
    const records: CallRecord[] = [];
    const way = createVendorClient({
      provider: 'tried',
      origins: [stub.url],
      limits: testLimits,
      random: () => 0,
      observe: (record) => {
        records.push(record);
        throw new Error('the observer is broken');
      },
    });
    const call = way.call(
      { service: 'faces', operation: 'CompareFaces' },
      ({ fetch }) =>
        async () =>
          E.right(await (await fetch(stub.url)).text()),
    );
    expect(records).to.deep.equal([]);
    expect([await mustSucceed(call), await mustSucceed(call)]).to.deep.equal(['here', 'here']);
    const expected = {
      provider: 'tried',
      service: 'faces',
      operation: 'CompareFaces',
      outcome: 'ok',
      outageCause: null,
      sent: 1,
      status: 200,
      requestId: '8f14e45f-ceea-467f-9c3d-1f0a2b3c4d5e',
      circuit: 'closed',
      profileId: null,
      request: null,
    };
    expect(records.map(({ durationMs: _, ...record }) => record)).to.deep.equal([expected, expected]);
    expect(records.every(({ durationMs }) => durationMs > 0 && durationMs < 5000)).to.equal(true);
    await stub.close();
  });

  it('has no request id with characters other than letters, digits, _ and -', async () => {
    const ids = ['req_011CSHoEeqs5C35K2UUqR7Fy', '1708102555327.NLOjmg', 'anna@example.com', '', 'x'.repeat(200)];
    const stub = await startStub((request, response) => {
      response.writeHead(200, { 'request-id': ids[Number(request.url?.slice(1))] ?? '' }).end();
    });
    const { ask, records } = aVendorClient(stub.url);
    for (const n of ids.keys()) await mustSucceed(ask(`/${n}`));
    expect(records.map(({ requestId }) => requestId)).to.deep.equal([ids[0], null, null, null, null]);
    await stub.close();
  });
});
