import { createLocalReader } from '@portcullis/adapter-local-reader';
import { explodingChunk, jpegOfScans, pngChunk, pngOf } from '@portcullis/contracts/builders';
import { expect } from 'chai';
import { findTextLines } from '#adapters/local-reader/locate/text-lines';
import { createNetworkReader } from '#adapters/local-reader/network/read-by-network';
import type { OcrEngine } from '#adapters/local-reader/ocr-engine';
import type { GreyImage } from '#adapters/local-reader/picture/grey-image';
import { decodePhoto, type Photo } from '#adapters/local-reader/picture/photo';
import { readSide } from '#adapters/local-reader/read-side';
import { byNetwork } from '../../support/builders/network-reading.ts';
import { isFullEffort, someOf } from '../../support/effort.ts';
import { bars, drawn, hostilePictures, plain, uselessSizes } from '../../support/images/hostile-pictures.ts';
import { photoOf } from '../../support/images/specimens.ts';
import { mustSucceed } from '../../support/run.ts';

const pixelsOf = ({ width, height }: GreyImage): number => width * height;

/** The upper bounds of the work for any picture whatever. */
const bounds = {
  full: 4_000_000,
  searched: 2_501_000,
  lines: 64,
  candidates: 16,
  questions: 24,
  asked: 1_000_000,
} as const;

/** A quick run has the pictures of which the search finds most, and those with most pixels. */
const heaviest = ['nothing but zones', 'noise of 25 megapixels'];

const photoFrom = async (bytes: Uint8Array): Promise<Photo> => {
  const photo = await decodePhoto(bytes);
  if (!photo) throw new Error('expected a photo');
  return photo;
};

/**
 * An engine whose network sees in everything an MRZ with the maximum of words, with invalid check digits and nothing
 * certain, so that it is never read, and which records the pictures of words that it is asked for.
 */
const eagerEngine = () => {
  const asked: number[] = [];
  const lines = Array.from({ length: 2 }, () => `${'WE<'.repeat(14)}WE`);
  const engine: OcrEngine = {
    readByNetwork: () => byNetwork(lines, () => 0.3),
    recognize: async (image) => {
      asked.push(pixelsOf(image));
      return 'WE';
    },
  };
  return { engine, asked };
};

describe('the work for a picture', function () {
  this.timeout(60_000);

  for (const [width, height] of uselessSizes) {
    it(`is none for ${width} by ${height} pixels: no MRZ could be read on them`, async () => {
      expect(await decodePhoto(await plain(width, height))).to.equal(null);
    });
  }

  it('is none for a picture that is refused by its container', async () => {
    const size = { width: 400, height: 300 };
    const texts = Array.from({ length: 33 }, (_, i) => explodingChunk('zTXt', i));
    expect(await decodePhoto(pngOf([], size))).not.to.equal(null);
    expect(await decodePhoto(pngOf(texts, size))).to.equal(null);
    expect(await decodePhoto(pngOf([pngChunk('acTL', Buffer.alloc(8))], size))).to.equal(null);
    expect(await decodePhoto(jpegOfScans(400, 33))).to.equal(null);
  });

  for (const [what, draw] of Object.entries(hostilePictures).filter(
    ([name]) => isFullEffort || heaviest.includes(name),
  )) {
    it(`stays within bounds for ${what}`, async () => {
      const photo = await photoFrom(await draw());
      const { full, searchByWidth, searchByHeight } = photo;
      expect(pixelsOf(full)).to.be.at.most(bounds.full);
      expect(Math.max(pixelsOf(searchByWidth), pixelsOf(searchByHeight))).to.be.at.most(bounds.searched);
      for (const searched of [searchByWidth, searchByHeight])
        for (const gap of [15, 30]) expect(findTextLines(searched, gap).length).to.be.at.most(bounds.lines);
      const { engine, asked } = eagerEngine();
      const { mrz } = await readSide(engine, photo);
      expect(mrz).to.equal(null);
      expect(asked.length).to.be.at.most(bounds.questions);
      expect(Math.max(0, ...asked)).to.be.at.most(bounds.asked);
    });
  }

  it('reaches the bound on lines: a picture of bars has more', async () => {
    const { searchByWidth } = await photoFrom(await drawn(1000, 2500, bars));
    expect(findTextLines(searchByWidth, 30).length).to.equal(bounds.lines);
  });

  it('reaches the bound on OCR calls: an engine that finds words everywhere is not called without end', async () => {
    const { engine, asked } = eagerEngine();
    await readSide(engine, await photoFrom(photoOf('td3-valid').bytes));
    expect(asked.length).to.equal(bounds.questions);
  });

  for (const what of someOf(['nothing but zones', 'a tall page of print'], 1))
    it(`asks the engine for no word of what looks like a zone to nobody but the search: ${what}`, async () => {
      const seen: unknown[] = [];
      const readByNetwork = createNetworkReader();
      const engine: OcrEngine = {
        readByNetwork: (mrz) => {
          seen.push(mrz);
          return readByNetwork(mrz);
        },
        recognize: async () => {
          throw new Error('the engine was asked');
        },
      };
      const { isMrzFound, mrz } = await readSide(
        engine,
        await photoFrom((await hostilePictures[what]?.()) ?? Buffer.of()),
      );
      expect(mrz).to.equal(null);
      expect(seen.length).to.be.at.most(bounds.candidates);
      expect(isMrzFound).to.equal(seen.length > 0);
    });

  it('uses the sizes in which lines are searched, whichever way a photo is rotated', async () => {
    const { full, searchByWidth, searchByHeight } = await photoFrom(photoOf('td3-valid').bytes);
    const sizes = [full, searchByWidth, searchByHeight].map(({ width, height }) => [width, height]);
    expect(sizes).to.deep.equal([
      [1600, 1200],
      [1000, 750],
      [1333, 1000],
    ]);
  });
});

describe('a picture without a readable document', function () {
  this.timeout(60_000);

  it('is a reading without lines that is called unreadable, and the next document is read', async () => {
    const { reader, close } = createLocalReader();
    const read = async (bytes: Uint8Array) => {
      const input = { call: { profileId: 'abc000000000001', attempt: 1 }, back: null, hints: {} };
      const { mrzLines, signals } = await mustSucceed(
        reader.read({ ...input, front: { bytes, contentType: 'image/png' } }),
      );
      return { lines: mrzLines?.length ?? 0, signals };
    };
    try {
      const unreadable = [{ code: 'document_unreadable', confidence: 1 }];
      for (const [width, height] of uselessSizes)
        expect(await read(await plain(width, height))).to.deep.equal({ lines: 0, signals: unreadable });
      expect(await read(photoOf('td3-valid').bytes)).to.deep.equal({ lines: 2, signals: [] });
    } finally {
      await close();
    }
  });
});
