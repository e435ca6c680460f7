import type { DocumentReader, DocumentReading } from '@portcullis/domain';
import type { DocumentImage } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { mustSucceed } from '../support/run.ts';

/** A reader, an image with a machine-readable zone and the lines of it, and an image that cannot be read. */
export type ReaderUnderTest = {
  readonly reader: DocumentReader;
  readonly passport: DocumentImage;
  readonly lines: readonly string[];
  readonly blank: DocumentImage;
};

const call = { profileId: 'abc000000000001', attempt: 1 };
const hints = {};

/** Tests the guarantees of every DocumentReader. */
export const documentReaderContract = (name: string, open: () => ReaderUnderTest): void => {
  describe(`DocumentReader contract: ${name}`, function () {
    this.timeout(60_000);
    let given: ReaderUnderTest;
    const read = (front: DocumentImage, more: { back?: DocumentImage; hints?: object } = {}) =>
      mustSucceed(given.reader.read({ call, front, back: more.back ?? null, hints: more.hints ?? hints }));
    before(() => {
      given = open();
    });

    const known = new Map<DocumentImage, Promise<DocumentReading>>();
    /** Reads an image alone, once for all tests that only look at the reading. */
    const readingOf = (image: DocumentImage): Promise<DocumentReading> => {
      const reading = known.get(image) ?? read(image);
      known.set(image, reading);
      return reading;
    };

    it('answers the lines of the machine-readable zone as they are printed, top line first', async () => {
      expect((await readingOf(given.passport)).mrzLines).to.deep.equal(given.lines);
    });

    it('answers a reading without lines, and with a signal, for an image that cannot be read', async () => {
      const { mrzLines, signals, fields, barcode } = await readingOf(given.blank);
      expect({ mrzLines, fields, barcode }).to.deep.equal({ mrzLines: null, fields: {}, barcode: null });
      expect(signals.map(({ code }) => code)).to.include('document_unreadable');
    });

    /** Reads two sides once, with the bytes of the front as they were before. */
    let twoSides: Promise<{ readonly before: Uint8Array; readonly reading: DocumentReading }> | undefined;
    const readTwoSides = (): NonNullable<typeof twoSides> => {
      const before = given.passport.bytes.slice();
      twoSides ??= read(given.passport, { back: given.blank }).then((reading) => ({ before, reading }));
      return twoSides;
    };

    it('reports what it read by the side on which it read it', async () => {
      const { sides } = (await readTwoSides()).reading;
      expect([sides?.front.mrzLines, sides?.back?.mrzLines]).to.deep.equal([given.lines, null]);
    });

    it('keeps every confidence between 0 and 1', async () => {
      for (const image of [given.passport, given.blank]) {
        const { signals, fields } = await readingOf(image);
        const opinions = [...signals, ...Object.values(fields)].map(({ confidence }) => confidence);
        expect(opinions.filter((opinion) => !(opinion >= 0 && opinion <= 1))).to.deep.equal([]);
      }
    });

    it('names no character as uncertain where every check digit is valid, and claims no frames or votes', async () => {
      const { frames, mrzUncertain, votedZone } = await readingOf(given.passport);
      expect([frames, mrzUncertain, votedZone]).to.deep.equal([undefined, undefined, undefined]);
    });

    it('reports which reader read, and what it used', async () => {
      const { reader, usage } = await readingOf(given.passport);
      expect(reader.name).to.match(/^.{1,64}$/);
      expect(reader.model).to.match(/^.{1,128}$/);
      expect([usage.inputTokens, usage.outputTokens].every((count) => Number.isInteger(count) && count >= 0)).to.equal(
        true,
      );
    });

    it('does not treat a hint as a fact', async () => {
      const plain = await readingOf(given.blank);
      const hinted = await read(given.blank, { hints: { type: 'driving_licence', country: 'UTO' } });
      expect([hinted.documentType, hinted.issuingCountry, hinted.mrzLines]).to.deep.equal([
        plain.documentType,
        plain.issuingCountry,
        plain.mrzLines,
      ]);
    });

    it('reads two documents concurrently without mixing them up', async () => {
      const [one, other] = await Promise.all([read(given.passport), read(given.blank)]);
      expect([one.mrzLines, other.mrzLines]).to.deep.equal([given.lines, null]);
    });

    it('leaves the bytes of the image unchanged', async () => {
      const { before } = await readTwoSides();
      expect(Buffer.compare(given.passport.bytes, before)).to.equal(0);
    });
  });
};
