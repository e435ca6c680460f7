import { TE } from '@portcullis/domain';
import { memoryBudget, type Services } from '@portcullis/http';
import { expect } from 'chai';
import { waitUntil } from '../../support/clock/until.ts';
import { openConnection } from '../../support/http/connection.ts';
import { openServer, type TestServer } from '../../support/http/server.ts';
import { ada, fileId, stubServices, theEntry, theView } from '../../support/http/stub-services.ts';

const mebi = 1024 * 1024;
const headers = { authorization: 'Bearer machine' };

describe('a long list', function () {
  this.timeout(60_000);
  const budget = memoryBudget(16 * mebi);
  let pieces: (readonly [number | string, number])[] = [];
  let held: number[] = [];
  /** The number of entries, and the number of bytes in each. */
  let kept = { count: 0, bytes: 0 };
  let server: TestServer;

  const readHistory: Services['readHistory'] = ({ afterSeq, limit }) => {
    pieces.push([afterSeq, limit]);
    held.push(budget.held());
    const length = Math.max(0, Math.min(limit, kept.count - afterSeq));
    const data = { text: 'é'.repeat(kept.bytes / 2) };
    const entries = Array.from({ length }, (_, i) => ({ ...theEntry, seq: afterSeq + i + 1, data }));
    return TE.right({ entries, damaged: [], next: length < limit ? null : afterSeq + length });
  };
  const listProfiles: Services['listProfiles'] = ({ filter: { cursor = '', limit } }) => {
    pieces.push([cursor, limit]);
    const profile = { ...theView.profile, metadata: { note: 'x'.repeat(kept.bytes) } };
    const next = `moqi9a0b.${String(pieces.length).padStart(15, '0')}`;
    return TE.right({ items: Array.from({ length: limit }, () => ({ ...theView, profile })), next });
  };
  before(async () => {
    const readFile: Services['readFile'] = () => TE.right({ size: 0, content: () => new Promise(() => undefined) });
    server = await openServer({ services: stubServices({ readHistory, listProfiles, readFile }), memory: budget });
  });
  beforeEach(() => {
    pieces = [];
    held = [];
  });
  after(() => server.close());

  const history = async (query: string) => {
    const { json, status } = await server.send({ path: `/api/verification_history/${ada}?${query}`, headers });
    const { data, next_after_seq: next } = Object(json);
    return { status, seqs: data.map(({ seq }: { seq: number }) => seq), next };
  };
  const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

  it('is read a hundred entries at a time, and answered as one', async () => {
    kept = { count: 250, bytes: 10 };
    expect(await history('limit=1000')).to.deep.equal({ status: 200, seqs: from(1, 250), next: null });
    expect(pieces).to.deep.equal([
      [0, 100],
      [100, 100],
      [200, 100],
    ]);
    expect(held).to.deep.equal([4 * mebi, 4 * mebi, 4 * mebi]);
    await waitUntil(() => budget.held() === 0);
  });

  it('ends at the requested limit', async () => {
    kept = { count: 250, bytes: 10 };
    expect(await history('limit=130&after_seq=7')).to.deep.equal({ status: 200, seqs: from(8, 137), next: 137 });
    expect(pieces).to.deep.equal([
      [7, 100],
      [107, 30],
    ]);
  });

  it('ends early where its entries are large, with a cursor', async () => {
    kept = { count: 1000, bytes: 16 * 1024 };
    expect(await history('limit=1000')).to.deep.equal({ status: 200, seqs: from(1, 200), next: 200 });
    expect(await history('limit=1000&after_seq=900')).to.deep.equal({ status: 200, seqs: from(901, 1000), next: null });
  });

  it('of profiles is read twenty at a time, and ends early where they are large', async () => {
    kept = { count: 0, bytes: 60 * 1024 };
    const { json } = await server.send({ path: '/api/profiles?limit=100', headers });
    expect(pieces).to.deep.equal([
      ['', 20],
      ['moqi9a0b.000000000000001', 20],
    ]);
    expect([Object(json).data.length, Object(json).next_cursor]).to.deep.equal([40, 'moqi9a0b.000000000000002']);
  });

  it('reserves its size until its client has received it, and releases it when the client disconnects', async () => {
    kept = { count: 100, bytes: 16 * 1024 };
    const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer machine\r\n\r\n`;
    const connection = openConnection(server.port);
    // The response waits behind one whose loading does not end.
    await connection.write(head(`/api/profiles/${ada}/files/${fileId}`) + head(`/api/verification_history/${ada}`));
    const { bytes } = await server.send({ path: `/api/verification_history/${ada}`, headers });
    await waitUntil(() => pieces.length === 2 && budget.held() === bytes.length);
    connection.close();
    await waitUntil(() => budget.held() === 0);
  });

  it('is refused without being read while there is no memory for it', async () => {
    const other = budget.reserve();
    other.grow(12 * mebi + 1);
    for (const path of ['/api/profiles', `/api/verification_history/${ada}`, `/api/status_history/${ada}`]) {
      const refused = await server.send({ path, headers });
      expect([refused.status, Object(refused.json).code]).to.deep.equal([429, 'rate_limited']);
      expect(refused.headers['retry-after']).to.equal('2');
    }
    expect(pieces).to.deep.equal([]);
    expect(budget.held()).to.equal(12 * mebi + 1);
    other.release();
    kept = { count: 1, bytes: 10 };
    expect((await history('limit=1')).status).to.equal(200);
  });
});
