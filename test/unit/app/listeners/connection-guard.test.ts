import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { BlockList, connect, type Socket } from 'node:net';
import { mock } from 'node:test';
import { listen } from '@portcullis/app';
import { clientErrorResponses, rateLimitAddress } from '@portcullis/http';
import { expect } from 'chai';
import { type ConnectionLimits, guardConnections } from '#app/listeners/connection-guard';
import type { RunningListener } from '#app/listeners/listener';
import { waitUntil } from '../../../support/clock/until.ts';
import { openConnection } from '../../../support/http/connection.ts';

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

/** Reads a body, and answers its length. */
const reading: RequestListener = (request, response) => {
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
  });
  request.on('end', () => response.end(`${size}`));
};

describe('the connection guard of a listener', function () {
  this.timeout(60_000);
  let server: RunningListener;
  let held = (): number => 0;
  const sockets: Socket[] = [];
  let asked = 0;
  const open = async (limits: Partial<ConnectionLimits>, handler: RequestListener = reading): Promise<void> => {
    asked = 0;
    const answers = clientErrorResponses(null);
    server = await listen(handler, { host: '127.0.0.1', port: 0 }, {}, (listening) => {
      const guarded = guardConnections(listening, { ...usual, ...limits }, async (unparsed) => {
        asked += 1;
        await new Promise((resolve) => setImmediate(resolve));
        return answers(unparsed);
      });
      held = guarded.held;
    });
  };
  const dial = (localAddress = '127.0.0.1'): Socket => {
    const socket = connect({ host: '127.0.0.1', port: server.port, localAddress });
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  /** Collects what is received on a connection until it is closed. */
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

  it('ends a request whose body does not progress, with a response', async () => {
    await open({ stallMs: 100 });
    const socket = dial();
    socket.write(`${post}xx`);
    const drip = setInterval(() => socket.write('x'), 10);
    const text = await closed(socket);
    clearInterval(drip);
    expect(text).to.match(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(text).to.contain('"code":"invalid_request"').and.to.contain('nosniff');
  });

  it('lets a body that progresses take as long as it needs', async () => {
    let now = 0;
    mock.method(performance, 'now', () => now);
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      let read = 0;
      await open({ stallMs: 200 }, (request, response) => {
        request.on('data', (chunk: Buffer) => {
          read += chunk.length;
        });
        reading(request, response);
      });
      const connection = openConnection(server.port);
      await connection.write(post);
      for (let sent = 5000; sent <= 100_000; sent += 5000) {
        await connection.write(Buffer.alloc(5000));
        await waitUntil(() => read === sent);
        now += 150;
        mock.timers.tick(150);
      }
      const [answer] = await connection.answers(1);
      connection.close();
      expect(answer).to.deep.equal({ status: 200, body: '100000' });
    } finally {
      mock.timers.reset();
      mock.restoreAll();
    }
  });

  it('lets a client wait for its response, because the client is not slow', async () => {
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
    it(`ends a response that nobody reads${drips ? ', whatever the client sends meanwhile' : ''}`, async () => {
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

  const wrong: { readonly [what: string]: string } = {
    'a method of a proxy': 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n',
    'no request': 'NOTHING\r\n\r\n',
    'half a head': 'GET / HTTP/1.1\r\nHost',
    'half a body': `${post}xx`,
    'a broken chunk': 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  };

  it('ends a response that is made while it is sent, once its client takes no more of it', async () => {
    await open({ stallMs: 100 }, (_, response) => {
      const more = (): void => {
        while (response.write(Buffer.alloc(64 * 1024)));
      };
      response.on('drain', more);
      more();
    });
    dial().pause().write(get);
    await waitUntil(() => held() > 0);
    await waitUntil(() => held() === 0);
  });

  it('lets a response that is made while it is sent wait for what it is made of', async () => {
    let finish: () => void = () => undefined;
    await open({ stallMs: 20 }, (_, response) => {
      response.write('a');
      finish = () => response.end('b');
    });
    const socket = dial();
    const text = closed(socket);
    socket.write(get.replace('Host', 'Connection: close\r\nHost'));
    await once(socket, 'data');
    const rounds = mock.fn(() => undefined);
    const timer = setInterval(rounds, 20);
    await waitUntil(() => rounds.mock.callCount() >= 5);
    clearInterval(timer);
    finish();
    expect(await text).to.match(/\r\na\r\n1\r\nb\r\n/);
  });

  for (const [what, bytes] of Object.entries(wrong)) {
    it(`survives clients that send ${what} and reset the connection`, async () => {
      await open({});
      for (let i = 0; i < 40; i += 1) {
        const socket = dial();
        await once(socket, 'connect');
        socket.write(bytes, () => socket.resetAndDestroy());
        if (i % 2 === 0) await once(socket, 'close');
      }
      const last = dial();
      last.end(get);
      expect(await closed(last)).to.contain('HTTP/1.1 200');
      while (held() > 0) await new Promise((resolve) => setImmediate(resolve));
    });
  }

  it('does not report a connection reset as a malformed request', async () => {
    await open({});
    for (let i = 0; i < 10; i += 1) {
      const socket = dial();
      await once(socket, 'connect');
      socket.resetAndDestroy();
    }
    while (held() > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(asked).to.equal(0);
  });

  for (const what of ['a method of a proxy', 'no request'] as const) {
    it(`answers complete requests before it answers ${what}`, async () => {
      let done = 0;
      await open({}, (request, response) => {
        request.resume();
        setTimeout(() => {
          done += 1;
          response.end(`${done}`);
        }, 50);
      });
      const whole = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx';
      const socket = dial();
      socket.write(`${whole}${whole}${wrong[what]}`);
      const statuses = [...(await closed(socket)).matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
      expect(statuses).to.deep.equal(['200', '200', '400']);
      expect(done).to.equal(2);
    });
  }

  it('counts the connections of an IPv6 network as those of one address', () => {
    const addresses = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8:0:2::1', '::ffff:192.0.2.1', '192.0.2.1'];
    expect(addresses.map(rateLimitAddress)).to.deep.equal([
      '2001:db8:0:1',
      '2001:db8:0:1',
      '2001:db8:0:2',
      '192.0.2.1',
      '192.0.2.1',
    ]);
  });

  it('counts an IPv4 address as one address, however IPv6 writes it', () => {
    const mapped = [
      '::ffff:7f00:1',
      '::FFFF:127.0.0.1',
      '0:0:0:0:0:ffff:7f00:0001',
      '[::ffff:7f00:1]:443',
      '::ffff:7f00:1%lo',
    ];
    expect(mapped.map(rateLimitAddress)).to.deep.equal(mapped.map(() => '127.0.0.1'));
    expect(['::ffff:0:7f00:1', '64:ff9b::7f00:1', 'ffff::7f00:1'].map(rateLimitAddress)).to.deep.equal([
      '0:0:0:0',
      '64:ff9b:0:0',
      'ffff:0:0:0',
    ]);
  });

  it('limits the connections of one address, and accepts another when one is closed', async () => {
    await open({ connectionsPerAddress: 2 });
    const first = openConnection(server.port);
    const second = openConnection(server.port);
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

  it('does not count those of a trusted proxy by address', async () => {
    const trustedProxies = new BlockList();
    trustedProxies.addAddress('127.0.0.1');
    await open({ connectionsPerAddress: 1, trustedProxies });
    const first = openConnection(server.port);
    const second = openConnection(server.port);
    await first.write(get);
    await second.write(get);
    const answers = await Promise.all([first.answers(1), second.answers(1)]);
    expect(answers.flat().map(({ status }) => status)).to.deep.equal([200, 200]);
    first.close();
    second.close();
  });

  it('closes idle connections when it is full', async () => {
    await open({ connections: 2 });
    const first = openConnection(server.port);
    const second = openConnection(server.port);
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
