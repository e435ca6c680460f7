import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { mock } from 'node:test';
import { pocketbaseClient } from '@portcullis/adapter-pocketbase';
import { E, unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { adminAccount } from '../../../support/servers/pocketbase.ts';

const token = { token: `e30.${Buffer.from(JSON.stringify({ exp: 4e9 })).toString('base64url')}.e30`, record: {} };

/** A server that gives a token to everybody, and answers the rest as `answer` does. */
const startServer = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.url?.includes('auth-with-password')) return response.end(JSON.stringify(token));
      received.push(`${request.method} ${request.url}`);
      return answer(request, response);
    });
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const client = pocketbaseClient({
    ...adminAccount,
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
  });
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { client, received, sockets, close };
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the connections to the record database', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let answer: (response: ServerResponse) => void;

  beforeEach(async () => {
    answer = (response) => response.end('{}');
    server = await startServer((_, response) => answer(response));
  });
  afterEach(() => {
    mock.timers.reset();
    return server.close();
  });

  const send = (method: string, path: string, options: { readonly onNewConnection?: boolean } = {}) =>
    server.client.send(t.UnknownRecord, () => ({
      method,
      path,
      ...(method === 'GET' ? {} : { body: {} }),
      ...options,
    }));

  it('carry one request after the other, and as many at a time as there are requests', async () => {
    await mustSucceed(send('GET', '/one'));
    await mustSucceed(send('POST', '/two'));
    expect(server.client.connections()).to.equal(1);
    await Promise.all(['/a', '/b', '/c'].map((path) => mustSucceed(send('GET', path))));
    expect(server.client.connections()).to.equal(3);
    expect(server.sockets.size).to.equal(3);
  });

  it('are a hundred at most, and further requests wait for one', async () => {
    await mustSucceed(send('GET', '/login'));
    const held: ServerResponse[] = [];
    const full = new Promise<void>((resolve) => {
      answer = (response) => {
        held.push(response);
        if (held.length === 100) resolve();
      };
    });
    const sent = Array.from({ length: 103 }, (_, n) => mustSucceed(send('GET', `/${n}`)));
    await full;
    answer = (response) => response.end('{}');
    for (const response of held) response.end('{}');
    expect(await Promise.all(sent)).to.have.length(103);
    expect(server.client.connections()).to.equal(100);
  });

  it('are not counted where a read is sent over one of its own, which is closed after it', async () => {
    await mustSucceed(send('GET', '/kept'));
    const closed = new Promise<void>((resolve) => {
      const known = new Set(server.sockets);
      answer = (response) => {
        for (const socket of server.sockets) if (!known.has(socket)) socket.once('close', () => resolve());
        response.end('{}');
      };
    });
    await mustSucceed(send('GET', '/own', { onNewConnection: true }));
    await closed;
    expect([server.client.connections(), server.sockets.size]).to.deep.equal([1, 2]);
  });

  it('send a write whose admission took longer than its connection', async () => {
    server.client.beforeWrites(() => async () => {
      // The connection was begun before the write asked, and is established before the answer comes.
      while (server.sockets.size < 2) await turn();
      for (let turns = 0; turns < 20; turns += 1) await turn();
      return E.right(undefined);
    });
    const [read, write] = await Promise.all([mustSucceed(send('GET', '/read')), mustSucceed(send('POST', '/write'))]);
    expect([read, write]).to.deep.equal([{}, {}]);
  });

  it('send nothing of a write that is refused', async () => {
    server.client.beforeWrites(() => async () => E.left(unavailable('database', 'another server', 'rejected')));
    expect(await mustFail(send('POST', '/refused'))).to.include({ kind: 'rejected' });
    expect(server.received).to.deep.equal([]);
  });

  it('are not used again when the server has said that it closes one', async () => {
    answer = (response) => response.setHeader('Connection', 'close').end('{}');
    await mustSucceed(send('GET', '/last'));
    await mustSucceed(send('POST', '/next'));
    expect(server.received).to.deep.equal(['GET /last', 'POST /next']);
    expect(server.client.connections()).to.be.at.least(2);
  });

  it('are not used again when nothing was sent over one for four seconds, also while it is being closed', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    await mustSucceed(send('GET', '/first'));
    // Its time without a request is counted from the turn after the answer on.
    for (let turns = 0; turns < 3; turns += 1) await turn();
    mock.timers.tick(4000);
    // Before the next turn, in which the end of the connection is told.
    await mustSucceed(send('POST', '/write'));
    expect(server.received).to.deep.equal(['GET /first', 'POST /write']);
    expect(server.client.connections()).to.equal(2);
  });

  it('are repeated for a read that found its connection closed, and not for a write', async () => {
    await mustSucceed(send('GET', '/first'));
    let cuts = 0;
    answer = (response) => {
      cuts += 1;
      if (cuts === 1) response.socket?.destroy();
      else response.end('{}');
    };
    await mustSucceed(send('GET', '/read'));
    cuts = 0;
    expect(await mustFail(send('POST', '/write'))).to.include({ outageCause: 'connection_reset' });
    expect(server.received).to.deep.equal(['GET /first', 'GET /read', 'GET /read', 'POST /write']);
  });

  it('are begun anew for the repetition of a read, where others were closed with the one that it found', async () => {
    const held: ServerResponse[] = [];
    answer = (response) => {
      if (held.push(response) === 3) for (const one of held) one.end('{}');
    };
    await Promise.all(['/a', '/b', '/c'].map((path) => mustSucceed(send('GET', path))));
    const closed = new Set(server.sockets);
    answer = (response) => {
      if (response.socket !== null && closed.has(response.socket)) response.socket.destroy();
      else response.end('{}');
    };
    await mustSucceed(send('GET', '/read'));
    expect(server.received.slice(3)).to.deep.equal(['GET /read', 'GET /read']);
  });
});
