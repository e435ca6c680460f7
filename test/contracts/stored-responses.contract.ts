import { aChangeOf, aKeyClaim, aNew } from '@portcullis/contracts/builders';
import { expect } from 'chai';
import { rowsIn } from '#contracts/drivers/driver-under-test';
import { changeRow, type OpenRecordDatabase, useRecordDatabase } from '../support/records/record-database.ts';
import { storesWith } from '../support/records/stored-records.ts';
import { mustSucceed } from '../support/run.ts';

const answer = { status: 200, headers: {}, body: '{"claimed":{"full_name":"Anna Eriksson"}}' };

/** Tests that a stored response is encrypted with the key of the profile that it is about. */
export const storedResponsesContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`stored responses: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);

    /** Opens the stores of a process that has no keys in memory. */
    const start = () => {
      const stores = storesWith(database(), 'a');
      return {
        keys: stores.idempotencyKeys,
        profiles: stores.profiles,
        eraser: stores.eraser,
      };
    };

    const opened = async () => {
      const stores = start();
      const added = aNew();
      await mustSucceed(stores.profiles.insert(added, null));
      const claim = aKeyClaim();
      await mustSucceed(stores.keys.claim(claim));
      return { ...stores, profile: added.profile, claim };
    };

    const answerRows = () => rowsIn(database(), 'idempotency_keys');

    it('become unreadable with that key, wherever a copy of them is', async () => {
      const { claim, eraser, keys, profile } = await opened();
      await mustSucceed(keys.complete(claim, answer, profile.id));
      const [copy] = await answerRows();
      expect(JSON.stringify(copy)).not.to.include('Eriksson');
      await mustSucceed(eraser.erase(profile));
      await changeRow(database(), 'idempotency_keys', String(copy?.['id']), { answer: copy?.['answer'] });
      expect(await mustSucceed(start().keys.claim(aKeyClaim()))).to.deep.equal({ state: 'erased' });
    });

    it('are not stored when the profile is erased before', async () => {
      const { claim, eraser, keys, profile, profiles } = await opened();
      await mustSucceed(profiles.commit(aChangeOf(profile, { reference: '', current: false, salt: '', claimed: {} })));
      await mustSucceed(eraser.erase(profile));
      expect(await mustSucceed(keys.complete(claim, answer, profile.id))).to.equal(true);
      expect((await answerRows()).map((row) => row['answer'])).to.deep.equal([null]);
      expect(await mustSucceed(keys.claim(aKeyClaim()))).to.deep.equal({ state: 'erased' });
    });
  });
};
