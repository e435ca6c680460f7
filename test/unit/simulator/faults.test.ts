import { connect, type Socket } from 'node:net';
import { simulatorKeys, startSimulator } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import type { FaultKind } from '#simulator/core/script';
import { askEvent, askModelCard, simulatorForTests } from '../../support/clients/vendor-calls.ts';

/** Answers all bytes of one connection until it ends, or until `enough` answers true. */
const bytesOf = (url: string, path: string, enough: (got: Buffer) => boolean) =>
  new Promise<{ readonly got: Buffer; readonly ended: boolean; readonly socket: Socket }>((resolve, reject) => {
    const { hostname, port, host } = new URL(url);
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${simulatorKeys.fingerprintKey}\r\n\r\n`,
      );
    });
    let got = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      got = Buffer.concat([got, chunk]);
      if (enough(got)) resolve({ got, ended: false, socket });
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ got, ended: true, socket }));
  });

const split = (got: Buffer): readonly [head: string, body: Buffer] => {
  const end = got.indexOf('\r\n\r\n');
  return [got.subarray(0, end).toString('latin1'), got.subarray(end + 4)];
};
const halfOf = (head: string): number => Math.floor(Number(/content-length: (\d+)/i.exec(head)?.[1]) / 2);

// What a fault means to an adapter is tried for every kind in test/adapters; here is what no adapter can tell apart.
describe('faults of the vendor simulator', function () {
  this.timeout(60_000);
  const { running } = simulatorForTests();
  const fault = (kind: FaultKind) => running().script({ faults: [{ vendor: 'fingerprint', kind }] });
  const event = (enough: (got: Buffer) => boolean) => bytesOf(running().url, '/v4/events/sim-1', enough);

  it('can delay the whole response until the client disconnects, which is recorded with status 0', async () => {
    fault('stalled_headers');
    const leave = new AbortController();
    const open = fetch(`${running().url}/v4/events/sim-1`, { signal: leave.signal }).catch((cause: unknown) => cause);
    while (running().requests().length === 0) await fetch(`${running().url}/_simulator/requests`);
    leave.abort();
    expect(await open).to.have.property('name', 'AbortError');
    expect(running().requests()).to.deep.equal([
      { vendor: 'fingerprint', operation: 'events.get', status: 0, body: { event_id: 'sim-1' } },
    ]);
  });

  it('can delay the second half of the body, with the connection open, or end in its middle', async () => {
    for (const [kind, isEnded] of [
      ['stalled_body', false],
      ['truncated_body', true],
    ] as const) {
      fault(kind);
      const { got, ended, socket } = await event((some) => {
        const [head, body] = split(some);
        return !isEnded && body.length >= halfOf(head);
      });
      const [head, body] = split(got);
      expect([ended, body.length], kind).to.deep.equal([isEnded, halfOf(head)]);
      socket.destroy();
    }
  });

  it('can send one byte at a time', async () => {
    fault('slow_drip');
    const sizes: number[] = [];
    const { socket } = await event((got) => {
      sizes.push(split(got)[1].length);
      return sizes.length >= 4;
    });
    socket.destroy();
    expect(sizes.at(-1)).to.be.within(2, 4);
  });

  it('can send a hundred megabytes, and stop when the client disconnects', async () => {
    running().script({ faults: [{ vendor: 'anthropic', kind: 'huge_body' }] });
    const path = `/v1/models/${simulatorKeys.model}`;
    const reply = await fetch(`${running().url}${path}`);
    let size = 0;
    for await (const chunk of reply.body ?? []) size += chunk.length;
    expect([reply.status, size]).to.deep.equal([200, 100 * 1024 * 1024]);
    const { socket, ended } = await bytesOf(running().url, path, (got) => got.length > 100_000);
    socket.destroy();
    running().script({ faults: [] });
    expect([ended, (await askModelCard(running().url, simulatorKeys.model)).status]).to.deep.equal([false, 200]);
  });

  it('can be a redirect, and the redirected requests are recorded', async () => {
    fault('redirect');
    const { status } = await fetch(`${running().url}/v4/events/sim-1`, { redirect: 'follow' });
    expect([status, ...running().requests()]).to.deep.equal([
      404,
      { vendor: 'fingerprint', operation: 'events.get', status: 307, body: { event_id: 'sim-1' } },
      { vendor: 'fingerprint', operation: 'followed a redirect', status: 404 },
    ]);
  });

  it('apply to so many calls of an operation, one after another, and start again with a new script', async () => {
    const faults = [
      { vendor: 'anthropic', kind: 'http_500', operation: 'models.retrieve', times: 1 },
      { vendor: 'anthropic', kind: 'http_429', times: 1, retryAfterSeconds: 7 },
    ] as const;
    const ask = () => askModelCard(running().url, simulatorKeys.model);
    for (const _ of ['once', 'again']) {
      running().script({ faults });
      const replies = [await ask(), await ask(), await ask()];
      expect(replies.map(({ status }) => status)).to.deep.equal([500, 429, 200]);
      expect(replies[1]?.headers.get('retry-after')).to.equal('7');
    }
    expect((await askEvent(running().url, 'sim-1')).status).to.equal(200);
  });

  it('end, whatever is open, when the simulator is closed', async () => {
    const simulator = await startSimulator({ environment: 'test' });
    const open: Promise<unknown>[] = [];
    for (const kind of ['stalled_headers', 'stalled_body', 'slow_drip', 'huge_body'] as const) {
      simulator.script({ faults: [{ vendor: 'fingerprint', kind }] });
      open.push(bytesOf(simulator.url, '/v4/events/sim-1', () => false).catch(() => ({ ended: true })));
      while (simulator.requests().length < open.length) await fetch(`${simulator.url}/_simulator/requests`);
    }
    await simulator.close();
    for (const one of await Promise.all(open)) expect(one).to.have.property('ended', true);
  });
});
