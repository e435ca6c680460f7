import { TE } from '@portcullis/domain';
import type { ProfileFilter } from '@portcullis/domain/ports';
import type { Services } from '@portcullis/http';
import { expect } from 'chai';
import { openServer, type TestServer } from '../../support/http/server.ts';
import { ada, stubServices, theView } from '../../support/http/stub-services.ts';

const headers = { authorization: 'Bearer machine' };
const created = 'moqi9a0b.ada000000000001';
const updated = 'u.moqi9a0b.ada000000000001';

describe('the query of a list of profiles', () => {
  let server: TestServer;
  const filters: ProfileFilter[] = [];
  const listProfiles: Services['listProfiles'] = ({ filter }) => {
    filters.push(filter);
    return TE.right({ items: [theView], next: null });
  };
  before(async () => {
    server = await openServer({ services: stubServices({ listProfiles }) });
  });
  after(() => server.close());
  const ask = (query: string) => server.send({ path: `/api/profiles?${query}`, headers });

  it('selects what was changed since a time, in the order of changes', async () => {
    expect(await ask(`updated_after=2026-05-01T12:00:00%2B02:00&cursor=${updated}`)).to.include({ status: 200 });
    expect(filters.at(-1)).to.deep.equal({
      limit: 20,
      order: 'updated_at',
      updatedAfter: '2026-05-01T10:00:00.000Z',
      cursor: updated,
    });
    await ask('sort=updated_at');
    expect(filters.at(-1)).to.deep.equal({ limit: 20, order: 'updated_at' });
    await ask(`sort=created_at&cursor=${created}`);
    expect(filters.at(-1)).to.deep.equal({ limit: 20, cursor: created });
  });

  it('selects several statuses and metadata', async () => {
    await ask('status=in_review,declined&metadata%5Bplan%5D=gold&metadata[shop.id]=7');
    expect(filters.at(-1)).to.deep.equal({
      limit: 20,
      statuses: ['in_review', 'declined'],
      metadata: { plan: 'gold', 'shop.id': '7' },
    });
  });

  it('selects several words however a generator writes them', async () => {
    for (const query of [
      'status=in_review,declined',
      'status=in_review%2Cdeclined',
      'status=in_review&status=declined',
      'status[]=in_review&status[]=declined',
      'status%5B%5D=in_review&status%5B%5D=declined',
      'status[0]=in_review&status[1]=declined',
      'status=in_review&limit=20&status=declined',
    ]) {
      expect(await ask(query), query).to.include({ status: 200 });
      expect(filters.at(-1), query).to.deep.equal({ limit: 20, statuses: ['in_review', 'declined'] });
    }
    for (const query of [
      'status[]=declined',
      'status=declined&status=declined',
      'status=declined,',
      'status=,declined',
    ]) {
      await ask(query);
      expect(filters.at(-1), query).to.deep.equal({ limit: 20, status: 'declined' });
    }
    for (const query of ['status=', 'status[]=', 'status=&status=', 'status=,']) {
      expect(await ask(query), query).to.include({ status: 200 });
      expect(filters.at(-1), query).to.deep.equal({ limit: 20 });
    }
  });

  for (const [what, query] of Object.entries({
    'a word of an object of statuses': 'status[first]=approved',
    'a reference twice': 'reference=a&reference=b',
    'a reference as a list': 'reference[]=a',
    'a status that does not exist': 'status=approved,paused',
    'a time of change in another order': 'updated_after=2026-05-01T12:00:00Z&sort=created_at',
    'a cursor of the other order': `sort=updated_at&cursor=${created}`,
    'a cursor of changes in a list of the newest': `cursor=${updated}`,
    'metadata under a name twice': 'metadata[plan]=gold&metadata[plan]=silver',
    'metadata under a reserved name': 'metadata[__proto__]=gold',
    'metadata under a name that no profile has': 'metadata[a%20b]=gold',
    'a member of a reserved name': '__proto__[a]=1',
    'metadata without a name': 'metadata=gold',
    'a member of a text': 'reference[a]=1',
    'an unknown view': 'view=short',
  }))
    it(`refuses ${what}`, async () => {
      const before = filters.length;
      expect(await ask(query)).to.include({ status: 400 });
      expect(filters).to.have.lengthOf(before);
    });

  it('answers a summary, without anything of the person but your own reference', async () => {
    const { json, text } = await ask('view=summary');
    const { profile } = theView;
    expect(json).to.deep.equal({
      object: 'list',
      data: [
        {
          id: ada,
          object: 'profile_summary',
          reference: profile.reference,
          status: profile.status,
          status_reasons: profile.statusReasons,
          version: profile.version,
          created_at: profile.createdAt,
          updated_at: profile.updatedAt,
          expires_at: profile.expiresAt,
          decided_at: profile.decidedAt,
          lapses_at: profile.lapsesAt,
        },
      ],
      next_cursor: null,
    });
    expect(text).to.not.include('claimed');
    expect((await ask('view=full')).text)
      .to.include('claimed')
      .and.equal((await ask('')).text);
  });
});
