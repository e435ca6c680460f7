import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { expect } from 'chai';
import { dnsResolver } from '#adapters/webhooks/dns-resolver';
import { aRequest, sendOnce, startReceiver, wordOf } from './receiver.ts';

const typeA = 1;
const typeAaaa = 28;
const nameError = 3;

/** The records of a server for names: the bytes of the addresses by type, or that there is no such name. */
type Records = {
  readonly [typeA]?: readonly (readonly number[])[];
  readonly [typeAaaa]?: readonly (readonly number[])[];
};

/** A response (RFC 1035 section 4) to a query of one question. */
const responseTo = (query: Buffer, records: Records | undefined): Buffer => {
  let end = 12;
  while (query.readUInt8(end) !== 0) end += query.readUInt8(end) + 1;
  const type = query.readUInt16BE(end + 1);
  const found = (type === typeA ? records?.[typeA] : type === typeAaaa ? records?.[typeAaaa] : []) ?? [];
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180 | (records === undefined ? nameError : 0), 2);
  header.writeUInt16BE(found.length, 6);
  header.writeUInt32BE(0, 8);
  const answers = found.map((bytes) => Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 1, 0, bytes.length, ...bytes]));
  return Buffer.concat([header, query.subarray(12, end + 5), ...answers]);
};

const nameIn = (query: Buffer): string => {
  const labels: string[] = [];
  for (let at = 12; query.readUInt8(at) !== 0; at += query.readUInt8(at) + 1)
    labels.push(query.subarray(at + 1, at + 1 + query.readUInt8(at)).toString());
  return labels.join('.');
};

describe('the resolver of webhooks', () => {
  const zone: { readonly [name: string]: Records } = {
    'both.example': { [typeA]: [[127, 0, 0, 1]], [typeAaaa]: [[...Array.from({ length: 15 }, () => 0), 1]] },
    'four.example': { [typeA]: [[127, 0, 0, 1]] },
    'empty.example': {},
  };
  let server: Socket;
  let servers: readonly string[] = [];
  let asked = 0;

  beforeEach(async () => {
    asked = 0;
    server = createSocket('udp4');
    server.on('message', (query, { address, port }) => {
      asked += 1;
      const name = nameIn(query);
      if (name !== 'silent.example') server.send(responseTo(query, zone[name]), port, address);
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    servers = [`127.0.0.1:${server.address().port}`];
  });
  afterEach(() => server.close());

  const signal = new AbortController().signal;
  const codeOf = (asking: Promise<unknown>): Promise<unknown> =>
    asking.then(
      () => 'resolved',
      (cause: unknown) => (cause instanceof Error ? Reflect.get(cause, 'code') : cause),
    );

  it('answers the addresses of both families, and those of one where the other has none', async () => {
    const resolve = dnsResolver(servers);
    expect(await resolve('both.example', signal)).to.deep.equal(['127.0.0.1', '::1']);
    expect(await resolve('four.example', signal)).to.deep.equal(['127.0.0.1']);
  });

  it('rejects a name that does not exist, that has no address, or that is none', async () => {
    const resolve = dnsResolver(servers);
    for (const name of ['missing.example', 'empty.example', `${'a'.repeat(64)}.example`])
      expect(await codeOf(resolve(name, signal)), name).to.equal('ENOTFOUND');
  });

  it('ends at once when it is aborted', async () => {
    const controller = new AbortController();
    const asking = codeOf(dnsResolver(servers)('silent.example', controller.signal));
    await once(server, 'message');
    controller.abort();
    expect(await asking).to.equal('ENOTFOUND');
  });

  it('serves a sender, and a silent server costs it its deadline at most', async () => {
    const receiver = await startReceiver();
    const resolve = dnsResolver(servers);
    const to = (host: string) => aRequest(`http://${host}:${receiver.port}/`);
    expect(wordOf(await sendOnce(to('four.example'), { resolve }))).to.equal(204);
    // One of its two addresses is not allowed.
    expect(wordOf(await sendOnce(to('both.example'), { resolve }))).to.equal('refused_address');
    expect(wordOf(await sendOnce(to('missing.example'), { resolve }))).to.equal('dns_failed');
    expect(wordOf(await sendOnce(to('silent.example'), { resolve, deadlineMs: 100 }))).to.equal('timeout');
    expect(receiver.received).to.have.length(1);
    await receiver.close();
  });

  it('asks no server for the names of this machine', async () => {
    const receiver = await startReceiver();
    const options = { resolve: dnsResolver(servers), allowedNetworks: ['127.0.0.0/8', '::1'] };
    const result = await sendOnce(aRequest(`http://app.localhost:${receiver.port}/`), options);
    expect([wordOf(result), result.address, asked]).to.deep.equal([204, '127.0.0.1', 0]);
    await receiver.close();
  });
});
