import { setListed } from '@portcullis/contracts/builders';
import { attemptFingerprints } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import { havingShown } from '../support/builders/shown.ts';
import { openListDesk } from '../support/http/list-desk.ts';
import { mustSucceed } from '../support/run.ts';

describe('who else has shown the same, at the console', () => {
  let open: Awaited<ReturnType<typeof openListDesk>>;
  beforeEach(async () => {
    open = await openListDesk(['auditor']);
  });
  afterEach(() => open.server.close());

  it('is nobody for a profile that has shown nothing, which is a look at that profile', async () => {
    const { desk, looks, send } = open;
    const { id } = await desk.add(60);
    const { json, status } = await send('GET', `/api/reviews/${id}/duplicates`);
    expect([status, json]).to.deep.equal([200, { object: 'duplicates', lists: [], data: [] }]);
    expect(looks.map(({ profileId, profileIds }) => [profileId, profileIds])).to.deep.equal([[id, null]]);
  });

  it('is each with what of it, beside what is on a list, and is a look at all of them', async () => {
    const { desk, looks, send } = open;
    const one = havingShown({ number: 'A1' });
    const other = havingShown({ number: 'A1', picture: '2' });
    await desk.add(50, { id: one.id, evidence: one.evidence });
    await desk.add(40, { id: other.id, evidence: other.evidence });
    const { duplicateIndex } = desk.stores;
    const key = await mustSucceed(duplicateIndex.partnerKey('acme'));
    const shown = { profileId: other.id, samplingKey: '', evidence: other.evidence, attempt: 1, askedSteps: null };
    const seen = { partnerId: 'acme', profileId: other.id, attempt: 1, at: '2026-05-04T09:00:00.000Z' };
    const digests = attemptFingerprints(key, shown, 5);
    await mustSucceed(duplicateIndex.record({ ...seen, reference: '0'.repeat(64), digests }, 60));
    await setListed(desk.stores, 'acme', 'document', digests.document[0] ?? '', 'blocked');
    const { json, status, text } = await send('GET', `/api/reviews/${one.id}/duplicates`);
    expect(looks.map(({ operation, profileId, profileIds }) => [operation, profileId, profileIds])).to.deep.equal([
      ['readDuplicates', one.id, [other.id]],
    ]);
    // An auditor sees the holds of a profile that they look at, and not those of all that are like it.
    const {
      erasure_announced_at: announced,
      hold,
      ...review
    } = Object((await send('GET', `/api/reviews/${other.id}`)).json);
    expect([announced, hold]).to.deep.equal([null, null]);
    expect([status, json]).to.deep.equal([
      200,
      {
        object: 'duplicates',
        lists: [{ kind: 'document', list: 'blocked' }],
        data: [{ kinds: ['document', 'person'], review }],
      },
    ]);
    expect(text).to.not.match(/[0-9a-f]{64}/);
  });

  it('is not found of a profile that does not exist, and of one of another partner, with the same bytes', async () => {
    const { desk, looks, send } = open;
    const foreign = await desk.add(50, { tenant: { partnerId: 'globex', teamId: null } });
    const bytesOf = async (id: string) => {
      const { status, text } = await send('GET', `/api/reviews/${id}/duplicates`);
      return [status, text.replace(/"request_id":"[^"]*"/, '').replaceAll(id, 'id')];
    };
    const missing = await bytesOf('nobody000000001');
    expect(missing[0]).to.equal(404);
    expect(await bytesOf(foreign.id)).to.deep.equal(missing);
    expect(looks).to.deep.equal([]);
  });
});
