import { connect, type Socket } from 'node:net';
import { type FaultKind, simulatorKeys, startSimulator, type Vendor } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import {
  askVendor,
  bodyOf,
  elementOf,
  type Reply,
  simulatorForTests,
  vendors,
} from '../../support/clients/vendor-calls.ts';

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
const lengthIn = (head: string): number => Number(/content-length: (\d+)/i.exec(head)?.[1]);

describe('faults of the vendor simulator', function () {
  this.timeout(60_000);
  const { running } = simulatorForTests();
  const fault = (vendor: Vendor, kind: FaultKind, more: object = {}) =>
    running().script({ faults: [{ vendor, kind, ...more }] });
  const ask = (vendor: Vendor): Promise<Reply> => askVendor[vendor](running().url);
  /** Requests one event over a raw connection, until half of its body has arrived. */
  const halfAnEvent = (kind: FaultKind) => {
    fault('fingerprint', kind);
    return bytesOf(running().url, '/v4/events/sim-1', (got) => {
      const [head, body] = split(got);
      return body.length >= Math.floor(lengthIn(head) / 2);
    });
  };

  it('can be a proxy’s error page', async () => {
    for (const vendor of vendors) {
      fault(vendor, 'html_502');
      const { status, headers, body } = await ask(vendor);
      expect([status, headers.get('content-type')]).to.deep.equal([502, 'text/html']);
      expect(body).to.match(/^<html>/);
    }
  });

  it('can be a redirect, and the redirected requests are recorded', async () => {
    fault('fingerprint', 'redirect');
    const url = `${running().url}/v4/events/sim-1`;
    const stayed = await fetch(url, { redirect: 'manual' });
    expect([stayed.status, stayed.headers.get('location')]).to.deep.equal([307, '/_simulator/elsewhere/fingerprint']);
    await fetch(url);
    const event = { vendor: 'fingerprint', operation: 'events.get', status: 307, body: { event_id: 'sim-1' } };
    expect(running().requests()).to.deep.equal([
      event,
      event,
      { vendor: 'fingerprint', operation: 'followed a redirect', status: 404 },
    ]);
  });

  it('can be a reset before the first byte of the response', async () => {
    for (const vendor of vendors) {
      fault(vendor, 'reset');
      const thrown: unknown = await ask(vendor).catch((cause: unknown) => cause);
      expect(Reflect.get(Object(Reflect.get(Object(thrown), 'cause')), 'code'), vendor).to.equal('ECONNRESET');
    }
    expect(
      running()
        .requests()
        .map(({ status }) => status),
    ).to.deep.equal(vendors.map(() => 0));
  });

  it('can delay the whole response until the client disconnects', async () => {
    fault('fingerprint', 'stalled_headers');
    const leave = new AbortController();
    const open = fetch(`${running().url}/v4/events/sim-1`, { signal: leave.signal }).catch((cause: unknown) => cause);
    while (running().requests().length === 0) await fetch(`${running().url}/_simulator/requests`);
    leave.abort();
    expect(await open).to.have.property('name', 'AbortError');
    expect(running().requests()).to.deep.equal([
      { vendor: 'fingerprint', operation: 'events.get', status: 0, body: { event_id: 'sim-1' } },
    ]);
  });

  it('can delay the second half of the body, with the connection open', async () => {
    const { got, ended, socket } = await halfAnEvent('stalled_body');
    const [head, body] = split(got);
    expect([ended, body.length]).to.deep.equal([false, Math.floor(lengthIn(head) / 2)]);
    socket.destroy();
  });

  it('can truncate the body in its middle', async () => {
    fault('fingerprint', 'truncated_body');
    const { got, ended } = await bytesOf(running().url, '/v4/events/sim-1', () => false);
    const [head, body] = split(got);
    expect([ended, body.length]).to.deep.equal([true, Math.floor(lengthIn(head) / 2)]);
    const thrown: unknown = await ask('fingerprint').catch((cause: unknown) => cause);
    expect(thrown).to.be.instanceOf(TypeError);
  });

  it('can send one byte at a time', async () => {
    fault('fingerprint', 'slow_drip');
    const sizes: number[] = [];
    const { socket } = await bytesOf(running().url, '/v4/events/sim-1', (got) => {
      sizes.push(split(got)[1].length);
      return sizes.length >= 4;
    });
    socket.destroy();
    expect(sizes.at(-1)).to.be.within(2, 4);
  });

  it('can send a hundred megabytes', async () => {
    fault('anthropic', 'huge_body');
    const reply = await fetch(`${running().url}/v1/models/${simulatorKeys.model}`);
    let size = 0;
    for await (const chunk of reply.body ?? []) size += chunk.length;
    expect([reply.status, size]).to.deep.equal([200, 100 * 1024 * 1024]);
  });

  it('stop sending when the client disconnects', async () => {
    fault('anthropic', 'huge_body', { times: 1 });
    const url = `${running().url}/v1/models/${simulatorKeys.model}`;
    const { socket, ended } = await bytesOf(running().url, new URL(url).pathname, (got) => got.length > 100_000);
    socket.destroy();
    expect([ended, (await ask('anthropic')).status]).to.deep.equal([false, 200]);
  });

  it('can be a 200 with a sentence, or with an empty body', async () => {
    for (const vendor of vendors) {
      const usual = (await ask(vendor)).headers.get('content-type');
      for (const [kind, text] of [
        ['not_json', 'This is no answer, it is a sentence.'],
        ['empty_body', ''],
      ] as const) {
        fault(vendor, kind);
        const { status, headers, body } = await ask(vendor);
        expect([status, headers.get('content-type'), body], `${vendor} ${kind}`).to.deep.equal([200, usual, text]);
      }
    }
  });

  it('can be values of other types', async () => {
    fault('rekognition', 'wrong_types');
    expect((await ask('rekognition')).body).to.deep.equal({ SessionId: 7 });
    fault('fingerprint', 'wrong_types');
    expect(bodyOf(await ask('fingerprint'))).to.deep.include({
      timestamp: 'of another type',
      bot: 7,
      vpn: 'of another type',
    });
    fault('anthropic', 'wrong_types');
    expect(bodyOf(await ask('anthropic'))).to.deep.include({ content: { '0': 'not a list' }, stop_reason: 7 });
    fault('sts', 'wrong_types');
    expect(String((await ask('sts')).body)).to.include('<AccessKeyId><Item>7</Item><Item>8</Item></AccessKeyId>');
  });

  it('can be undocumented fields, beside all documented ones', async () => {
    fault('rekognition', 'unknown_fields');
    const { SessionId, ...more } = bodyOf(await ask('rekognition'));
    expect(SessionId).to.match(/^[0-9a-f-]{36}$/);
    expect(more).to.deep.equal({ added_since: { by: 'the vendor', values: [1, null] } });
    fault('fingerprint', 'unknown_fields');
    expect(bodyOf(await ask('fingerprint'))['ip_blocklist']).to.deep.equal({
      email_spam: false,
      attack_source: false,
      tor_node: false,
      added_since: { by: 'the vendor', values: [1, null] },
    });
    fault('sts', 'unknown_fields');
    const reply = await ask('sts');
    expect(elementOf(reply, 'AccessKeyId')).to.match(/^ASIA/);
    expect(String(reply.body)).to.include('<AddedSince>1</AddedSince></Credentials>');
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
