import { createLocalReader } from '@portcullis/adapter-local-reader';
import { mrzAsRead, sideForFrames, voteWithFrames } from '@portcullis/documents';
import type { DocumentReading } from '@portcullis/domain';
import type { DocumentImage } from '@portcullis/domain/ports';
import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';
import { photoOf, specimen } from '../../support/images/specimens.ts';
import { mustSucceed } from '../../support/run.ts';

const name = 'td3-valid';
const printed = specimen(name).lines;
const call = { profileId: 'abc000000000001', attempt: 1 };

/** The middle of a character of the second line on the specimen, and the cell that it stands in, in pixels. */
const middleOf = (column: number) => ({ x: 129 + 31 * column, y: 1000 });
const cell = { width: 30, height: 44 };
const cornerOf = (column: number) => {
  const { x, y } = middleOf(column);
  return { left: Math.round(x - cell.width / 2), top: Math.round(y - cell.height / 2) };
};

const jpeg = async (photo: Sharp): Promise<DocumentImage> => ({
  bytes: await photo.jpeg({ quality: 95 }).toBuffer(),
  contentType: 'image/jpeg',
});

/** The specimen with a reflection over a character of the second line. */
const reflecting = (column: number): Promise<DocumentImage> => {
  const { x, y } = middleOf(column);
  const spot = `<svg width="1600" height="1200"><circle cx="${x}" cy="${y}" r="16" fill="#f4f4f0"/></svg>`;
  return jpeg(sharp(photoOf(name).bytes).composite([{ input: Buffer.from(spot) }]));
};

/** The specimen with a character of the second line printed in the place of another one. */
const forged = async (from: number, to: number): Promise<DocumentImage> => {
  const { bytes } = photoOf(name);
  const character = await sharp(bytes)
    .extract({ ...cornerOf(from), ...cell })
    .png()
    .toBuffer();
  return jpeg(sharp(bytes).composite([{ input: character, ...cornerOf(to) }]));
};

const withChar = (column: number, char: string): readonly string[] =>
  printed.map((line, row) => (row === 1 ? line.slice(0, column) + char + line.slice(column + 1) : line));

describe('three stills of one passport', function () {
  this.timeout(60_000);
  const { reader, close } = createLocalReader({ deadlineMs: 50_000 });
  after(close);

  const read = (front: DocumentImage): Promise<DocumentReading> =>
    mustSucceed(reader.read({ call, front, back: null, hints: {} }));

  const voted = async (main: DocumentImage, ...frames: readonly DocumentImage[]) => {
    const alone = await read(main);
    const side = sideForFrames(alone);
    const readings = [];
    for (const [n, frame] of frames.entries()) {
      const mrzLines = mrzAsRead(await read(frame), 'front');
      readings.push({ side: 'front' as const, contentSha256: String(n), mrzLines });
    }
    const together = voteWithFrames(alone, readings, { front: [], back: [] });
    return { alone: alone.mrzLines, side, together: together.mrzLines, voters: together.votedZone?.frames };
  };

  it('show together what a reflection covers on each of them', async () => {
    const main = await reflecting(21);
    const one = await reflecting(13);
    const two = await reflecting(16);
    expect(await voted(main, one, two)).to.deep.equal({
      alone: withChar(21, '0'),
      side: 'front',
      together: printed,
      voters: ['0', '1'],
    });
  });

  it('leave a date wrong that was printed over on the one that is kept, although the others are clean', async () => {
    const over = withChar(21, printed[1]?.[22] ?? '');
    const clean = photoOf(name);
    const other = await jpeg(sharp(clean.bytes).linear(0.98, 1));
    expect(await voted(await forged(22, 21), clean, other)).to.deep.include({
      alone: over,
      together: over,
      voters: undefined,
    });
  });
});
