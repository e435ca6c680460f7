import { jpegEnd, jpegFrame, jpegScan, jpegSegment, jpegStart, pngChunk, pngOf } from '@portcullis/contracts/builders';
import { E } from '@portcullis/domain';
import { walkPicture } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import fc from 'fast-check';
import { leastOf, runs } from '../../../support/effort.ts';
import { webpChunk, webpFeatures, webpOf } from '../../../support/images/webp.ts';

const pictures: readonly Buffer[] = [
  pngOf([pngChunk('tEXt', Buffer.from('k\0v')), pngChunk('gAMA', Buffer.alloc(4))], { width: 9, height: 9 }),
  Buffer.concat([
    jpegStart,
    jpegSegment(0xe1, Buffer.from('Exif')),
    jpegFrame(0xc0, 30, 20, 3),
    jpegScan(0, 63, 0, 0, Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3])),
    jpegEnd,
  ]),
  webpOf(
    webpFeatures(30, 20),
    webpChunk('VP8 ', Buffer.from([0x10, 0, 0, 0x9d, 0x01, 0x2a, 30, 0, 20, 0])),
    webpChunk('EXIF', Buffer.alloc(5)),
  ),
];

/** A picture with some bytes changed, without some, and with some behind it. */
const mutant = fc
  .record({
    picture: fc.constantFrom(...pictures),
    changes: fc.array(fc.record({ at: fc.nat(), byte: fc.constantFrom(0, 1, 2, 0x7f, 0x80, 0xc0, 0xd9, 0xda, 0xff) }), {
      maxLength: 4,
    }),
    cut: fc.nat(3),
    tail: fc.uint8Array({ maxLength: 8 }),
  })
  .map(({ changes, cut, picture, tail }) => {
    const bytes = Buffer.concat([picture.subarray(0, picture.length - cut), tail]);
    for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
    return bytes;
  });

describe('a container with wrong bytes', () => {
  it('is walked to its end or refused, and only what was sent reaches a decoder, and its end', () => {
    const seen = { refused: 0, taken: 0 };
    fc.assert(
      fc.property(mutant, (bytes) => {
        const found = walkPicture(bytes);
        if (E.isLeft(found)) {
          seen.refused += 1;
          return;
        }
        seen.taken += 1;
        const { decodedBytes, height, lacksEnd, toDecode, width } = found.right;
        expect(toDecode().length).to.be.within(20, bytes.length + (lacksEnd ? 12 : 0));
        expect(walkPicture(toDecode())).to.have.nested.property('right.decodedBytes', decodedBytes);
        expect(Math.min(width, height, decodedBytes)).to.be.at.least(1);
      }),
      { numRuns: runs(20_000) },
    );
    expect(Math.min(seen.refused, seen.taken)).to.be.at.least(leastOf(4000, runs(20_000), 20_000));
  });
});
