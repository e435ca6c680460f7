import type { Row } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { aBlob, blobOf, fileRow, idOf, profileOf } from '../support/records/driver-rows.ts';
import { type OpenRecordDatabase, rowIn, rowsIn, useRecordDatabase } from '../support/records/record-database.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const contents = {
  'all 256 values': Uint8Array.from({ length: 1024 }, (_, n) => n % 256),
  'three million': Uint8Array.from({ length: 3_000_000 }, (_, n) => (n * 7) % 251),
  'a view into a larger buffer': Uint8Array.from({ length: 64 }, (_, n) => n).subarray(10, 20),
};

/** Tests what every RecordDriver guarantees of the bytes of files. */
export const recordDriverBlobsContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`RecordDriver contract, bytes of files: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);
    const put = (n: number, bytes: Uint8Array | string = 'bytes', profile = profileOf(1)) =>
      database().driver.putBlob(fileRow(n, profile), aBlob(bytes));
    const getBlob = (row: Row) => database().driver.getBlob(blobOf(row));
    const textOf = async (row: Row) => Buffer.from((await mustSucceed(getBlob(row))) ?? 'gone').toString();
    const fileIds = async () => (await rowsIn(database(), 'files')).map(({ id }) => id);
    /** Those of several texts that the database still has anywhere. */
    const kept = async (...texts: readonly string[]) => {
      const places = await Promise.all(texts.map((text) => database().placesOf(text)));
      return texts.filter((_, n) => places[n]?.length !== 0);
    };

    for (const [what, bytes] of Object.entries(contents)) {
      it(`keeps bytes: ${what}`, async () => {
        const stored = await mustSucceed(put(1, bytes));
        expect(stored).to.deep.include(fileRow(1));
        expect(await rowIn(database(), 'files', idOf(1))).to.deep.include(fileRow(1));
        // What a reader does to its bytes changes nothing.
        for (let time = 0; time < 2; time += 1) {
          const read = await mustSucceed(getBlob(stored));
          expect(Buffer.from(bytes).equals(read ?? new Uint8Array())).to.equal(true);
          read?.fill(0);
        }
      });
    }

    it('keeps the bytes of the first of two files with one id', async () => {
      const stored = await mustSucceed(put(1, 'first'));
      expect(await mustFail(put(1, 'other'))).to.deep.equal({ _tag: 'NotUnique', write: 0, columns: ['id'] });
      expect(await textOf(stored)).to.equal('first');
    });

    it('answers null for bytes of a row that was removed, also when its id is used again', async () => {
      const before = await mustSucceed(put(1, 'first'));
      await mustSucceed(database().driver.removeBlob(idOf(1)));
      expect(await mustSucceed(getBlob(before))).to.equal(null);
      const now = await mustSucceed(put(1, 'other'));
      expect([await textOf(before), await textOf(now)]).to.deep.equal(['gone', 'other']);
      await database().removeBytes(idOf(1));
      expect(await mustSucceed(getBlob(now))).to.equal(null);
    });

    it('removes one file, and all files of a profile, and can be asked to again', async () => {
      const { driver } = database();
      for (const n of [1, 2, 3]) await mustSucceed(put(n));
      await mustSucceed(put(4, 'their', profileOf(2)));
      await mustSucceed(driver.removeBlob(idOf(1)));
      expect(await mustFail(driver.removeBlob(idOf(1)))).to.deep.equal({ _tag: 'NoSuchRow', write: 0 });
      for (let time = 0; time < 2; time += 1) {
        await mustSucceed(driver.removeBlobs(profileOf(1), [idOf(1), idOf(2)]));
        expect(await fileIds()).to.deep.equal([idOf(4)]);
      }
    });

    it('removes more files than are named, and none of another profile that is named', async () => {
      for (let n = 1; n <= 12; n += 1) await mustSucceed(put(n));
      const theirs = await mustSucceed(put(30, 'their', profileOf(2)));
      await mustSucceed(put(31, 'their', profileOf(1).toUpperCase()));
      await mustSucceed(database().driver.removeBlobs(profileOf(1), [idOf(30), idOf(99)]));
      expect(await fileIds()).to.deep.equal([idOf(30), idOf(31)]);
      expect(await textOf(theirs)).to.equal('their');
    });

    it('leaves no bytes of a file that was removed or not stored', async () => {
      const { driver } = database();
      await mustSucceed(put(1, 'QQFIRSTQQ'));
      await mustFail(put(1, 'QQLOSERQQ'));
      await mustSucceed(put(2, 'QQREMOVEDQQ'));
      await mustSucceed(driver.removeBlob(idOf(2)));
      await mustSucceed(put(3, 'QQERASEDQQ', profileOf(3)));
      await mustSucceed(driver.removeBlobs(profileOf(3), []));
      // The row of this file went, and its bytes did not: a removal was interrupted.
      await mustSucceed(put(4, 'QQORPHANQQ', profileOf(3)));
      await database().removeRow('files', idOf(4));
      await mustSucceed(driver.removeBlobs(profileOf(3), [idOf(4)]));
      await mustSucceed(driver.purge(true));
      const gone = ['QQLOSERQQ', 'QQREMOVEDQQ', 'QQERASEDQQ', 'QQORPHANQQ'];
      expect(await kept(...gone, 'QQFIRSTQQ')).to.deep.equal(['QQFIRSTQQ']);
    });

    it('removes the row of a file whose bytes are gone already', async () => {
      const { driver } = database();
      for (const n of [1, 2]) {
        await mustSucceed(put(n));
        await database().removeBytes(idOf(n));
      }
      await mustSucceed(driver.removeBlob(idOf(1)));
      await mustSucceed(driver.removeBlobs(profileOf(1), [idOf(2)]));
      expect(await fileIds()).to.deep.equal([]);
    });
  });
};
