import type { Socket } from 'node:net';
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { aVendorClient, shortReason } from '../../support/clients/vendor-clients.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { flood, type RawServer, startRaw } from '../../support/servers/raw-server.ts';
import { startStub } from '../../support/servers/stub-server.ts';

const maxBytes = 64 * 1024;
const megabyte = 1024 * 1024;
/** The bytes that the two ends of a connection on one machine can buffer. */
const bufferedBytes = 16 * megabyte;

const answered =
  (headers: string, body: Uint8Array | string = '') =>
  (socket: Socket) => {
    socket.write(`HTTP/1.1 200 OK\r\n${headers}Content-Length: ${Buffer.from(body).length}\r\n\r\n`);
    socket.write(body);
  };

describe('a vendor response', () => {
  let server: RawServer;
  const answers = async (serve: (socket: Socket) => void) => {
    server = await startRaw(serve);
    return aVendorClient(server.url, { maxBytes });
  };
  const gone = () => Promise.all(server.connections().map(({ closed }) => closed));
  afterEach(() => server.close());

  it('is answered with its status, its headers and its whole body', async () => {
    const { ask } = await answers(answered('X-Kind: one\r\nX-Kind: two\r\nContent-Type: text/plain\r\n', 'grüezi'));
    const { status, headers, text } = await mustSucceed(ask());
    expect([status, Object.fromEntries(headers), text]).to.deep.equal([
      200,
      { 'content-type': 'text/plain', 'x-kind': 'one, two' },
      'grüezi',
    ]);
  });

  const compressed = {
    gzip: gzipSync,
    'x-gzip': gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    GZIP: gzipSync,
  };
  for (const [coding, compress] of Object.entries(compressed)) {
    it(`is decompressed from ${coding}, and its headers do not mention the compression`, async () => {
      const { ask } = await answers(answered(`Content-Encoding: ${coding}\r\n`, compress('{"a":1}')));
      const { headers, text } = await mustSucceed(ask());
      expect([Object.fromEntries(headers), text]).to.deep.equal([{}, '{"a":1}']);
    });
  }

  it('may be without a body, whatever its headers say', async () => {
    const { ask } = await answers((socket) => {
      socket.write('HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\n\r\n');
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\n'));
    });
    const first = await mustSucceed(ask());
    const second = await mustSucceed(ask('/', { method: 'HEAD' }));
    expect([first, second].map(({ status, text }) => [status, text])).to.deep.equal([
      [204, ''],
      [200, ''],
    ]);
    expect(server.connections()).to.have.length(1);
  });

  it('may have as many bytes as allowed, and not one more', async () => {
    const allowed = await answers(answered('', 'x'.repeat(maxBytes)));
    expect((await mustSucceed(allowed.ask())).text).to.have.length(maxBytes);
    await server.close();
    const { ask } = await answers(answered('', 'x'.repeat(maxBytes + 1)));
    expect(shortReason(await mustFail(ask()))).to.deep.equal({ kind: 'invalid_response', code: 'answer_too_large' });
  });

  for (const head of ['Content-Length: 104857600\r\n', 'Connection: close\r\n']) {
    it(`of 100 MB is cut off, with the connection, after ${head.trim()}`, async () => {
      const { ask } = await answers((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n`);
        flood(socket, 100 * megabyte);
      });
      expect(shortReason(await mustFail(ask()))).to.deep.equal({ kind: 'invalid_response', code: 'answer_too_large' });
      await gone();
      expect(server.connections()[0]?.written()).to.be.below(bufferedBytes);
    });
  }

  it('that is decompressed without end is cut off, with the connection', async () => {
    let unpacked = 0;
    const { ask } = await answers((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n');
      const bomb = createGzip();
      bomb.on('error', () => undefined);
      bomb.pipe(socket);
      const grow = (): void => {
        while (!socket.destroyed) {
          unpacked += megabyte;
          if (!bomb.write(Buffer.alloc(megabyte))) return;
        }
      };
      bomb.on('drain', grow);
      grow();
    });
    const before = process.memoryUsage.rss();
    expect(shortReason(await mustFail(ask()))).to.deep.equal({ kind: 'invalid_response', code: 'answer_too_large' });
    await gone();
    expect(unpacked)
      .to.be.above(maxBytes)
      .and.below(2000 * megabyte);
    expect(process.memoryUsage.rss() - before).to.be.below(150 * megabyte);
  });

  const malformed: Readonly<Record<string, (socket: Socket) => void>> = {
    'has a status that HTTP does not have': (socket) => socket.write('HTTP/1.1 799 What\r\nContent-Length: 0\r\n\r\n'),
    'is no HTTP': (socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'),
    'has a head without end': (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Long: ');
      flood(socket, megabyte, Buffer.alloc(64 * 1024, 'x'));
    },
    'says that it is compressed and is not': answered('Content-Encoding: gzip\r\n', '{"a":1}'),
    'ends in the middle of what was compressed': answered(
      'Content-Encoding: gzip\r\n',
      gzipSync('{"a":1}').subarray(0, 12),
    ),
    'goes on after what was compressed': answered(
      'Content-Encoding: gzip\r\n',
      Buffer.concat([gzipSync('{}'), Buffer.from('more')]),
    ),
    'is compressed in a way that nobody asked for': answered('Content-Encoding: zstd\r\n', '{}'),
    'is compressed twice': answered('Content-Encoding: gzip, gzip\r\n', gzipSync(gzipSync('{}'))),
  };
  for (const [what, serve] of Object.entries(malformed)) {
    it(`that ${what} is invalid, and is not retried`, async () => {
      const { ask } = await answers(serve);
      expect(shortReason(await mustFail(ask()))).to.deep.equal({ kind: 'invalid_response', code: 'answer_malformed' });
      expect(server.connections()).to.have.length(1);
    });
  }

  const broken: Readonly<Record<string, (socket: Socket) => void>> = {
    'is reset': (socket) => socket.resetAndDestroy(),
    'is never begun': (socket) => socket.end(),
    'is cut off in its head': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'),
    'is cut off in its body': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1234'),
    'is cut off between two pieces': (socket) =>
      socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n12\r\n'),
    'changes the protocol': (socket) =>
      socket.write('HTTP/1.1 101 Now\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'),
  };
  for (const [what, serve] of Object.entries(broken)) {
    it(`that ${what} is an outage, and is retried`, async () => {
      const { ask } = await answers(serve);
      expect(shortReason(await mustFail(ask()))).to.deep.equal({ kind: 'unavailable', code: 'connection_failed' });
      await gone();
      expect(server.connections()).to.have.length(2);
    });
  }

  it('is missing where nobody listens, which is an outage', async () => {
    const { ask, records } = await answers(() => undefined);
    await server.close();
    expect(shortReason(await mustFail(ask()))).to.deep.equal({ kind: 'unavailable', code: 'connection_failed' });
    expect(records.map(({ sent, status }) => [sent, status])).to.deep.equal([[2, null]]);
  });

  for (const status of [300, 301, 302, 303, 305, 307, 308]) {
    it(`with ${status} is not followed to another address of the same vendor`, async () => {
      const { ask } = await answers((socket) =>
        socket.write(`HTTP/1.1 ${status} There\r\nLocation: ${server.url}/there\r\nContent-Length: 9\r\n\r\n`),
      );
      expect(shortReason(await mustFail(ask()))).to.deep.equal({ kind: 'invalid_response', code: 'redirected' });
      await gone();
      expect(server.connections().map(({ received }) => received().split('\r\n')[0])).to.deep.equal(['GET / HTTP/1.1']);
    });
  }
});

describe('a vendor connection', () => {
  it('is reused for the next call', async () => {
    const sockets = new Set<unknown>();
    const stub = await startStub((request, response) => {
      sockets.add(request.socket);
      response.end('here');
    });
    const { ask } = aVendorClient(stub.url);
    for (let n = 0; n < 5; n += 1) await mustSucceed(ask('/', { method: 'POST', body: 'there' }));
    expect(sockets.size).to.equal(1);
    await stub.close();
  });

  it('is not reused when the vendor answered before it had the whole request', async () => {
    const taken: Socket[] = [];
    const server = await startRaw((socket) => {
      taken.push(socket.pause());
      socket.write('HTTP/1.1 404 Early\r\nContent-Length: 0\r\n\r\n');
    });
    const { ask } = aVendorClient(server.url);
    const body = new Uint8Array(16 * megabyte);
    expect(shortReason(await mustFail(ask('/', { method: 'POST', body })))).to.deep.equal({
      kind: 'NotFound',
      code: null,
    });
    for (const socket of taken) socket.resume();
    await server.connections()[0]?.closed;
    expect(server.connections()[0]?.received().length).to.be.below(body.length);
    await server.close();
  });
});
