import type { Barcode } from '@portcullis/documents';
import type { BarcodeReader } from '@portcullis/domain';
import type { DocumentImage } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { isFullEffort, someOf } from '../support/effort.ts';
import { mustSucceed } from '../support/run.ts';

/** A reader, and images whose names say what the reader must find on them. */
export type BarcodesUnderTest = {
  readonly reader: BarcodeReader;
  readonly text: string;
  readonly readable: DocumentImage;
  readonly unreadable: DocumentImage;
  readonly without: DocumentImage;
};

const noImage: DocumentImage = { bytes: Uint8Array.of(0xff, 0xd8, 0xff), contentType: 'image/jpeg' };

/** Tests the guarantees of every BarcodeReader. */
export const barcodeReaderContract = (name: string, open: () => Promise<BarcodesUnderTest>): void => {
  describe(`BarcodeReader contract: ${name}`, function () {
    this.timeout(60_000);
    let given: BarcodesUnderTest;
    let read: Barcode;
    before(async () => {
      given = await open();
      read = { state: 'read', text: given.text };
    });
    const answerTo = (...sides: readonly DocumentImage[]) => mustSucceed(given.reader.read(sides));

    it('answers the text with its control characters', async () => {
      expect(await answerTo(given.readable)).to.deep.equal(read);
    });

    it('reports a barcode that cannot be read', async () => {
      expect(await answerTo(given.unreadable)).to.deep.equal({ state: 'unreadable' });
    });

    it('reports that there is no barcode', async () => {
      expect(await answerTo(given.without)).to.equal(null);
    });

    it('finds no barcode where there is no side, or no image', async () => {
      expect(await answerTo()).to.equal(null);
      expect(await answerTo(noImage)).to.equal(null);
    });

    it('answers the barcode of one side, whatever is on the other', async () => {
      for (const other of someOf([given.without, given.unreadable, noImage], 1)) {
        expect(await answerTo(other, given.readable)).to.deep.equal(read);
        expect(await answerTo(given.readable, other)).to.deep.equal(read);
      }
    });

    it('reports an unreadable barcode when the other side has none', async () => {
      expect(await answerTo(given.without, given.unreadable)).to.deep.equal({ state: 'unreadable' });
      if (isFullEffort) expect(await answerTo(given.unreadable, given.without)).to.deep.equal({ state: 'unreadable' });
    });

    it('reads two documents concurrently without mixing them up', async () => {
      const answers = await Promise.all(
        [given.readable, given.without, given.unreadable].map((side) => answerTo(side)),
      );
      expect(answers).to.deep.equal([read, null, { state: 'unreadable' }]);
    });

    it('does nothing before its task is run, and leaves the bytes of the image unchanged', async () => {
      const before = given.readable.bytes.slice();
      await answerTo(given.readable);
      expect(Buffer.compare(given.readable.bytes, before)).to.equal(0);
    });
  });
};
