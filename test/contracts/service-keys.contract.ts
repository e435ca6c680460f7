import { E } from '@portcullis/domain';
import { createRecordStore, type TextContext } from '@portcullis/record-store';
import { expect } from 'chai';
import { aKeyring } from '../support/builders/keyrings.ts';
import { sequentialIds } from '../support/clock/sequential-ids.ts';
import { changeRow, type OpenRecordDatabase, useRecordDatabase } from '../support/records/record-database.ts';
import { storesWith } from '../support/records/stored-records.ts';
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
      ]);
    });

    it('are read from the database once for a name, and again only after a failure', async () => {
      const keys = keysWith('a');
      const first = await mustSucceed(keys.keyNamed('lookup'));
      await database().empty();
      expect(await mustSucceed(keys.keyNamed('lookup'))).to.deep.equal(first);
    });

    it('are stored wrapped, and without a keyring in plaintext', async () => {
      const sealed = Buffer.from(await mustSucceed(keysWith('a').keyNamed('sealed')));
      const clear = Buffer.from(await mustSucceed(keysWith().keyNamed('clear')));
      const [ofClear, ofSealed] = await rows();
      expect(ofClear).to.include({ name: 'clear', key_id: '', wrapped: clear.toString('hex') });
      expect(ofSealed?.['wrapped']).to.match(/^sealed:/);
      expect(JSON.stringify(ofSealed))
        .to.not.include(sealed.toString('hex'))
        .and.not.include(sealed.toString('base64'));
    });

    it('are the same under a keyring that has the old key second, and for one stored in plaintext', async () => {
      const clear = await mustSucceed(keysWith().keyNamed('clear'));
      const old = await mustSucceed(keysWith('a').keyNamed('old'));
      expect(await mustSucceed(keysWith('b', 'a').keyNamed('old'))).to.deep.equal(old);
      expect(await mustSucceed(keysWith('b').keyNamed('clear'))).to.deep.equal(clear);
    });

    it('report the id of a missing key, and of a key that differs', async () => {
      await mustSucceed(keysWith('a').keyNamed('old'));
      const missing = { _tag: 'Unavailable', kind: 'rejected', cause: 'DATA_KEYS has no key a' };
      expect(await mustFail(keysWith('b').keyNamed('old'))).to.include(missing);
      expect(await mustFail(keysWith().keyNamed('old'))).to.include(missing);
      const other = createRecordStore(database().driver, aKeyring('other:a'), sequentialIds()).keys.ofService;
      expect(await mustFail(other.keyNamed('old'))).to.include({
        cause: 'the key a of DATA_KEYS is not the one that wrapped',
      });
    });

    it('cannot be used as the wrapped key of another name', async () => {
      await mustSucceed(keysWith('a').keyNamed('one'));
      await mustSucceed(keysWith('a').keyNamed('two'));
      const [one, two] = await rows();
      await changeRow(database(), 'service_keys', String(one?.['id']), { wrapped: two?.['wrapped'] });
      expect(await mustFail(keysWith('a').keyNamed('one'))).to.include({ _tag: 'Unavailable', kind: 'rejected' });
      expect(E.isRight(await keysWith('a').keyNamed('two')())).to.equal(true);
    });

    it('open a sealed text in its context alone, and answer one in plaintext unchanged', async () => {
      const keys = keysWith('a');
      const sealed = await mustSucceed(keys.sealText(context, '{"said":"ERIKSSON"}'));
      expect(sealed)
        .to.match(/^sealed:/)
        .and.not.include('ERIKSSON');
      expect(await mustSucceed(keys.openText(context, sealed))).to.equal('{"said":"ERIKSSON"}');
      const elsewhere: TextContext = ['answers', 'row000000000002', 'answer'];
      expect(await mustFail(keys.openText(elsewhere, sealed))).to.include({ kind: 'invalid_response' });
      expect(await mustFail(keysWith().openText(context, sealed))).to.include({ kind: 'rejected' });
      expect(await mustSucceed(keys.openText(context, '{"said":"before"}'))).to.equal('{"said":"before"}');
      expect(await mustSucceed(keysWith().sealText(context, '{}'))).to.equal('{}');
    });
  });
};
