import { expect } from 'chai';
import sharp from 'sharp';
import type { PhotoReading } from '#adapters/local-reader/document-reading';
import { locateMrz } from '#adapters/local-reader/locate/locate-mrz';
import { createNetworkReader } from '#adapters/local-reader/network/read-by-network';
import type { OcrEngine } from '#adapters/local-reader/ocr-engine';
import type { GreyImage } from '#adapters/local-reader/picture/grey-image';
import { decodePhoto } from '#adapters/local-reader/picture/photo';
import { type RotationsQuestion, readLazily, readSide } from '#adapters/local-reader/read-side';
import { photoOf, specimen } from '../../support/images/specimens.ts';

const pixel = (level: number): GreyImage => ({ data: Uint8Array.of(level), width: 1, height: 1 });
const full = pixel(1);
const byWidth = pixel(2);
const byHeight = pixel(3);

const facts = { acutance: 0.5, glare: 0.1 };
const unread: PhotoReading = { facts: null, isMrzFound: false, mrz: null };
const mrz: PhotoReading['mrz'] = {
  format: {
    name: 'TD3',
    classes: [],
    checks: [{ at: [0, 0], over: [] }],
    fields: [],
    states: [],
    names: [[0, 0, 0]],
  },
  lines: ['P<UTO'],
  validChecks: 5,
  totalChecks: 5,
  agreement: 1,
  doubts: [],
  uncertain: [],
};

/**
 * Reads a photo by prepared readings, one for each question, and answers the questions and the pictures made for them.
 */
const read = async (upright: PhotoReading, sideways: PhotoReading) => {
  const questions: RotationsQuestion[] = [];
  const made: string[] = [];
  const picture = (name: string, image: GreyImage) => async () => {
    made.push(name);
    return image;
  };
  const reading = await readLazily(
    async (question) => {
      questions.push(question);
      return { ...(questions.length === 1 ? upright : sideways), requestsLeft: question.requestsLeft - 13 };
    },
    { full, searchByWidth: picture('by width', byWidth), searchByHeight: picture('by height', byHeight) },
  );
  return { reading, made, questions };
};

describe('reading a photo in its rotations', () => {
  it('makes no picture for the photo on its side when a zone was read upright or upside down', async () => {
    const upright = { facts, isMrzFound: true, mrz };
    const { made, questions, reading } = await read(upright, unread);
    expect(reading).to.deep.equal(upright);
    expect(made).to.deep.equal(['by width']);
    expect(questions).to.deep.equal([{ full, searched: byWidth, rotations: 'upright', requestsLeft: 24 }]);
  });

  it('reads on its side with the OCR requests that are left, and keeps what was measured upright', async () => {
    const { made, questions, reading } = await read({ ...unread, facts }, { ...unread, isMrzFound: true, mrz });
    expect(reading).to.deep.equal({ facts, isMrzFound: true, mrz });
    expect(made).to.deep.equal(['by width', 'by height']);
    expect(questions[1]).to.deep.equal({ full, searched: byHeight, rotations: 'sideways', requestsLeft: 11 });
  });

  it('reports a zone that was found upright and not read, whatever is found on the side', async () => {
    const { reading } = await read({ facts, isMrzFound: true, mrz: null }, unread);
    expect(reading).to.deep.equal({ facts, isMrzFound: true, mrz: null });
  });
});

/** The MRZ of a specimen, cut out of its photo. */
const mrzCutOut = async (name: string): Promise<Buffer> => {
  const { bytes } = photoOf(name);
  const photo = await decodePhoto(bytes);
  const [mrz] = photo ? locateMrz({ full: photo.full, searched: photo.searchByWidth }, 0) : [];
  const first = mrz?.lines[0];
  const last = mrz?.lines.at(-1);
  if (!mrz || !first || !last) throw new Error('expected a zone');
  const pixels = (length: number): number => Math.round(length * mrz.scale);
  const top = pixels(first.y - 1.5 * first.thickness);
  const left = pixels(first.x - first.length / 2 - first.thickness);
  const height = pixels(last.y + 1.5 * first.thickness) - top;
  return sharp(bytes)
    .extract({ left, top, width: pixels(first.length + 2 * first.thickness), height })
    .toBuffer();
};

/**
 * An MRZ with faint shadows of many widths over it, so that it repeats less regularly, and can be read all the same.
 */
const shaded = async (mrz: Buffer): Promise<Buffer> => {
  const { height, width } = await sharp(mrz).metadata();
  const shadows = Array.from({ length: 40 }, (_, i) => {
    const x = ((i * 37) % 40) * (width / 40);
    return `<rect x="${x}" width="${10 + ((i * 13) % 23)}" height="${height}" fill="#000000" fill-opacity="0.08"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shadows.join('')}</svg>`;
  return sharp(mrz)
    .composite([{ input: Buffer.from(svg) }])
    .toBuffer();
};

/** Pictures of one size, one below the other. */
const stacked = async (parts: readonly Buffer[]): Promise<Buffer> => {
  const { height, width } = await sharp(parts[0]).metadata();
  const canvas = { width, height: height * (2 * parts.length + 1), channels: 3, background: '#f2f2ec' } as const;
  return sharp({ create: canvas })
    .composite(parts.map((input, i) => ({ input, left: 0, top: height * (2 * i + 1) })))
    .jpeg({ quality: 92 })
    .toBuffer();
};

describe('reading a photo with several candidates for the zone', function () {
  this.timeout(60_000);

  it('tries four, so that one is read that three mirrored ones hide, which repeat more regularly', async () => {
    const strip = await mrzCutOut('td3-valid');
    const mirrored = await sharp(strip).flop().toBuffer();
    const photo = await decodePhoto(await stacked([mirrored, await shaded(strip), mirrored, mirrored]));
    const readByNetwork = createNetworkReader();
    const answers: boolean[] = [];
    const engine: OcrEngine = {
      readByNetwork: (mrz) => {
        const reading = readByNetwork(mrz);
        answers.push(reading !== null);
        return reading;
      },
      recognize: async () => '',
    };
    const { mrz } = await readSide(engine, photo);
    expect(answers).to.deep.equal([false, false, false, true]);
    expect(mrz?.lines).to.deep.equal(specimen('td3-valid').lines);
  });
});
