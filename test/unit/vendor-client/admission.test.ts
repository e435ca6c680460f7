import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type Server } from 'node:http';
import { type Admission, newConnectionPool } from '@portcullis/vendor-client/transport';
import { expect } from 'chai';

describe('a request that asks before it is sent', () => {
  let server: Server;
  let url = '';
  let received: string[] = [];

  beforeEach(async () => {
    received = [];
    server = createServer((request, response) => {
      received.push(`${request.method} ${request.url}`);
      request.resume().on('end', () => response.end('{}'));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const pool = newConnectionPool({ timeout: 1000 });
  const send = async (path: string, admission?: Admission): Promise<void> => {
    const head = { url: url + path, method: 'POST', headers: {} };
    const response = await pool.send(head, 'body', admission).response;
    await new Promise((resolve) => {
      response.resume().on('end', resolve);
    });
  };
  const failure = (sent: Promise<void>): Promise<unknown> =>
    sent.then(
      () => null,
      (cause: unknown) => cause,
    );

  it('is sent when the answer has come', async () => {
    let arrived = 0;
    const admission = async (): Promise<void> => {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      arrived = received.length;
    };
    await send('/first', admission);
    expect([arrived, received]).to.deep.equal([0, ['POST /first']]);
    await send('/second', () => null);
    expect(received).to.deep.equal(['POST /first', 'POST /second']);
  });

  it('is one request for those who count them', async () => {
    let begun = 0;
    const count = (): void => {
      begun += 1;
    };
    subscribe('http.client.request.start', count);
    await send('/counted', () => null);
    unsubscribe('http.client.request.start', count);
    expect(begun).to.equal(1);
  });

  it('fails with what refuses it, and nothing of it is sent', async () => {
    const refusal = new Error('another server');
    expect(await failure(send('/refused', () => Promise.reject(refusal)))).to.equal(refusal);
    await send('/sent');
    expect(received).to.deep.equal(['POST /sent']);
  });
});
