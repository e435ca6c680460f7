import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { pocketbaseClient, pocketbaseDriver } from '@portcullis/adapter-pocketbase';
import { expect } from 'chai';
import { timedCall } from '../../../support/clients/vendor-clients.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { adminAccount, usePocketbase } from '../../../support/servers/pocketbase.ts';

const deadlineMs = 1500;

/** A proxy that can swallow what passes over the connections that exist, and serves those that come later. */
const swallowingProxy = (to: string) => {
  const pairs = new Set<readonly [Socket, Socket]>();
  let accepted = 0;
  const server: Server = createServer((near) => {
    accepted += 1;
    const far = connect(Number(new URL(to).port), '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const socket of pair) socket.on('error', () => undefined);
    near.pipe(far);
    far.pipe(near);
  });
  return {
    listen: () =>
      new Promise<string>((resolve) => {
        server.listen(0, '127.0.0.1', () => {
          const address = server.address();
          resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
        });
      }),
    accepted: () => accepted,
    /** Resolves with how many connections the client has closed, once those are all of them. */
    whenClosedByClient: async () => {
      await Promise.all([...pairs].map(([near]) => near.readableEnded || once(near, 'end')));
      return pairs.size;
    },
    swallow: () => {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        for (const socket of [near, far]) socket.on('data', () => undefined);
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const pair of pairs) for (const socket of pair) socket.destroy();
        server.close(() => resolve());
      }),
  };
};

describe('kept connections to a database that died silently', function () {
  this.timeout(20_000);
  const database = usePocketbase();
  let proxy: ReturnType<typeof swallowingProxy>;
  let url: string;

  beforeEach(async () => {
    proxy = swallowingProxy(database().url);
    url = await proxy.listen();
  });
  afterEach(() => proxy.close());

  it('are all dropped after the first time-out, so that the next request succeeds at once', async () => {
    const driver = pocketbaseDriver(pocketbaseClient({ ...adminAccount, url, deadlineMs, fileDeadlineMs: deadlineMs }));
    const read = () => driver.page('profiles', { limit: 1 });
    await mustSucceed(read());
    await Promise.all(Array.from({ length: 8 }, () => mustSucceed(read())));
    const kept = proxy.accepted();
    expect(kept).to.be.at.least(4);
    proxy.swallow();
    expect(await mustFail(read())).to.include({ kind: 'timeout', outageCause: 'timeout' });
    const { ownMs } = await timedCall(() => mustSucceed(read()), deadlineMs / 2);
    expect(ownMs).to.be.below(deadlineMs / 2);
    expect(driver.connections()).to.be.above(kept);
  });

  it('are closed after four seconds without use', async () => {
    const client = pocketbaseClient({ ...adminAccount, url });
    await mustSucceed(pocketbaseDriver(client).page('profiles', { limit: 1 }));
    expect(await proxy.whenClosedByClient()).to.equal(proxy.accepted());
  });

  it('are dropped for the transfers of files, too', async () => {
    const client = pocketbaseClient({ ...adminAccount, url, deadlineMs, fileDeadlineMs: deadlineMs });
    const driver = pocketbaseDriver(client);
    const row = {
      id: 'file00000000001',
      profile: 'profile00000001',
      kind: 'document_front',
      content_type: 'image/png',
    };
    const blob = { bytes: Buffer.from('bytes'), contentType: 'image/png', name: 'front' };
    const stored = await mustSucceed(driver.putBlob({ ...row, size: 5, sha256: 'x' }, blob));
    const at = { id: row.id, content: String(stored['content']) };
    await Promise.all(Array.from({ length: 4 }, () => mustSucceed(driver.getBlob(at))));
    proxy.swallow();
    expect(await mustFail(driver.getBlob(at))).to.include({ kind: 'timeout' });
    expect(Buffer.from((await mustSucceed(driver.getBlob(at))) ?? []).toString()).to.equal('bytes');
  });
});
