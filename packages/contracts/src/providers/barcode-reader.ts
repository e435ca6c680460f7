import assert from 'node:assert/strict';
import type { Barcode } from '@portcullis/documents';
import type { BarcodeReader } from '@portcullis/domain';
import type { DocumentImage } from '@portcullis/domain/ports';
import { beginningWith, type Runner, resultOf } from '../shared/runner.ts';

/** A reader, and images whose names say what the reader must find on them. */
export type BarcodesUnderTest = {
  readonly reader: BarcodeReader;
  readonly text: string;
  readonly readable: DocumentImage;
  readonly unreadable: DocumentImage;
  readonly without: DocumentImage;
};

const noImage: DocumentImage = { bytes: Uint8Array.of(0xff, 0xd8, 0xff), contentType: 'image/jpeg' };

/** Tests the guarantees of every BarcodeReader; a run that is not thorough reads fewer pairs of sides. */
export const barcodeReaderContract = (
  runner: Runner,
  name: string,
  open: () => Promise<BarcodesUnderTest>,
  isThorough = true,
): void => {
  runner.describe(`BarcodeReader contract: ${name}`, () => {
    let given: BarcodesUnderTest;
    let read: Barcode;
    const { it } = beginningWith(runner, async () => {
      given ??= await open();
      read = { state: 'read', text: given.text };
    });
    const answerTo = (...sides: readonly DocumentImage[]) => resultOf(given.reader.read(sides));

    it('answers the text with its control characters', async () => {
      assert.deepEqual(await answerTo(given.readable), read);
    });

    it('reports a barcode that cannot be read', async () => {
      assert.deepEqual(await answerTo(given.unreadable), { state: 'unreadable' });
    });

    it('reports that there is no barcode', async () => {
      assert.equal(await answerTo(given.without), null);
    });

    it('finds no barcode where there is no side, or no image', async () => {
      assert.equal(await answerTo(), null);
      assert.equal(await answerTo(noImage), null);
    });

    it('answers the barcode of one side, whatever is on the other', async () => {
      for (const other of isThorough ? [given.without, given.unreadable, noImage] : [given.without]) {
        assert.deepEqual(await answerTo(other, given.readable), read);
        assert.deepEqual(await answerTo(given.readable, other), read);
      }
    });

    it('reports an unreadable barcode when the other side has none', async () => {
      assert.deepEqual(await answerTo(given.without, given.unreadable), { state: 'unreadable' });
      if (isThorough) assert.deepEqual(await answerTo(given.unreadable, given.without), { state: 'unreadable' });
    });

    it('reads two documents concurrently without mixing them up', async () => {
      const answers = await Promise.all(
        [given.readable, given.without, given.unreadable].map((side) => answerTo(side)),
      );
      assert.deepEqual(answers, [read, null, { state: 'unreadable' }]);
    });

    it('does nothing before its task is run, and leaves the bytes of the image unchanged', async () => {
      const before = given.readable.bytes.slice();
      await answerTo(given.readable);
      assert.equal(Buffer.compare(given.readable.bytes, before), 0);
    });
  });
};
