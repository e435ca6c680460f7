import { once } from 'node:events';
import { createServer } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { waitUntil } from '../../support/clock/until.ts';
import { aRequest, aSender, newSecret, type Receiver, sendOnce, startReceiver, wordOf } from './receiver.ts';

describe('the request of a webhook', () => {
  let receiver: Receiver;
  afterEach(() => receiver.close());

  it('is a POST of the body, byte for byte, with the headers of Standard Webhooks and no cookie', async () => {
    receiver = await startReceiver((_, response) => void response.writeHead(200, { 'set-cookie': 'a=b' }).end());
    const body = '{"type":"profile.approved","note":"ü, 漢 and 🪪"}';
    const sender = aSender();
    const request = aRequest(`${receiver.url}/hooks?a=1#fragment`, {
      id: 'evt_7',
      body,
      at: new Date(1_700_000_000_999),
    });
    const result = await sender.send(request)();
    await sender.send(request)();
    await sender.close();
    expect(result).to.include({ _tag: 'Answered', status: 200, retryAfterSeconds: null, address: '127.0.0.1' });
    expect(result.ms).to.be.within(0, 10_000);
    const [first, second] = receiver.received;
    expect([first?.method, first?.url, first?.body]).to.deep.equal(['POST', '/hooks?a=1', body]);
    expect(Object.keys(first?.headers ?? {}).toSorted()).to.deep.equal([
      'accept',
      'accept-encoding',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ]);
    expect(first?.headers).to.include({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Portcullis-Webhooks',
      'webhook-id': 'evt_7',
      'webhook-timestamp': '1700000000',
    });
    expect(second?.headers).to.deep.equal(first?.headers);
  });

  it('is not sent without a secret, with one that is none, or with an id that is no header', async () => {
    receiver = await startReceiver();
    for (const others of [
      { secrets: [] },
      { secrets: [''] },
      { secrets: [newSecret, 'whsec_'] },
      { id: 'a\r\nb: c' },
    ]) {
      const result = await sendOnce(aRequest(receiver.url, others));
      expect([wordOf(result), result.address]).to.deep.equal(['unexpected', null]);
    }
    expect(receiver.received).to.deep.equal([]);
  });

  it('tells every status, and leaves it to its caller what each means', async () => {
    const statuses = [200, 204, 301, 304, 400, 404, 410, 429, 500, 503, 599];
    receiver = await startReceiver((request, response) => void response.writeHead(Number(request.url?.slice(1))).end());
    const sender = aSender();
    for (const status of statuses)
      expect(wordOf(await sender.send(aRequest(`${receiver.url}/${status}`))())).to.equal(status);
    await sender.close();
  });
});

describe('Retry-After of the answer to a webhook', () => {
  const date = 'Mon, 23 Nov 2026 10:00:00 GMT';
  const cases: readonly (readonly [value: string | undefined, seconds: number | null])[] = [
    [undefined, null],
    ['0', 0],
    ['120', 120],
    ['86400', 86_400],
    ['86401', 86_400],
    ['99999999999999999999', 86_400],
    ['1.5', 2],
    ['-1', null],
    ['soon', null],
    ['', null],
    ['Mon, 23 Nov 2026 10:02:00 GMT', 120],
    ['Monday, 23-Nov-26 10:02:00 GMT', null],
    ['Mon, 23 Nov 2026 09:00:00 GMT', 0],
    ['Thu, 31 Dec 2099 00:00:00 GMT', 86_400],
  ];

  it('is in seconds, from seconds and from dates, and at most a day', async () => {
    let at = 0;
    const receiver = await startReceiver((_, response) => {
      const [value] = cases[at] ?? [];
      response.sendDate = false;
      response.writeHead(429, { date, ...(value !== undefined && { 'retry-after': value }) }).end();
    });
    const sender = aSender();
    for (const [value, seconds] of cases) {
      const result = await sender.send(aRequest(receiver.url))();
      expect(result._tag === 'Answered' && result.retryAfterSeconds, value).to.equal(seconds);
      at += 1;
    }
    await Promise.all([sender.close(), receiver.close()]);
  });

  it('is relative to the time of the try where the answer has no date', async () => {
    const receiver = await startReceiver((_, response) => {
      response.sendDate = false;
      response.writeHead(503, { 'retry-after': 'Mon, 23 Nov 2026 10:02:00 GMT' }).end();
    });
    const result = await sendOnce(aRequest(receiver.url, { at: new Date(date) }));
    await receiver.close();
    expect(result).to.include({ status: 503, retryAfterSeconds: 120 });
  });
});

describe('the connections of webhooks', () => {
  it('are kept for the next request, and are closed with the sender', async () => {
    let accepted = 0;
    let open = 0;
    const server = createServer((request, response) => void request.resume().on('end', () => response.end()));
    server.on('connection', (socket) => {
      accepted += 1;
      open += 1;
      socket.once('close', () => {
        open -= 1;
      });
    });
    server.keepAliveTimeout = 60_000;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
    const sender = aSender();
    for (let i = 0; i < 5; i += 1) await sender.send(aRequest(url))();
    expect([accepted, open]).to.deep.equal([1, 1]);
    await Promise.all(Array.from({ length: 20 }, () => sender.send(aRequest(url))()));
    await sender.close();
    // By themselves they would be closed after one and a half seconds, which is far more turns.
    for (let turns = 0; open > 0 && turns < 1000; turns += 1) await turn();
    expect(open).to.equal(0);
    expect(wordOf(await sender.send(aRequest(url))())).to.equal('service_stopping');
    expect(open).to.equal(0);
    server.close();
  });

  it('are closed with the sender while a request, or a name, is waited for', async () => {
    const receiver = await startReceiver(() => undefined);
    let aborted = 0;
    const sender = aSender({
      resolve: (_, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            aborted += 1;
            reject(new Error('aborted'));
          }),
        ),
    });
    const sent = [sender.send(aRequest(receiver.url))(), sender.send(aRequest('http://silent.example/'))()];
    await waitUntil(() => receiver.received.length === 1);
    await sender.close();
    expect((await Promise.all(sent)).map(wordOf)).to.deep.equal(['service_stopping', 'service_stopping']);
    expect(aborted).to.equal(1);
    await receiver.close();
  });
});
