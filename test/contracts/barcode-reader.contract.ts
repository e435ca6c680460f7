import type { Barcode, BarcodeReader, DocumentImage } from '@portcullis/domain';
import { expect } from 'chai';
import { mustSucceed } from '../support/run.ts';

/** A reader, and images of which it should say what their names say. */
export type BarcodesUnderTest = {
  readonly reader: BarcodeReader;
  readonly text: string;
  readonly readable: DocumentImage;
  readonly unreadable: DocumentImage;
  readonly without: DocumentImage;
};

const noImage: DocumentImage = { bytes: Uint8Array.of(0xff, 0xd8, 0xff), contentType: 'image/jpeg' };

/** What every BarcodeReader promises. */
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

    it('answers the text, its control characters included', async () => {
      expect(await answerTo(given.readable)).to.deep.equal(read);
    });

    it('says that there is one that cannot be read', async () => {
      expect(await answerTo(given.unreadable)).to.deep.equal({ state: 'unreadable' });
    });

    it('says that there is none', async () => {
      expect(await answerTo(given.without)).to.equal(null);
    });

    it('finds none where there is no side, or no image', async () => {
      expect(await answerTo()).to.equal(null);
      expect(await answerTo(noImage)).to.equal(null);
    });

    it('answers what is read on one side, whatever is on the other', async () => {
      for (const other of [given.without, given.unreadable, noImage]) {
        expect(await answerTo(other, given.readable)).to.deep.equal(read);
        expect(await answerTo(given.readable, other)).to.deep.equal(read);
      }
    });

    it('says that there is one that cannot be read, whatever is not on the other side', async () => {
      expect(await answerTo(given.without, given.unreadable)).to.deep.equal({ state: 'unreadable' });
      expect(await answerTo(given.unreadable, given.without)).to.deep.equal({ state: 'unreadable' });
    });

    it('reads two documents at the same time without mixing them up', async () => {
      const answers = await Promise.all(
        [given.readable, given.without, given.unreadable].map((side) => answerTo(side)),
      );
      expect(answers).to.deep.equal([read, null, { state: 'unreadable' }]);
    });

    it('does nothing before its task is run, and leaves the bytes of the image as they were', async () => {
      const before = given.readable.bytes.slice();
      await answerTo(given.readable);
      expect(Buffer.compare(given.readable.bytes, before)).to.equal(0);
    });
  });
};
