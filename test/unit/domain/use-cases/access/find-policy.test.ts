import { notFound, type PolicyStore, TE, unavailable } from '@portcullis/domain';
import { damagedRecord } from '@portcullis/domain/kernel';
import { findPolicy } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import { mustFail, mustSucceed } from '../../../../support/run.ts';

describe('the policy of a profile', () => {
  const answered = (get: ReturnType<PolicyStore['get']>) =>
    findPolicy({ get: () => get, latest: () => get }, { id: 'strict', version: '1' });

  it('is none where it was removed or changed, and an outage where the database answers something else', async () => {
    for (const failure of [notFound, damagedRecord('another document')])
      expect(await mustSucceed(answered(TE.left(failure)))).to.equal(null);
    const badAnswer = unavailable('database', 'no JSON', 'invalid_response');
    expect(await mustFail(answered(TE.left(badAnswer)))).to.equal(badAnswer);
  });
});
