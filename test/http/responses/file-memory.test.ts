import { E, type Either, type NotFound, notFound, TE, type Unavailable } from '@portcullis/domain';
import type { FileContent } from '@portcullis/domain/ports';
import { memoryBudget } from '@portcullis/http';
import { expect } from 'chai';
import { waitUntil } from '../../support/clock/until.ts';
import { type Connection, openConnection } from '../../support/http/connection.ts';
import { openServer, type TestServer } from '../../support/http/server.ts';
import { ada, fileId, stubServices } from '../../support/http/stub-services.ts';

const mebi = 1024 * 1024;
/** This is more than the system buffers for two sockets. */
const size = 24 * mebi;
const most = 60 * mebi;
const bytes = new Uint8Array(size).fill(7);
const asked = { path: `/api/profiles/${ada}/files/${fileId}`, headers: { authorization: 'Bearer machine' } };
const head = `GET ${asked.path} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer machine\r\n\r\n`;

type Loaded = Either<NotFound | Unavailable, FileContent>;

describe('memory of a file download', function () {
  this.timeout(60_000);
  const budget = memoryBudget(most);
  const whole: Loaded = E.right({ contentType: 'video/mp4', bytes });
  let stored = { size, load: async (): Promise<Loaded> => whole };
  let loads: number[] = [];
  let server: TestServer;
  const open: Connection[] = [];

  before(async () => {
    const content = async (): Promise<Loaded> => {
      loads.push(budget.held());
      return stored.load();
    };
    const readFile = () => TE.right({ size: stored.size, content });
    server = await openServer({ services: stubServices({ readFile }), memory: budget });
  });
  beforeEach(() => {
    stored = { size, load: async () => whole };
    loads = [];
  });
  afterEach(async () => {
    for (const connection of open.splice(0)) connection.close();
    await waitUntil(() => budget.held() === 0);
  });
  after(() => server.close());

  /** Opens a client that sends requests and reads no response. */
  const slow = (requests: string): Connection => {
    const connection = openConnection(server.port, { reads: false });
    open.push(connection);
    void connection.write(requests);
    return connection;
  };

  it('is reserved twice while the file is loaded, and released once the client has received it', async () => {
    const answer = await server.send(asked);
    expect([answer.status, answer.bytes.length]).to.deep.equal([200, size]);
    expect(loads).to.deep.equal([2 * size]);
    await waitUntil(() => budget.held() === 0);
  });

  it('is reserved once while a client does not read, and the next file is refused before it is loaded', async () => {
    slow(head);
    await waitUntil(() => loads.length === 1 && budget.held() === size);
    const refused = await server.send(asked);
    expect([refused.status, Object(refused.json).code]).to.deep.equal([429, 'rate_limited']);
    expect(refused.headers['retry-after']).to.equal('2');
    expect(loads.length).to.equal(1);
    expect(budget.held()).to.equal(size);
  });

  it('is released when a client disconnects, for the next one', async () => {
    const gone = slow(head);
    await waitUntil(() => budget.held() === size);
    gone.close();
    await waitUntil(() => budget.held() === 0);
    expect((await server.send(asked)).status).to.equal(200);
  });

  it('is released when the response waited behind another one of its connection', async () => {
    stored = { size: 10 * mebi, load: async () => whole };
    const gone = slow(head + head);
    await waitUntil(() => loads.length === 2 && budget.held() === 2 * size);
    gone.close();
    await waitUntil(() => budget.held() === 0);
  });

  it('stays reserved while a file is loaded for a client that has gone, and not after', async () => {
    let finish = (): void => undefined;
    const loading = new Promise<Loaded>((resolve) => {
      finish = () => resolve(whole);
    });
    stored = { size, load: () => loading };
    const gone = slow(head);
    await waitUntil(() => loads.length === 1);
    gone.close();
    await server.connectionsGone();
    expect(budget.held()).to.equal(2 * size);
    finish();
    await waitUntil(() => budget.held() === 0);
  });

  for (const [name, load] of [
    ['is not there any more', async () => E.left(notFound)],
    ['cannot be read', () => Promise.reject(new Error('broken'))],
  ] as const) {
    it(`is released when the response ${name}`, async () => {
      stored = { size, load };
      expect((await server.send(asked)).status).to.be.oneOf([404, 500]);
      expect(budget.held()).to.equal(0);
    });
  }

  it('takes the whole budget where there is no room for it twice', async () => {
    stored = { size: 40 * mebi, load: async () => whole };
    expect((await server.send(asked)).status).to.equal(200);
    expect(loads).to.deep.equal([most]);
  });

  it('is refused without loading the file where there can never be room for it', async () => {
    stored = { size: most + 1, load: async () => whole };
    expect((await server.send(asked)).status).to.equal(429);
    expect(loads).to.deep.equal([]);
  });
});
