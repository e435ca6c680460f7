import { TE } from '@portcullis/domain';
import type { ProfileFilter } from '@portcullis/domain/ports';
import type { Services } from '@portcullis/http';
import { expect } from 'chai';
import { openServer, type TestServer } from '../../support/http/server.ts';
import { ada, stubServices } from '../../support/http/stub-services.ts';

/** This is a cursor in the form that the stores make. */
const place = 'moqi9a0b.ada000000000001';

const headers = { authorization: 'Bearer machine' };

describe('the query of a request', () => {
  let server: TestServer;
  const filters: ProfileFilter[] = [];
  const pages: unknown[] = [];
  const listProfiles: Services['listProfiles'] = ({ filter }) => {
    filters.push(filter);
    return TE.right({ items: [], next: null });
  };
  const readHistory: Services['readHistory'] = ({ kind, afterSeq, limit }) => {
    pages.push({ kind, afterSeq, limit });
    return TE.right({ entries: [], damaged: [], next: null });
  };
  before(async () => {
    server = await openServer({ services: stubServices({ listProfiles, readHistory }) });
  });
  after(() => server.close());

  it('that is absent selects the first 20 profiles', async () => {
    expect((await server.send({ path: '/api/profiles', headers })).json).to.deep.equal({
      object: 'list',
      data: [],
      next_cursor: null,
    });
    expect(filters.at(-1)).to.deep.equal({ limit: 20 });
  });

  it('of profiles reaches the use case decoded, its times in UTC', async () => {
    const query = new URLSearchParams({
      status: 'in_review',
      reference: 'customer 1',
      created_after: '2026-01-31T12:00:00+02:00',
      created_before: '2026-02-01T00:00:00Z',
      limit: '12',
      cursor: place,
    });
    expect((await server.send({ path: `/api/profiles?${query}`, headers })).status).to.equal(200);
    expect(filters.at(-1)).to.deep.equal({
      status: 'in_review',
      reference: 'customer 1',
      createdAfter: '2026-01-31T10:00:00.000Z',
      createdBefore: '2026-02-01T00:00:00.000Z',
      limit: 12,
      cursor: place,
    });
  });

  it('of a history selects its kind after a cursor', async () => {
    await server.send({ path: `/api/status_history/${ada}`, headers });
    await server.send({ path: `/api/verification_history/${ada}?after_seq=0&limit=73`, headers });
    expect(pages).to.deep.equal([
      { kind: 'status_change', afterSeq: 0, limit: 100 },
      { kind: 'verification_event', afterSeq: 0, limit: 73 },
    ]);
  });

  for (const [path, pointer] of [
    ['/api/profiles?limit=0', '/limit'],
    ['/api/profiles?limit=101', '/limit'],
    ['/api/profiles?limit=1.5', '/limit'],
    ['/api/profiles?limit=1e1', '/limit'],
    ['/api/profiles?limit=', '/limit'],
    ['/api/profiles?limit=5&limit=6', '/limit'],
    ['/api/profiles?limit[]=5', '/limit[]'],
    ['/api/profiles?__proto__=5', '/__proto__'],
    ['/api/profiles?status=gone', '/status'],
    ['/api/profiles?reference=', '/reference'],
    ['/api/profiles?created_after=yesterday', '/created_after'],
    ['/api/profiles?created_after=2026-02-30T00:00:00Z', '/created_after'],
    ['/api/profiles?created_after=2026-01-01T00:00:00', '/created_after'],
    ['/api/profiles?cursor=a%20b', '/cursor'],
    ['/api/profiles?cursor=', '/cursor'],
    ['/api/profiles?cursor=abc', '/cursor'],
    ['/api/profiles?cursor=cursor-2', '/cursor'],
    ['/api/profiles?cursor=moqi9a0b.ada', '/cursor'],
    ['/api/profiles?cursor=zzzzzzzzzzzz.ada000000000001', '/cursor'],
    [`/api/profiles?cursor=${place}x`, '/cursor'],
    [`/api/profiles?cursor=${place}%00`, '/cursor'],
    [`/api/profiles?cursor=${place}&cursor=${place}`, '/cursor'],
    ['/api/profiles?other=1', '/other'],
    [`/api/profiles/${ada}?expand=all`, '/expand'],
    [`/api/status_history/${ada}?after_seq=-1`, '/after_seq'],
    [`/api/status_history/${ada}?limit=1001`, '/limit'],
    ['/api/cloud/credentials?profile_id=x', '/profile_id'],
    ['/api/cloud/credentials', '/profile_id'],
    ['/?access_token=machine', '/access_token'],
  ] as const) {
    it(`is refused with the pointer of its fault: ${path}`, async () => {
      const received = await server.send({ path, headers });
      expect(received.status).to.equal(400);
      expect(received.json).to.include({
        code: 'invalid_request',
        detail: 'The query does not have the form that is described for this operation.',
      });
      expect(Object(received.json).errors.map((error: { pointer: string }) => error.pointer)).to.deep.equal([pointer]);
    });
  }
});
