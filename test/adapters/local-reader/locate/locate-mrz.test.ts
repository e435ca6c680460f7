import { expect } from 'chai';
import sharp from 'sharp';
import { locateMrz } from '#adapters/local-reader/locate/locate-mrz';
import type { OcrEngine } from '#adapters/local-reader/ocr-engine';
import { decodePhoto } from '#adapters/local-reader/picture/photo';
import { readSide } from '#adapters/local-reader/read-side';
import { byNetwork } from '../../../support/builders/network-reading.ts';
import { photoOf, specimen } from '../../../support/images/specimens.ts';

const located = async (bytes: Uint8Array) => {
  const photo = await decodePhoto(bytes);
  if (!photo) throw new Error('expected a photo');
  return locateMrz({ full: photo.full, searched: photo.searchByWidth }, 0);
};

/** A specimen with something drawn over it; lengths are pixels of the photo. */
const drawnOver = async (name: string, svg: string): Promise<Buffer> => {
  const { bytes } = photoOf(name);
  const { width, height } = await sharp(bytes).metadata();
  const over = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${svg}</svg>`);
  return sharp(bytes)
    .composite([{ input: over }])
    .jpeg({ quality: 92 })
    .toBuffer();
};

/** Where the lines of a specimen's MRZ are in its photo. */
const placesOf = async (name: string) => {
  const [mrz] = await located(photoOf(name).bytes);
  if (!mrz) throw new Error('expected a zone');
  return mrz.lines.map(({ x, y, length, thickness }) => ({
    left: (x - length / 2) * mrz.scale,
    right: (x + length / 2) * mrz.scale,
    y: y * mrz.scale,
    capital: thickness * mrz.scale,
  }));
};

/** Expects the likeliest MRZ to be where that of the untouched specimen is. */
const expectFound = async (name: string, bytes: Uint8Array): Promise<void> => {
  const before = await placesOf(name);
  const [mrz] = await located(bytes);
  expect(mrz?.lines.length).to.equal(before.length);
  for (const [i, line] of (mrz?.lines ?? []).entries()) {
    const place = before[i];
    const scale = mrz?.scale ?? 1;
    expect(line.y * scale).to.be.closeTo(place?.y ?? 0, (place?.capital ?? 0) / 4);
    expect((line.x - line.length / 2) * scale).to.be.closeTo(place?.left ?? 0, (place?.capital ?? 0) / 2);
    expect((line.x + line.length / 2) * scale).to.be.closeTo(place?.right ?? 0, (place?.capital ?? 0) / 2);
  }
};

describe('finding the zone of a photo', function () {
  this.timeout(60_000);

  it('sees through a stamp in colour that lies over it', async () => {
    const [first] = await placesOf('td3-valid');
    const x = first?.left ?? 0;
    const y = first?.y ?? 0;
    const stamp = `<text x="${x + 200}" y="${y + 20}" font-size="170" font-weight="bold" fill="#c8283c">VISA VISA</text>`;
    await expectFound('td3-valid', await drawnOver('td3-valid', stamp));
  });

  it('takes no frame beside it for a part of its lines', async () => {
    const [first, second] = await placesOf('td3-valid');
    const gap = 0.7 * (first?.capital ?? 0);
    const frame = [(first?.left ?? 0) - gap, (second?.right ?? 0) + gap]
      .map((x) => `<rect x="${x - 2}" y="200" width="4" height="950" fill="#101010"/>`)
      .join('');
    await expectFound('td3-valid', await drawnOver('td3-valid', frame));
  });

  it('finds the line of a card that print hides from the search, one line above the others', async () => {
    const [first] = await placesOf('td1-valid-back');
    const { left, right, y, capital } = first ?? { left: 0, right: 0, y: 0, capital: 0 };
    // Black strokes that run out of the line upwards make it look thicker than a line is.
    const strokes = Array.from({ length: 14 }, (_, i) => {
      const x = left + ((right - left) * (i + 0.5)) / 14;
      return `<path d="M${x} ${y} l${capital / 2} ${-3 * capital} l${capital / 2} ${2 * capital}" stroke="#101010" stroke-width="5" fill="none"/>`;
    });
    await expectFound('td1-valid-back', await drawnOver('td1-valid-back', strokes.join('')));
  });

  for (const [which, hidden, up] of [
    ['upper', 0, -1],
    ['lower', 1, 1],
  ] as const)
    it(`finds the ${which} line of a passport that print hides from the search, by the other line alone`, async () => {
      const { left, right, y, capital } = (await placesOf('td3-valid'))[hidden] ?? {
        left: 0,
        right: 0,
        y: 0,
        capital: 0,
      };
      const strokes = Array.from({ length: 22 }, (_, i) => {
        const x = left + ((right - left) * (i + 0.5)) / 22;
        return `<path d="M${x} ${y} l${capital / 2} ${6 * up * capital} l${capital / 2} ${-5 * up * capital}" stroke="#101010" stroke-width="5" fill="none"/>`;
      });
      await expectFound('td3-valid', await drawnOver('td3-valid', strokes.join('')));
    });

  it('makes no zone of a line that has no other line above or below it', async () => {
    const [first, second] = await placesOf('td3-valid');
    const capital = first?.capital ?? 0;
    const paper = `<rect x="0" y="${(second?.y ?? 0) - capital}" width="1600" height="${2 * capital}" fill="#f0f0e8"/>`;
    expect(await located(await drawnOver('td3-valid', paper))).to.deep.equal([]);
  });

  it('gives each line half of the distance to its neighbour, so that its strip shows nothing of that one', async () => {
    const [mrz] = await located(photoOf('td3-valid').bytes);
    const [first, second] = mrz?.lines ?? [];
    if (!first || !second) throw new Error('expected two lines');
    const apart = Math.hypot(second.x - first.x, second.y - first.y);
    expect(first.reach).to.be.closeTo(apart / 2, apart / 50);
  });
});

/** The MRZ of a specimen with its two lines moved together until they are so many capitals apart. */
const tightMrz = async (apart: number): Promise<Buffer> => {
  const { bytes } = photoOf('td3-expired');
  const [first, second] = await placesOf('td3-expired');
  if (!first || !second) throw new Error('expected two lines');
  const height = Math.round(first.capital * Math.min(apart, 1.5));
  const width = Math.round(first.right - first.left + 4 * first.capital);
  const strip = (line: typeof first) =>
    sharp(bytes)
      .extract({
        left: Math.round(line.left - 2 * first.capital),
        top: Math.round(line.y - height / 2),
        width,
        height,
      })
      .toBuffer();
  const top = Math.round(width / 3);
  return sharp({ create: { width, height: Math.round(width * 0.7), channels: 3, background: '#f2f2ec' } })
    .composite([
      { input: await strip(first), left: 0, top },
      { input: await strip(second), left: 0, top: top + Math.round(first.capital * apart) },
    ])
    .jpeg({ quality: 92 })
    .toBuffer();
};

/** How many bands of rows with ink a picture has, one below the other. */
const bandsOf = ({ data, width, height }: Parameters<OcrEngine['recognize']>[0]): number => {
  const hasInk = Array.from({ length: height }, (_, row) =>
    data.subarray(row * width, (row + 1) * width).some((level) => level < 100),
  );
  return hasInk.filter((ink, row) => ink && !hasInk[row - 1]).length;
};

describe('the strips of a zone', function () {
  this.timeout(60_000);

  it('show no slivers of their neighbours where lines are close together', async () => {
    const bands: number[] = [];
    const engine: OcrEngine = {
      readByNetwork: () => byNetwork(specimen('td3-valid').lines, () => 0.4),
      recognize: async (image) => {
        bands.push(bandsOf(image));
        return '';
      },
    };
    await readSide(engine, await decodePhoto(await tightMrz(1.4)));
    expect(bands.length).to.be.at.least(8);
    expect(new Set(bands)).to.deep.equal(new Set([1]));
  });
});
