import { once } from 'node:events';
import { type Agent, get, type IncomingMessage, Agent as KeepAlive, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listen } from '@portcullis/app';
import { expect } from 'chai';
import type { RunningListener } from '#app/listeners/listener';

type PendingRequest = { readonly request: IncomingMessage; readonly response: ServerResponse };

const host = '127.0.0.1';
const aRequest = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** A server that answers when it is told to: `arrived` is the next request. */
const manualServer = async (): Promise<{
  readonly server: RunningListener;
  readonly arrived: () => Promise<PendingRequest>;
}> => {
  const queue: PendingRequest[] = [];
  const wanted: ((waiting: PendingRequest) => void)[] = [];
  const server = await listen(
    (request, response) => {
      const take = wanted.shift();
      if (take) take({ request, response });
      else queue.push({ request, response });
    },
    { host, port: 0 },
  );
  const arrived = () =>
    new Promise<PendingRequest>((resolve) => {
      const first = queue.shift();
      if (first) resolve(first);
      else wanted.push(resolve);
    });
  return { server, arrived };
};

type Answer = { readonly status: number; readonly body: string; readonly connection: string | undefined };

const ask = (port: number, agent?: Agent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = get({ host, port, path: '/', ...(agent && { agent }) }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body, connection: response.headers.connection }),
      );
      response.on('error', reject);
    });
    request.on('error', reject);
  });

const refused = (port: number): Promise<string> =>
  ask(port).then(
    () => 'answered',
    (error: NodeJS.ErrnoException) => error.code ?? 'failed',
  );

const opened = async (port: number): Promise<Socket> => {
  const socket = connect({ host, port });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

/** Longer than a test may take: a stop that waits for this limit ends none. */
const tooLongMs = 600_000;

describe('a listener', () => {
  it('answers a client that has ended its side of the connection', async () => {
    const { server, arrived } = await manualServer();
    const socket = connect({ host, port: server.port, allowHalfOpen: true });
    let text = '';
    socket.on('data', (part: Buffer) => {
      text += part.toString();
    });
    socket.end(`${aRequest}${aRequest}`);
    const first = await arrived();
    await once(first.request.socket, 'end');
    first.response.end('one');
    (await arrived()).response.end('two');
    await once(socket, 'close');
    expect(text).to.match(/^HTTP\/1\.1 200 .*one.*HTTP\/1\.1 200 .*two/s);
    await server.stop(0);
  });
});

describe('a listener that stops', () => {
  it('completes requests in flight, and refuses later connections', async () => {
    const { server, arrived } = await manualServer();
    const agent = new KeepAlive({ keepAlive: true });
    const answer = ask(server.port, agent);
    const { response } = await arrived();
    const stopped = server.stop(tooLongMs);
    expect(await refused(server.port)).to.equal('ECONNREFUSED');
    response.write('first half, ');
    response.end('second half');
    expect(await answer).to.deep.equal({ status: 200, body: 'first half, second half', connection: 'close' });
    expect(await stopped).to.equal(0);
    agent.destroy();
  });

  it('completes a response that is partly sent', async () => {
    const { server, arrived } = await manualServer();
    const answer = ask(server.port);
    const { response } = await arrived();
    response.write('begun ');
    const stopped = server.stop(tooLongMs);
    response.end('and ended');
    expect((await answer).body).to.equal('begun and ended');
    expect(await stopped).to.equal(0);
  });

  it('closes idle connections at once', async () => {
    const { server, arrived } = await manualServer();
    const agent = new KeepAlive({ keepAlive: true });
    const answer = ask(server.port, agent);
    (await arrived()).response.end('done');
    await answer;
    const silent = await opened(server.port);
    expect(await server.stop(tooLongMs)).to.equal(0);
    if (!silent.closed) await once(silent, 'close');
    agent.destroy();
  });

  it('still accepts a request whose head was partly received', async () => {
    const { server, arrived } = await manualServer();
    const socket = await opened(server.port);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
    // The response to another request proves that those bytes have been read.
    const other = ask(server.port);
    (await arrived()).response.end();
    await other;
    const stopped = server.stop(tooLongMs);
    socket.write('\r\n');
    (await arrived()).response.end('late and welcome');
    const [chunk] = await once(socket, 'data');
    expect(String(chunk))
      .to.match(/^HTTP\/1\.1 200 OK\r\n/)
      .and.match(/late and welcome$/);
    expect(await stopped).to.equal(0);
  });

  it('answers a request that has arrived on an idle connection and was not read yet', async () => {
    const { server, arrived } = await manualServer();
    const socket = await opened(server.port);
    socket.write(aRequest);
    (await arrived()).response.end('first');
    await once(socket, 'data');
    // Both happen in one turn: the system has the bytes, and the server has not read them.
    socket.write(aRequest);
    const stopped = server.stop(tooLongMs);
    const answer = once(socket, 'data');
    (await arrived()).response.end('second');
    expect(String((await answer)[0]))
      .to.match(/^Connection: close\r$/m)
      .and.match(/second$/);
    expect(await stopped).to.equal(0);
  });

  it('answers the next request on a connection that it promised to keep before the stop', async () => {
    const { server, arrived } = await manualServer();
    const socket = await opened(server.port);
    socket.write(aRequest);
    const { response } = await arrived();
    let heard = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      heard += text;
    });
    response.writeHead(200, { 'Content-Length': 5 }).write('fi');
    const stopped = server.stop(tooLongMs);
    response.end('rst');
    await once(response, 'close');
    socket.write(aRequest);
    (await arrived()).response.end('second');
    await once(socket, 'close');
    expect(heard)
      .to.match(/^Connection: keep-alive\r$[\s\S]*first[\s\S]*^Connection: close\r$/m)
      .and.match(/second$/);
    expect(await stopped).to.equal(0);
  });

  for (const when of ['before', 'while']) {
    it(`answers all pipelined requests of a client, ${when} it drains, and announces the close with the last`, async () => {
      const { server, arrived } = await manualServer();
      const socket = await opened(server.port);
      let heard = '';
      socket.setEncoding('utf8').on('data', (text: string) => {
        heard += text;
      });
      const early = when === 'while' ? server.stop(tooLongMs, tooLongMs) : null;
      socket.write(aRequest + aRequest);
      const first = await arrived();
      const second = await arrived();
      const stopped = early ?? server.stop(tooLongMs);
      first.response.end('first');
      await once(first.response, 'close');
      second.response.end('second');
      await once(socket, 'close');
      expect(heard)
        .to.match(/^Connection: keep-alive\r$[\s\S]*first[\s\S]*^Connection: close\r$/m)
        .and.match(/second$/);
      expect(await stopped).to.equal(0);
    });
  }

  it('delivers a long response to a slow client completely', async () => {
    const { server, arrived } = await manualServer();
    const socket = await opened(server.port);
    socket.write(aRequest);
    const { response } = await arrived();
    const long = 64 * 1024 * 1024;
    response.end(Buffer.alloc(long));
    const stopped = server.stop(tooLongMs);
    let read = 0;
    socket.on('data', (chunk: Buffer) => {
      read += chunk.length;
    });
    await once(socket, 'close');
    expect(read).to.be.above(long);
    expect(await stopped).to.equal(0);
  });

  it('answers every request while it drains, and announces the close with each response', async () => {
    const { server, arrived } = await manualServer();
    const agent = new KeepAlive({ keepAlive: true });
    const before = ask(server.port, agent);
    (await arrived()).response.end('kept');
    expect((await before).connection).to.equal('keep-alive');
    // Without a connection the drain would end, however late the test comes with its next one.
    const silent = await opened(server.port);
    const stopped = server.stop(tooLongMs, tooLongMs);
    const onKept = ask(server.port, agent);
    (await arrived()).response.end('on the kept connection');
    expect(await onKept).to.deep.equal({ status: 200, body: 'on the kept connection', connection: 'close' });
    const onNew = ask(server.port);
    (await arrived()).response.end('on a new one');
    expect(await onNew).to.deep.equal({ status: 200, body: 'on a new one', connection: 'close' });
    silent.destroy();
    expect(await stopped).to.equal(0);
    expect(await refused(server.port)).to.equal('ECONNREFUSED');
    agent.destroy();
  });

  it('stops draining when nobody is connected', async () => {
    const { server } = await manualServer();
    expect(await server.stop(tooLongMs, tooLongMs)).to.equal(0);
  });

  it('stops draining when its time is over, whoever is connected', async () => {
    const { server } = await manualServer();
    const silent = await opened(server.port);
    const began = performance.now();
    expect(await server.stop(tooLongMs, 300)).to.equal(0);
    expect(performance.now() - began).to.be.at.least(290);
    if (!silent.closed) await once(silent, 'close');
  });

  it('disconnects stuck clients when its time limit is over, and reports how many', async () => {
    const { server, arrived } = await manualServer();
    const stuck = await opened(server.port);
    stuck.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
    await arrived();
    const began = performance.now();
    expect(await server.stop(100)).to.equal(1);
    expect(performance.now() - began).to.be.at.least(90);
    if (!stuck.closed) await once(stuck, 'close');
  });

  it('waits at most half a second for a client that keeps its side open', async () => {
    const { server, arrived } = await manualServer();
    const socket = connect({ host, port: server.port, allowHalfOpen: true });
    await once(socket, 'connect');
    socket.write(aRequest);
    const { response } = await arrived();
    const stopped = server.stop(tooLongMs);
    response.end('bye');
    expect(await stopped).to.equal(0);
    socket.destroy();
  });

  it('stops once, however often it is told to stop', async () => {
    const { server } = await manualServer();
    expect(await Promise.all([server.stop(1000), server.stop(1000)])).to.deep.equal([0, 0]);
    expect(await server.stop(1000)).to.equal(0);
  });

  it('rejects when its port is in use, and leaves the other server alone', async () => {
    const { server, arrived } = await manualServer();
    const failure = await listen(() => undefined, { host, port: server.port }).catch(
      (error: NodeJS.ErrnoException) => error.code,
    );
    expect(failure).to.equal('EADDRINUSE');
    const answer = ask(server.port);
    (await arrived()).response.end('still here');
    expect((await answer).body).to.equal('still here');
    await server.stop(1000);
  });
});
