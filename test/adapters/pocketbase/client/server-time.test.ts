import { createServer } from 'node:http';
import { pocketbaseClient } from '@portcullis/adapter-pocketbase';
import { expect } from 'chai';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { adminAccount, usePocketbase } from '../../../support/servers/pocketbase.ts';

describe('the time of the record database', function () {
  this.timeout(30_000);
  const database = usePocketbase();

  it('is that of PocketBase’s own clock, between the request and its answer', async () => {
    const before = performance.now();
    const { receivedAt, sentAt, time } = await mustSucceed(database().client.time);
    const after = performance.now();
    expect([before, sentAt, receivedAt, after]).to.deep.equal(
      [before, sentAt, receivedAt, after].toSorted((a, b) => a - b),
    );
    // Whole milliseconds less their parts: up to one too few.
    const now = Date.now() - performance.now();
    expect(time).to.be.within(now + sentAt - 1000, now + receivedAt + 1);
  });

  it('is not known from an answer without a Date, nor without an answer', async () => {
    const server = createServer((_, response) => {
      response.sendDate = false;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { time } = pocketbaseClient({ ...adminAccount, url: `http://127.0.0.1:${port}` });
    expect(await mustFail(time)).to.include({ service: 'database', kind: 'invalid_response' });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await mustFail(time)).to.include({ service: 'database', kind: 'unavailable' });
  });
});
