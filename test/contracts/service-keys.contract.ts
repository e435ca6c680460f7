import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { E, type TaskEither, TE, unavailable } from '@portcullis/domain';
import { concernsOneRecord } from '@portcullis/domain/kernel';
import { createRecordStore, keyringOf, type TextContext } from '@portcullis/record-store';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { rowsIn } from '#contracts/drivers/driver-under-test';
import { aKeyring } from '../support/builders/keyrings.ts';
import { changeRow, type OpenRecordDatabase, useRecordDatabase } from '../support/records/record-database.ts';
import { aFileOf, aPerson, storeRecords, storesWith } from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const context: TextContext = ['answers', 'row000000000001', 'answer'];

/** Tests the keys of the service itself, and what they encrypt. */
export const serviceKeysContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`service keys: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);

    const keysWith = (...ids: readonly string[]) => storesWith(database(), ...ids).keys.ofService;
    const rows = () => mustSucceed(database().driver.page('service_keys', { sort: ['name'], limit: 100 }));

    it('are the same for twenty concurrent first requests of a name, and differ between names', async () => {
      const asked = await Promise.all(Array.from({ length: 20 }, () => mustSucceed(keysWith('a').keyNamed('lookup'))));
      const hex = asked.map((key) => Buffer.from(key).toString('hex'));
      expect(new Set(hex).size).to.equal(1);
      expect(hex[0]).to.have.length(64);
      expect(await mustSucceed(keysWith('a').keyNamed('signing'))).to.not.deep.equal(asked[0]);
      expect((await rows()).map(({ name, key_id }) => [name, key_id])).to.deep.equal([
        ['lookup', 'a'],
        ['signing', 'a'],
        ['texts', 'a'],
      ]);
    });

    it('are read from the database once for a name, and again only after a failure', async () => {
      const keys = keysWith('a');
      const first = await mustSucceed(keys.keyNamed('lookup'));
      await database().empty();
      expect(await mustSucceed(keys.keyNamed('lookup'))).to.deep.equal(first);
    });

    it('are stored wrapped', async () => {
      const key = Buffer.from(await mustSucceed(keysWith('a').keyNamed('lookup')));
      const [row] = await rows();
      expect(row?.['wrapped']).to.match(/^sealed:/);
      expect(JSON.stringify(row)).to.not.include(key.toString('hex')).and.not.include(key.toString('base64'));
    });

    it('are made for a new database by one of two first starts with keys of their own, and the other is refused', async () => {
      const one = storesWith(database(), 'a');
      const other = storesWith(database(), 'b');
      const outcomes = await Promise.all([one.keys.prepare(), other.keys.prepare()]);
      expect(outcomes.map(E.isRight).toSorted()).to.deep.equal([false, true]);
      const winner = E.isRight(outcomes[0]) ? 'a' : 'b';
      expect((await rows()).map(({ key_id }) => key_id)).to.deep.equal([winner, winner, winner]);
      const loser = storesWith(database(), winner === 'a' ? 'b' : 'a');
      const faults = await mustSucceed(loser.keys.check);
      expect(faults.map(({ what }) => what)).to.deep.equal([
        `The record database is sealed under the data key ${winner}, which this service does not have.`,
      ]);
      expect(await mustFail(loser.profiles.insert(aPerson(), null))).to.include({ _tag: 'Unavailable' });
      expect(await mustFail(loser.files.put(aFileOf('profile00000001')))).to.include({ _tag: 'Unavailable' });
      for (const table of ['profiles', 'data_keys', 'files'] as const)
        expect(await rowsIn(database(), table), table).to.deep.equal([]);
    });

    it('are kept before the first of them is made, and none is made where that fails', async () => {
      const { primary } = aKeyring('a');
      const lost = unavailable('database', 'the file of the data keys cannot be made', 'rejected');
      const unkept = createRecordStore(database().driver, keyringOf([primary], TE.left(lost)), sequentialIds());
      expect(await mustFail(unkept.keys.prepare)).to.equal(lost);
      expect(await rows()).to.deep.equal([]);
      const kept: string[] = [];
      const keep = async () => E.right(void kept.push('kept'));
      const stores = createRecordStore(database().driver, keyringOf([primary], keep), sequentialIds());
      await mustSucceed(stores.keys.prepare);
      await mustSucceed(stores.keys.prepare);
      expect([kept.length, (await rows()).length]).to.deep.equal([1, 3]);
    });

    it('are not made anew in a database that holds something, and their loss is reported', async () => {
      await storeRecords(storesWith(database(), 'a'), 1);
      for (const { id } of await rows()) await database().removeRow('service_keys', String(id));
      const fresh = storesWith(database(), 'a');
      expect(await mustFail(fresh.keys.prepare)).to.include({ _tag: 'Unavailable', kind: 'rejected' });
      expect((await mustSucceed(fresh.keys.check)).map(({ what }) => what)).to.deep.equal([
        'The record database holds something, and keys that the service has made for it are gone.',
      ]);
      expect(await rows()).to.deep.equal([]);
    });

    it('are not reported as lost where another instance makes them after any look of the check', async () => {
      for (let at = 1, looks = at; looks >= at; at += 1) {
        looks = 0;
        await database().empty();
        const { driver } = database();
        const counted =
          <L, A>(look: TaskEither<L, A>): TaskEither<L, A> =>
          async () => {
            const found = await look();
            looks += 1;
            if (looks === at) await mustSucceed(storesWith(database(), 'a').keys.prepare);
            return found;
          };
        const watched: RecordDriver = {
          ...driver,
          page: (table, query) => counted(driver.page(table, query)),
          count: (table, condition) => counted(driver.count(table, condition)),
        };
        expect(await mustSucceed(storesWith({ driver: watched }, 'a').keys.check), `after ${at} looks`).to.deep.equal(
          [],
        );
      }
    });

    it('do not refuse a database for the changed key of one profile, which is locked by itself, but for those of two', async () => {
      const stores = storesWith(database(), 'a', 'b');
      await storeRecords(stores, 3);
      const [first, second, third] = (await rowsIn(database(), 'data_keys')).map(({ id, profile }) => ({
        id,
        profile,
      }));
      const wrapBy = (row: typeof first, keyId: string) =>
        changeRow(database(), 'data_keys', String(row?.id), { key_id: keyId });
      for (const keyId of ['b', 'other']) {
        await wrapBy(first, keyId);
        expect(await mustSucceed(stores.keys.check), keyId).to.deep.equal([]);
        const { damaged, profiles } = await mustSucceed(stores.profiles.scan(null, 100));
        expect(damaged.map(({ id }) => id)).to.deep.equal([first?.profile]);
        expect(profiles.map(({ id }) => id)).to.have.members([second?.profile, third?.profile]);
      }
      await wrapBy(second, 'other');
      expect((await mustSucceed(stores.keys.check)).map(({ what }) => what)).to.deep.equal([
        'The record database is sealed under the data key other, which this service does not have.',
      ]);
    });

    it('are the same under a keyring that has the old key second', async () => {
      const old = await mustSucceed(keysWith('a').keyNamed('signing'));
      expect(await mustSucceed(keysWith('b', 'a').keyNamed('signing'))).to.deep.equal(old);
    });

    it('report the id of a missing key, and of a key that differs', async () => {
      await mustSucceed(keysWith('a').keyNamed('signing'));
      const missing = { _tag: 'Unavailable', kind: 'rejected', cause: 'the service has no data key a' };
      expect(await mustFail(keysWith('b').keyNamed('signing'))).to.include(missing);
      expect(await mustFail(keysWith('other:a').keyNamed('signing'))).to.include({
        cause: 'the data key a of the service is not the one that wrapped',
      });
      for (const keys of [keysWith('b'), keysWith('other:a')])
        expect(concernsOneRecord(await mustFail(keys.keyNamed('signing')))).to.equal(false);
    });

    it('are an outage of every record, and damage of none, where one is gone or swapped', async () => {
      const { keys, profiles } = storesWith(database(), 'a');
      await mustSucceed(keys.prepare);
      const [lookup, signing] = await rows();
      const id = String(lookup?.['id']);
      const faultOf = async () => await mustFail(storesWith(database(), 'a').keys.ofService.keyNamed('lookup'));
      for (const change of [{ name: 'other' }, { wrapped: signing?.['wrapped'] }, { wrapped: 'sealed:' }]) {
        await changeRow(database(), 'service_keys', id, { name: lookup?.['name'], wrapped: lookup?.['wrapped'] });
        await changeRow(database(), 'service_keys', id, change);
        expect(concernsOneRecord(await faultOf()), JSON.stringify(change)).to.equal(false);
      }
      await mustSucceed(profiles.insert(aPerson(), null));
      await database().removeRow('service_keys', id);
      expect(concernsOneRecord(await faultOf())).to.equal(false);
    });

    it('cannot be used as the wrapped key of another name', async () => {
      await mustSucceed(keysWith('a').keyNamed('lookup'));
      const [one, two] = await rows();
      await changeRow(database(), 'service_keys', String(one?.['id']), { wrapped: two?.['wrapped'] });
      expect(await mustFail(keysWith('a').keyNamed('lookup'))).to.include({ _tag: 'Unavailable', kind: 'rejected' });
      expect(E.isRight(await keysWith('a').keyNamed('signing')())).to.equal(true);
    });

    it('open a sealed text in its context alone, and none in plaintext', async () => {
      const keys = keysWith('a');
      const sealed = await mustSucceed(keys.sealText(context, '{"said":"ERIKSSON"}'));
      expect(sealed)
        .to.match(/^sealed:/)
        .and.not.include('ERIKSSON');
      expect(await mustSucceed(keys.openText(context, sealed))).to.equal('{"said":"ERIKSSON"}');
      const elsewhere: TextContext = ['answers', 'row000000000002', 'answer'];
      expect(await mustFail(keys.openText(elsewhere, sealed))).to.include({ kind: 'invalid_response' });
      expect(await mustFail(keysWith('b').openText(context, sealed))).to.include({ kind: 'rejected' });
      expect(await mustFail(keys.openText(context, '{"said":"before"}'))).to.include({ kind: 'invalid_response' });
    });
  });
};
