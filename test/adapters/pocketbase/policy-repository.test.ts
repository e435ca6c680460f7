import { policyDigest } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { aPolicy } from '../../support/builders/policies.ts';
import { acme } from '../../support/builders/profiles.ts';
import { storesOver } from '../../support/records/stores-over.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { usePocketbase } from '../../support/servers/pocketbase.ts';

const policy = aPolicy();

describe('the policy repository in PocketBase', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  const register = () => storesOver(database().client).policyRepository;
  const rows = () => database().admin.collection('policies');

  beforeEach(async () => {
    await database().empty();
    await mustSucceed(register().add(policy, 'a partner'));
  });

  const change = async (columns: object): Promise<void> => {
    const [row] = await rows().getFullList();
    await rows().update(row?.id ?? '', columns);
  };

  it('stores the whole document, sealed, with its digest', async () => {
    const [row] = await rows().getFullList();
    const { id, collectionId, collectionName, ...columns } = row ?? {};
    expect(columns).to.deep.equal({
      policy_id: 'strict',
      version: '1',
      partner_key: '=a%20partner',
      position: 1,
      digest: policyDigest(policy),
      data: row?.['data'],
    });
    expect(Object(row?.['data']).sealed).to.match(/^sealed:/);
  });

  for (const [what, columns] of [
    ['a laxer threshold', { data: aPolicy({ faceMatch: { pass: 1, review: 0 } }) }],
    [
      'another name in the document',
      { data: aPolicy({ version: '2' }), digest: policyDigest(aPolicy({ version: '2' })) },
    ],
    ['another name of the row', { version: '2' }],
    ['another digest', { digest: '0'.repeat(64) }],
    ['a document without a field', { data: { ...policy, checks: undefined } }],
    ['a document with a field more', { data: { ...policy, comment: 'laxer' } }],
    ['a text instead of a document', { data: '"strict"' }],
  ] as const) {
    it(`treats a row as an outage that was given ${what}`, async () => {
      await change(columns);
      const version = 'version' in columns ? columns.version : '1';
      const failure = await mustFail(register().get({ id: 'strict', version }));
      expect(failure).to.include({ _tag: 'Unavailable', service: 'database', kind: 'invalid_response' });
      expect(await mustFail(register().latest('strict', { partnerId: 'a partner', teamId: null }))).to.deep.equal(
        failure,
      );
    });
  }

  it('continues adding beside a row that cannot be read, and lists no others without it', async () => {
    await change({ data: '"strict"' });
    await mustSucceed(register().add(aPolicy({ version: '2' }), null));
    expect(await mustFail(register().list())).to.include({ _tag: 'Unavailable', kind: 'invalid_response' });
    expect((await mustSucceed(register().latest('strict', acme))).version).to.equal('2');
  });

  it('reports an unknown partner key as an outage', async () => {
    await change({ partner_key: '=%FF' });
    expect(await mustFail(register().list())).to.include({ _tag: 'Unavailable', kind: 'invalid_response' });
  });
});
