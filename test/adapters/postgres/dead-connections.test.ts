import { postgresClient } from '@portcullis/adapter-postgres';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { waitUntil } from '../../support/clock/until.ts';
import { type CuttingProxy, startCuttingProxy } from '../../support/postgres/cutting-proxy.ts';
import { describePostgres, usePostgres } from '../../support/postgres/postgres.ts';

describePostgres('connections to PostgreSQL that die without a word', () => {
  const database = usePostgres();
  const connections = 4;
  let proxy: CuttingProxy;
  let client: ReturnType<typeof postgresClient>;

  beforeEach(async () => {
    const url = new URL(database().url);
    proxy = await startCuttingProxy(Number(url.port));
    url.port = String(proxy.port);
    client = postgresClient({ url: url.href, deadlineMs: 1000 });
  });
  afterEach(async () => {
    await proxy.close();
    await client.close();
  });

  const read = () => client.read(async ({ run }) => (await run({ text: 'select 1', values: [] })).rows)();

  /** Reads over several connections at once, each of which is kept until all of them have been opened. */
  const openAll = async (opened = connections): Promise<void> => {
    let waiting = connections;
    let openGate: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      openGate = resolve;
    });
    const reads = Array.from({ length: connections }, () =>
      client.read(async ({ run }) => {
        await run({ text: 'select 1', values: [] });
        waiting -= 1;
        if (waiting === 0) openGate();
        await gate;
      })(),
    );
    expect((await Promise.all(reads)).every(E.isRight)).to.equal(true);
    expect(client.connections()).to.equal(opened);
  };

  it('cost one call its deadline, and no further one', async () => {
    await openAll();
    proxy.silence();
    expect(await read()).to.have.nested.property('left.kind', 'timeout');
    for (let n = 0; n < connections; n += 1) expect(await read()).to.deep.equal(E.right([[1]]));
    expect(client.connections()).to.equal(connections + 1);
  });

  it('cost their deadline the calls that begin before the first one has had its own', async () => {
    await openAll();
    proxy.silence();
    const [one, other] = await Promise.all([read(), read()]);
    for (const answer of [one, other]) expect(answer).to.have.nested.property('left.kind', 'timeout');
    expect(await read()).to.deep.equal(E.right([[1]]));
    expect(client.connections()).to.equal(connections + 1);
  });

  it('are closed at once, without the server', async () => {
    const opened = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
    await openAll();
    const before = opened();
    proxy.silence();
    expect(await read()).to.have.nested.property('left.kind', 'timeout');
    expect(await read()).to.deep.equal(E.right([[1]]));
    // The two ends of the new connection at the proxy: what is idle here does not hold the process.
    await waitUntil(() => opened() === before + 2);
  });

  it('are not suspected because of a call that had hardly any time', async () => {
    await openAll();
    const hasty = client.read(({ run }) => run({ text: 'select pg_sleep(5)', values: [] }), { deadlineMs: 50 })();
    expect(await hasty).to.have.nested.property('left.kind', 'timeout');
    for (let n = 0; n < connections; n += 1) expect(await read()).to.deep.equal(E.right([[1]]));
    await openAll(connections + 1);
  });

  it('are told from those that have answered meanwhile, which go on', async () => {
    await openAll();
    const slow = client.read(({ run }) => run({ text: 'select pg_sleep(5)', values: [] }))();
    expect(await read()).to.deep.equal(E.right([[1]]));
    expect(await slow).to.have.nested.property('left.kind', 'timeout');
    expect(await read()).to.deep.equal(E.right([[1]]));
    expect(client.connections()).to.equal(connections);
  });
});
