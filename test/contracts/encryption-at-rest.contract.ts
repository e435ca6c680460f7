import { expect } from 'chai';
import { rowsIn } from '#contracts/drivers/driver-under-test';
import { changeRow, type OpenRecordDatabase, useRecordDatabase } from '../support/records/record-database.ts';
import { canaryWord, readStoredRecords, storeRecords, storesWith } from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

/** Tests that nothing personal rests in plaintext, and that every process reads it. */
export const encryptionAtRestContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`encryption at rest: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);

    it('leaves nothing personal in a row or in bytes, and nothing from which a reference can be computed', async () => {
      // What an earlier test deleted may still be in the files of the database.
      await mustSucceed(database().driver.purge(true));
      const records = await storeRecords(storesWith(database(), 'a'), 2);
      const rows = await database().allRows();
      expect(rows).to.not.include(canaryWord);
      expect(rows).to.not.include(records.partnerKey);
      for (const { file } of records.kept) expect(rows).to.not.include(file.sha256);
      expect(await database().placesOf(canaryWord)).to.deep.equal([]);
    });

    it('is read by another process with the keys as it was written', async () => {
      const stores = storesWith(database(), 'a');
      const records = await storeRecords(stores, 2);
      const read = await readStoredRecords(storesWith(database(), 'a'), records);
      for (const [n, { change, file }] of records.kept.entries()) {
        const one = read.kept[n];
        expect(one?.profile).to.deep.equal(change.profile);
        expect(one?.entries).to.deep.equal(change.entries);
        expect(one?.content).to.deep.equal({
          contentType: file.contentType,
          bytes: Buffer.from(file.bytes).toString(),
        });
      }
      expect(read.partnerKey).to.equal(records.partnerKey);
      expect(read.answer).to.deep.include({ state: 'completed', answer: records.answer });
    });

    it('uses another data key for each profile, and other ciphertext for the same content', async () => {
      await storeRecords(storesWith(database(), 'a'), 3);
      const wrapped = (await rowsIn(database(), 'data_keys')).map((row) => row['wrapped']);
      expect(new Set(wrapped).size).to.equal(3);
      const digests = (await rowsIn(database(), 'files')).map((row) => row['sha256']);
      expect(new Set(digests).size).to.equal(3);
    });

    it('is not read with a key that another one has replaced in its row, although it was read with it before', async () => {
      const stores = storesWith(database(), 'a');
      const { kept } = await storeRecords(stores, 1);
      const ids = kept.map(({ change }) => change.profile.id);
      for (const id of ids) await mustSucceed(stores.profiles.getAny(id));
      for (const { id, wrapped } of await rowsIn(database(), 'data_keys'))
        await changeRow(database(), 'data_keys', String(id), { wrapped: '0'.repeat(String(wrapped).length) });
      for (const id of ids)
        expect(await mustFail(stores.profiles.getAny(id))).to.include({ _tag: 'Unavailable', kind: 'rejected' });
    });
  });
};
