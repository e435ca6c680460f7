import assert from 'node:assert/strict';
import type { Row } from '@portcullis/record-store/driver';
import { aBlob, blobOf, fileRow, idOf, profileOf } from '../builders/driver-rows.ts';
import { assertFields, type Runner, reasonOf, resultOf } from '../shared/runner.ts';
import { type OpenDriver, opening, rowIn, rowsIn } from './driver-under-test.ts';

/** The bytes of the cases, made by each case that has them. */
const contents = {
  'all 256 values': () => Uint8Array.from({ length: 1024 }, (_, n) => n % 256),
  'three million': () => Uint8Array.from({ length: 3_000_000 }, (_, n) => (n * 7) % 251),
  'a view into a larger buffer': () => Uint8Array.from({ length: 64 }, (_, n) => n).subarray(10, 20),
};

/** Tests what every RecordDriver guarantees of the bytes of files. */
export const recordDriverBlobsContract = (runner: Runner, name: string, open: OpenDriver): void => {
  runner.describe(`RecordDriver contract, bytes of files: ${name}`, () => {
    const { database, it } = opening(runner, open);
    const put = (n: number, bytes: Uint8Array | string = 'bytes', profile = profileOf(1)) =>
      database().driver.putBlob(fileRow(n, profile), aBlob(bytes));
    const getBlob = (row: Row) => database().driver.getBlob(blobOf(row));
    const textOf = async (row: Row) => Buffer.from((await resultOf(getBlob(row))) ?? 'gone').toString();
    const fileIds = async () => (await rowsIn(database(), 'files')).map(({ id }) => id);
    /** Those of several texts that the database still has anywhere. */
    const kept = async (...texts: readonly string[]) => {
      const places = await Promise.all(texts.map((text) => database().placesOf(text)));
      return texts.filter((_, n) => places[n]?.length !== 0);
    };

    for (const [what, make] of Object.entries(contents)) {
      it(`keeps bytes: ${what}`, async () => {
        const bytes = make();
        const stored = await resultOf(put(1, bytes));
        assertFields(stored, fileRow(1));
        assertFields(await rowIn(database(), 'files', idOf(1)), fileRow(1));
        // What a reader does to its bytes changes nothing.
        for (let time = 0; time < 2; time += 1) {
          const read = await resultOf(getBlob(stored));
          assert.equal(Buffer.from(bytes).equals(read ?? new Uint8Array()), true);
          read?.fill(0);
        }
      });
    }

    it('keeps the bytes of the first of two files with one id', async () => {
      const stored = await resultOf(put(1, 'first'));
      assert.deepEqual(await reasonOf(put(1, 'other')), { _tag: 'NotUnique', write: 0, columns: ['id'] });
      assert.equal(await textOf(stored), 'first');
    });

    it('answers null for bytes of a row that was removed, also when its id is used again', async () => {
      const before = await resultOf(put(1, 'first'));
      await resultOf(database().driver.removeBlob(idOf(1)));
      assert.equal(await resultOf(getBlob(before)), null);
      const now = await resultOf(put(1, 'other'));
      assert.deepEqual([await textOf(before), await textOf(now)], ['gone', 'other']);
      await database().removeBytes(idOf(1));
      assert.equal(await resultOf(getBlob(now)), null);
    });

    it('removes one file, and all files of a profile, and can be asked to again', async () => {
      const { driver } = database();
      for (const n of [1, 2, 3]) await resultOf(put(n));
      await resultOf(put(4, 'their', profileOf(2)));
      await resultOf(driver.removeBlob(idOf(1)));
      assert.deepEqual(await reasonOf(driver.removeBlob(idOf(1))), { _tag: 'NoSuchRow', write: 0 });
      for (let time = 0; time < 2; time += 1) {
        await resultOf(driver.removeBlobs(profileOf(1), [idOf(1), idOf(2)]));
        assert.deepEqual(await fileIds(), [idOf(4)]);
      }
    });

    it('removes more files than are named, and none of another profile that is named', async () => {
      for (let n = 1; n <= 12; n += 1) await resultOf(put(n));
      const theirs = await resultOf(put(30, 'their', profileOf(2)));
      await resultOf(put(31, 'their', profileOf(1).toUpperCase()));
      await resultOf(database().driver.removeBlobs(profileOf(1), [idOf(30), idOf(99)]));
      assert.deepEqual(await fileIds(), [idOf(30), idOf(31)]);
      assert.equal(await textOf(theirs), 'their');
    });

    it('leaves no bytes of a file that was removed or not stored', async () => {
      const { driver } = database();
      await resultOf(put(1, 'QQFIRSTQQ'));
      await reasonOf(put(1, 'QQLOSERQQ'));
      await resultOf(put(2, 'QQREMOVEDQQ'));
      await resultOf(driver.removeBlob(idOf(2)));
      await resultOf(put(3, 'QQERASEDQQ', profileOf(3)));
      await resultOf(driver.removeBlobs(profileOf(3), []));
      // The row of this file went, and its bytes did not: a removal was interrupted.
      await resultOf(put(4, 'QQORPHANQQ', profileOf(3)));
      await database().removeRow('files', idOf(4));
      await resultOf(driver.removeBlobs(profileOf(3), [idOf(4)]));
      await resultOf(driver.purge(true));
      const gone = ['QQLOSERQQ', 'QQREMOVEDQQ', 'QQERASEDQQ', 'QQORPHANQQ'];
      assert.deepEqual(await kept(...gone, 'QQFIRSTQQ'), ['QQFIRSTQQ']);
    });

    it('removes the row of a file whose bytes are gone already', async () => {
      const { driver } = database();
      for (const n of [1, 2]) {
        await resultOf(put(n));
        await database().removeBytes(idOf(n));
      }
      await resultOf(driver.removeBlob(idOf(1)));
      await resultOf(driver.removeBlobs(profileOf(1), [idOf(2)]));
      assert.deepEqual(await fileIds(), []);
    });
  });
};
