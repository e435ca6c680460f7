import type { RequestListener } from 'node:http';
import { pocketbaseClient, pocketbaseDriver } from '@portcullis/adapter-pocketbase';
import { TE } from '@portcullis/domain';
import { allOf, anyOf, compare, lacksPrefix } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { type StubServer, startStub } from '../../../support/servers/stub-server.ts';

const account = { email: 'admin@portcullis.test', password: 'secret-of-the-admin' };

const readBody = async (request: Parameters<RequestListener>[0]): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

describe('columns of the ledger', () => {
  let stub: StubServer;
  /** What was asked for, beside logins; a request that is among `cut` gets its connection closed. */
  let asked: string[] = [];
  let cut: ReadonlySet<number> = new Set();
  /** The row with which a statement is answered. */
  let answered: readonly (string | null)[] = [];

  before(async () => {
    stub = await startStub(async (request, response) => {
      const text = await readBody(request);
      const answer = (body: unknown) => response.end(JSON.stringify(body));
      if (request.url?.endsWith('/auth-with-password')) return answer({ token: 'a-token', record: { id: 'x' } });
      asked.push(request.url === '/api/sql' ? JSON.parse(text).query : `${request.method} ${request.url}`);
      if (cut.has(asked.length)) return request.socket.destroy();
      if (request.url !== '/api/sql') return answer({ page: 1, perPage: 5, totalItems: -1, totalPages: -1, items: [] });
      return answer({ affectedRows: 0, rows: [answered] });
    });
  });
  after(() => stub.close());
  beforeEach(() => {
    asked = [];
    cut = new Set();
    answered = ['row1', '7'];
  });

  const driverOf = () => pocketbaseDriver(pocketbaseClient({ ...account, url: stub.url }));
  const filter = allOf([compare('partner_key', '=', 'acme'), anyOf([]), compare('feed_place', '>', 3)]);
  const query = { columns: ['id', 'place'], filter, sort: ['-feed_place', 'id'], limit: 5 };

  it('are read by a statement, and their numbers are numbers', async () => {
    expect(await mustSucceed(driverOf().page('ledger', query))).to.deep.equal([{ id: 'row1', place: 7 }]);
    expect(asked).to.deep.equal([
      "SELECT id,place FROM ledger WHERE (partner_key='acme' AND 0 AND feed_place>3) ORDER BY feed_place DESC,id LIMIT 5",
    ]);
  });

  it('are read through the collection with the entry, and by conditions that only its filters have', async () => {
    const driver = driverOf();
    await mustSucceed(driver.page('ledger', { ...query, columns: ['id', 'data'] }));
    await mustSucceed(driver.page('ledger', { ...query, filter: lacksPrefix('event', 'x') }));
    await mustSucceed(driver.page('ledger', { limit: 5 }));
    await mustSucceed(driver.page('profiles', { columns: ['id'], limit: 5 }));
    expect(asked.map((one) => one.slice(0, 21))).to.deep.equal(Array(4).fill('GET /api/collections/'));
  });

  it('are read by a statement with the entry for a command, as those of every table', async () => {
    const driver = driverOf();
    const wanted = { columns: ['seq', 'data'], sort: ['seq'], limit: 5, deadline: 'maintenance' } as const;
    const texts = ['{"a":["7"]}', '"sealed:7"', '"7"', '7', 'null', '', null];
    const read: unknown[] = [];
    for (const text of texts) {
      answered = ['3', text];
      read.push(...(await mustSucceed(driver.page('ledger', wanted))));
    }
    const data = [{ a: ['7'] }, 'sealed:7', '7', 7, null, null, null];
    expect(read).to.deep.equal(data.map((one) => ({ seq: 3, data: one })));
    answered = ['row1', '"x"'];
    const settings = {
      columns: ['id', 'value'],
      filter: compare('id', '>', 'a'),
      limit: 5,
      deadline: 'maintenance',
    } as const;
    expect(await mustSucceed(driver.page('settings', settings))).to.deep.equal([{ id: 'row1', value: 'x' }]);
    expect(new Set(asked)).to.deep.equal(
      new Set([
        'SELECT seq,data FROM ledger WHERE 1 ORDER BY seq LIMIT 5',
        "SELECT id,value FROM settings WHERE id>'a' LIMIT 5",
      ]),
    );
  });

  it('are read through the collection for a command, too, where a text should be JSON and is not', async () => {
    answered = ['3', 'damaged'];
    const wanted = { columns: ['seq', 'data'], limit: 5, deadline: 'maintenance' } as const;
    expect(await mustSucceed(driverOf().page('ledger', wanted))).to.deep.equal([]);
    expect(asked.map((one) => one.slice(0, 21))).to.deep.equal(['SELECT seq,data FROM ', 'GET /api/collections/']);
  });

  it('are read through the collection by texts that PocketBase would interpret, and refused as there', async () => {
    const driver = driverOf();
    for (const text of ['[[place]]', '{:x}', 'a;b'])
      await mustSucceed(driver.page('ledger', { ...query, filter: compare('profile', '=', text) }));
    expect(asked.map((one) => one.slice(0, 21))).to.deep.equal(Array(3).fill('GET /api/collections/'));
    for (const text of ["x'y", 'x\\y', 'x"y']) {
      const read = driver.page('ledger', { ...query, filter: compare('id', '>', text) });
      expect(await mustFail(read)).to.include({ _tag: 'Unavailable' });
    }
    expect(asked).to.have.length(3);
  });

  it('are asked for again where a kept connection was closed, and wait for nothing that a write waits for', async () => {
    const driver = driverOf();
    let writes = 0;
    driver.beforeWrites(() => {
      writes += 1;
      return TE.right(undefined);
    });
    await mustSucceed(driver.page('ledger', query));
    cut = new Set([2]);
    expect(await mustSucceed(driver.page('ledger', query))).to.deep.equal([{ id: 'row1', place: 7 }]);
    expect([asked.length, writes]).to.deep.equal([3, 0]);
  });
});
