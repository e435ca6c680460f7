import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { WebhookResult } from '@portcullis/events/ports';
import { expect } from 'chai';
import { drip, flood, type RawServer, startRaw } from '../../support/servers/raw-server.ts';
import { selfSigned } from '../../support/servers/self-signed.ts';
import { aRequest, aSender, sendOnce, wordOf } from './receiver.ts';

const deadlineMs = 300;
/** For an answer that comes, however busy the machine is. */
const ample = { deadlineMs: 10_000 };
/** What the sender and the timers of a busy machine may take beyond the deadline. */
const spareMs = 1500;
const head = 'HTTP/1.1 200 OK\r\n';

type Outcome = { readonly result: WebhookResult; readonly tookMs: number; readonly written: number };

/** Sends one request to a server that behaves like this, and waits until the server sees its connection closed. */
const sendTo = async (serve: (socket: Socket) => void, options = { deadlineMs }): Promise<Outcome> => {
  const server: RawServer = await startRaw(serve);
  const sender = aSender(options);
  try {
    const startedAt = performance.now();
    const result = await sender.send(aRequest(server.url))();
    const tookMs = performance.now() - startedAt;
    await sender.close();
    await Promise.all(server.connections().map(({ closed }) => closed));
    return { result, tookMs, written: server.connections()[0]?.written() ?? 0 };
  } finally {
    await server.close();
  }
};

/** Writes a line again and again, as long as the connection takes it. */
const repeat = (socket: Socket, start: string, line: string): void => {
  socket.write(start);
  flood(socket, 512 * 1024 * 1024, Buffer.from(line.repeat(1000)));
};

/** What the buffers of two sockets of the system can hold, far less than what the server would write. */
const buffersBytes = 16 * 1024 * 1024;

describe('a receiver of webhooks that does not answer', () => {
  const silent: readonly (readonly [behavior: string, serve: (socket: Socket) => void])[] = [
    ['says nothing', () => undefined],
    [
      'drips its status line',
      (socket) => {
        socket.write('HTTP/1.1 200 ');
        drip(socket);
      },
    ],
    [
      'drips its headers',
      (socket) => {
        socket.write(`${head}x: `);
        drip(socket);
      },
    ],
    ['sends interim responses only', (socket) => socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(50))],
  ];

  for (const [behavior, serve] of silent) {
    it(`is a time-out at the deadline when it ${behavior}`, async () => {
      const { result, tookMs } = await sendTo(serve);
      expect([wordOf(result), result.address]).to.deep.equal(['timeout', '127.0.0.1']);
      expect(tookMs).to.be.within(deadlineMs - 20, deadlineMs + spareMs);
      expect(result.ms).to.be.within(deadlineMs - 20, Math.ceil(tookMs));
    });
  }

  it('is a time-out when it sends interim responses without end', async () => {
    const { result, tookMs } = await sendTo((socket) => repeat(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n'));
    expect([wordOf(result), result.address]).to.deep.equal(['timeout', '127.0.0.1']);
    expect(tookMs).to.be.below(deadlineMs + spareMs);
  });

  const bad: readonly (readonly [behavior: string, serve: (socket: Socket) => void])[] = [
    ['sends headers without end', (socket) => repeat(socket, head, 'x: y\r\n')],
    ['sends one header without end', (socket) => repeat(socket, `${head}x: `, 'y')],
    ['speaks another protocol', (socket) => socket.end('220 mail.example ESMTP\r\n')],
    ['has a status that is none', (socket) => socket.end('HTTP/1.1 999 No\r\ncontent-length: 0\r\n\r\n')],
    ['switches protocols', (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n')],
    ['has two lengths', (socket) => socket.end(`${head}content-length: 1\r\ncontent-length: 2\r\n\r\nab`)],
  ];
  for (const [behavior, serve] of bad) {
    it(`is a bad answer when it ${behavior}`, async () => {
      const { result, written } = await sendTo(serve, ample);
      expect([wordOf(result), result.address]).to.deep.equal(['bad_answer', '127.0.0.1']);
      expect(written).to.be.below(buffersBytes);
    });
  }

  it('is a connection reset when it hangs up', async () => {
    const { result } = await sendTo((socket) => socket.destroy(), ample);
    expect([wordOf(result), result.address]).to.deep.equal(['connection_reset', '127.0.0.1']);
  });

  it('is a refused connection when nobody listens', async () => {
    const { port, close } = await startRaw(() => undefined);
    await close();
    const result = await sendOnce(aRequest(`http://127.0.0.1:${port}/`));
    expect([wordOf(result), result.address]).to.deep.equal(['connection_refused', null]);
  });
});

describe('a receiver of webhooks that answers, and goes on', () => {
  it('has answered when its head has come, and its body is read for the deadline at most', async () => {
    const longer = { deadlineMs: 1500 };
    const { result, tookMs } = await sendTo((socket) => {
      socket.write(`${head}content-length: 4000\r\n\r\n`);
      drip(socket);
    }, longer);
    expect([wordOf(result), result.address]).to.deep.equal([200, '127.0.0.1']);
    expect(result.ms).to.be.below(longer.deadlineMs);
    expect(tookMs).to.be.within(longer.deadlineMs - 20, longer.deadlineMs + spareMs);
  });

  it('is cut off when its body is longer than a few KiB, with memory for a few buffers', async () => {
    const endless = (socket: Socket): void =>
      repeat(socket, `${head}transfer-encoding: chunked\r\n\r\n`, `40\r\n${'a'.repeat(64)}\r\n`);
    const before = process.memoryUsage();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => sendTo(endless, ample)));
    const after = process.memoryUsage();
    expect(outcomes.map(({ result }) => wordOf(result))).to.deep.equal(Array.from({ length: 20 }, () => 200));
    for (const { written } of outcomes) expect(written).to.be.below(buffersBytes);
    // The servers' side is of this process, too: each of them holds a buffer or two.
    expect(after.arrayBuffers - before.arrayBuffers).to.be.below(32 * 1024 * 1024);
  });
});

describe('a receiver of webhooks with TLS', () => {
  it('gets nothing when its certificate is not trusted, also where the process checks none', async () => {
    let received = 0;
    const server = createTlsServer(selfSigned(), (_, response) => {
      received += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { emitWarning } = process;
    process.emitWarning = () => undefined;
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    const result = await sendOnce(aRequest(`https://127.0.0.1:${port}/`));
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.emitWarning = emitWarning;
    expect([wordOf(result), result.address, received]).to.deep.equal(['tls_failed', '127.0.0.1', 0]);
    server.closeAllConnections();
    server.close();
  });

  it('fails with the word of TLS when it does not speak it', async () => {
    const server = await startRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const result = await sendOnce(aRequest(`https://127.0.0.1:${server.port}/`));
    expect([wordOf(result), result.address]).to.deep.equal(['tls_failed', '127.0.0.1']);
    await server.close();
  });
});
