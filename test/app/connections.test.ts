import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { BlockList, connect, type Socket } from 'node:net';
import { type ConnectionLimits, guardConnections, type Listening, listen } from '@portcullis/app';
import { unparsedAnswers } from '@portcullis/http';
import { expect } from 'chai';
import { openConnection } from '../support/http-connection.ts';

const usual: ConnectionLimits = {
  connections: 100,
  connectionsPerAddress: 100,
  trustedProxies: new BlockList(),
  requestsPerConnection: 100,
  requestMs: 60_000,
  stallMs: 60_000,
};
const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n';

/** Reads a body and says how long it was. */
const reading: RequestListener = (request, response) => {
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
  });
  request.on('end', () => response.end(`${size}`));
};

describe('a listener that guards its connections', function () {
  this.timeout(10_000);
  let server: Listening;
  let held = (): number => 0;
  const sockets: Socket[] = [];
  const open = async (limits: Partial<ConnectionLimits>, handler: RequestListener = reading): Promise<void> => {
    server = await listen(handler, { host: '127.0.0.1', port: 0 }, {}, (listening) => {
      held = guardConnections(listening, { ...usual, ...limits }, unparsedAnswers(null)).held;
    });
  };
  const dial = (localAddress = '127.0.0.1'): Socket => {
    const socket = connect({ host: '127.0.0.1', port: server.port, localAddress });
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  /** What comes back on a connection until it is closed. */
  const closed = async (socket: Socket): Promise<string> => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    await once(socket, 'close');
    return text;
  };
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await server.stop(0);
  });

  it('puts an end to a body that makes no way, and says so', async () => {
    await open({ stallMs: 100 });
    const socket = dial();
    socket.write(`${post}xx`);
    const drip = setInterval(() => socket.write('x'), 10);
    const text = await closed(socket);
    clearInterval(drip);
    expect(text).to.match(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(text).to.contain('"code":"invalid_request"').and.to.contain('nosniff');
  });

  it('lets a body that makes its way take as long as it needs', async () => {
    await open({ stallMs: 200 });
    const connection = openConnection(server.port);
    await connection.write(post);
    const began = performance.now();
    for (let sent = 0; sent < 100_000; sent += 4000) {
      await connection.write(Buffer.alloc(4000));
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    const [answer] = await connection.answers(1);
    connection.close();
    expect(performance.now() - began).to.be.greaterThan(400);
    expect(answer).to.deep.equal({ status: 200, body: '100000' });
  });

  it('lets a client wait for its answer, since it is not the one who is slow', async () => {
    await open({ stallMs: 50 }, (request, response) => {
      request.resume();
      setTimeout(() => response.end('late'), 400);
    });
    const connection = openConnection(server.port);
    await connection.write(get);
    expect(await connection.answers(1)).to.deep.equal([{ status: 200, body: 'late' }]);
    connection.close();
  });

  for (const drips of [false, true]) {
    it(`puts an end to an answer that nobody takes${drips ? ', whatever the client sends meanwhile' : ''}`, async () => {
      const large = Buffer.alloc(64 * 1024 * 1024);
      await open({ stallMs: 100, requestMs: drips ? 500 : 60_000 }, (_request, response) => response.end(large));
      const socket = dial().pause();
      socket.write(get);
      const drip = setInterval(() => socket.write('\r\n'), 20);
      if (!drips) clearInterval(drip);
      await once(socket, 'connect');
      while (held() === 0) await new Promise((resolve) => setImmediate(resolve));
      while (held() > 0) await new Promise((resolve) => setImmediate(resolve));
      clearInterval(drip);
    });
  }

  it('takes so many connections of one address, and again when one of them is gone', async () => {
    await open({ connectionsPerAddress: 2 });
    const [first, second] = [openConnection(server.port), openConnection(server.port)];
    await first.write(get);
    await second.write(get);
    await Promise.all([first.answers(1), second.answers(1)]);
    expect(await closed(dial())).to.equal('');
    const other = dial('127.0.0.2');
    other.end(get);
    expect(await closed(other)).to.contain('HTTP/1.1 200');
    first.close();
    while (held() > 1) await new Promise((resolve) => setImmediate(resolve));
    const again = dial();
    again.end(get);
    expect(await closed(again)).to.contain('HTTP/1.1 200');
    second.close();
  });

  it('does not count those of a proxy that is trusted by address', async () => {
    const trustedProxies = new BlockList();
    trustedProxies.addAddress('127.0.0.1');
    await open({ connectionsPerAddress: 1, trustedProxies });
    const [first, second] = [openConnection(server.port), openConnection(server.port)];
    await first.write(get);
    await second.write(get);
    const answers = await Promise.all([first.answers(1), second.answers(1)]);
    expect(answers.flat().map(({ status }) => status)).to.deep.equal([200, 200]);
    first.close();
    second.close();
  });

  it('makes room among those that say nothing when it is full', async () => {
    await open({ connections: 2 });
    const [first, second] = [openConnection(server.port), openConnection(server.port)];
    await first.write(get);
    await second.write(get);
    await Promise.all([first.answers(1), second.answers(1)]);
    expect(await closed(dial())).to.equal('');
    await Promise.all([first.closed, second.closed]);
    const next = dial();
    next.end(get);
    expect(await closed(next)).to.contain('HTTP/1.1 200');
  });
});
