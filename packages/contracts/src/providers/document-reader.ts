import assert from 'node:assert/strict';
import type { DocumentReader, DocumentReading } from '@portcullis/domain';
import type { DocumentImage } from '@portcullis/domain/ports';
import { beginningWith, type Runner, resultOf } from '../shared/runner.ts';

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
export const documentReaderContract = (runner: Runner, name: string, open: () => ReaderUnderTest): void => {
  runner.describe(`DocumentReader contract: ${name}`, () => {
    let given: ReaderUnderTest;
    const read = (front: DocumentImage, more: { back?: DocumentImage; hints?: object } = {}) =>
      resultOf(given.reader.read({ call, front, back: more.back ?? null, hints: more.hints ?? hints }));
    const { it } = beginningWith(runner, () => {
      given ??= open();
    });

    const known = new Map<DocumentImage, Promise<DocumentReading>>();
    /** Reads an image alone, once for all tests that only look at the reading. */
    const readingOf = (image: DocumentImage): Promise<DocumentReading> => {
      const reading = known.get(image) ?? read(image);
      known.set(image, reading);
      return reading;
    };

    it('answers the lines of the machine-readable zone as they are printed, top line first', async () => {
      assert.deepEqual((await readingOf(given.passport)).mrzLines, given.lines);
    });

    it('answers a reading without lines, and with a signal, for an image that cannot be read', async () => {
      const { mrzLines, signals, fields, barcode } = await readingOf(given.blank);
      assert.deepEqual({ mrzLines, fields, barcode }, { mrzLines: null, fields: {}, barcode: null });
      assert.ok(
        signals.some(({ code }) => code === 'document_unreadable'),
        JSON.stringify(signals),
      );
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
      assert.deepEqual([sides?.front.mrzLines, sides?.back?.mrzLines], [given.lines, null]);
    });

    it('keeps every confidence between 0 and 1', async () => {
      for (const image of [given.passport, given.blank]) {
        const { signals, fields } = await readingOf(image);
        const opinions = [...signals, ...Object.values(fields)].map(({ confidence }) => confidence);
        assert.deepEqual(
          opinions.filter((opinion) => !(opinion >= 0 && opinion <= 1)),
          [],
        );
      }
    });

    it('names no character as uncertain where every check digit is valid, and claims no frames or votes', async () => {
      const { frames, mrzUncertain, votedZone } = await readingOf(given.passport);
      assert.deepEqual([frames, mrzUncertain, votedZone], [undefined, undefined, undefined]);
    });

    it('reports which reader read, and what it used', async () => {
      const { reader, usage } = await readingOf(given.passport);
      assert.match(reader.name, /^.{1,64}$/);
      assert.match(reader.model, /^.{1,128}$/);
      assert.equal(
        [usage.inputTokens, usage.outputTokens].every((count) => Number.isInteger(count) && count >= 0),
        true,
      );
    });

    it('does not treat a hint as a fact', async () => {
      const plain = await readingOf(given.blank);
      const hinted = await read(given.blank, { hints: { type: 'driving_licence', country: 'UTO' } });
      assert.deepEqual(
        [hinted.documentType, hinted.issuingCountry, hinted.mrzLines],
        [plain.documentType, plain.issuingCountry, plain.mrzLines],
      );
    });

    it('reads two documents concurrently without mixing them up', async () => {
      const [one, other] = await Promise.all([read(given.passport), read(given.blank)]);
      assert.deepEqual([one.mrzLines, other.mrzLines], [given.lines, null]);
    });

    it('leaves the bytes of the image unchanged', async () => {
      const { before } = await readTwoSides();
      assert.equal(Buffer.compare(given.passport.bytes, before), 0);
    });
  });
};
