import {
  explodingChunk,
  type PngShape,
  pngChunk,
  pngData,
  pngHead,
  pngOf,
  pngSignature,
} from '@portcullis/contracts/builders';
import { E } from '@portcullis/domain';
import { type Picture, walkPicture } from '@portcullis/domain/evidence';
import { expect } from 'chai';

const walked = (bytes: Uint8Array): Picture | string => {
  const found = walkPicture(bytes);
  return E.isLeft(found) ? found.left : found.right;
};

const pictureOf = (bytes: Uint8Array): Picture => {
  const found = walked(bytes);
  if (typeof found === 'string') throw new Error(`refused as ${found}`);
  return found;
};

const several = (count: number, make: (i: number) => Uint8Array) => Array.from({ length: count }, (_, i) => make(i));
const end = pngChunk('IEND');
const text = (i: number) => pngChunk('tEXt', Buffer.from(`k${i}\0Anna Maria Eriksson`));

describe('the container of a PNG', () => {
  it('tells the size of the picture and of its pixels once they are decoded', () => {
    const sizes: readonly (readonly [PngShape, number])[] = [
      [{ depth: 1, colourType: 0 }, 1],
      [{ depth: 16, colourType: 0 }, 2],
      [{ depth: 8, colourType: 2 }, 3],
      [{ depth: 4, colourType: 3 }, 3],
      [{ depth: 16, colourType: 4 }, 4],
      [{ depth: 16, colourType: 6 }, 8],
    ];
    for (const [shape, bytesPerPixel] of sizes) {
      const { decodedBytes, height, type, width } = pictureOf(pngOf([], { width: 30, height: 20, ...shape }));
      expect({ decodedBytes, height, type, width }, JSON.stringify(shape)).to.deep.equal({
        type: 'image/png',
        width: 30,
        height: 20,
        decodedBytes: 600 * bytesPerPixel,
      });
    }
    expect(pictureOf(pngOf([pngChunk('tRNS', Buffer.alloc(6))])).decodedBytes).to.equal(40_000);
  });

  it('reaches a decoder as it is when it holds only what the picture needs', () => {
    const needed = [
      pngChunk('gAMA', Buffer.alloc(4)),
      pngChunk('cHRM', Buffer.alloc(32)),
      pngChunk('sRGB', Buffer.alloc(1)),
      pngChunk('iCCP', Buffer.alloc(8192)),
      pngChunk('eXIf', Buffer.alloc(65_536)),
      pngChunk('PLTE', Buffer.alloc(768)),
      pngChunk('tRNS', Buffer.alloc(256)),
    ];
    const whole = pngOf(needed, { colourType: 3 });
    expect(Buffer.compare(pictureOf(whole).toDecode(), whole)).to.equal(0);
  });

  for (const name of ['zTXt', 'iTXt', 'iCCP']) {
    it(`reaches no decoder with a ${name} that inflates to 47 MiB`, () => {
      const bytes = pngOf([explodingChunk(name, 0), pngChunk('gAMA', Buffer.alloc(4))]);
      const expected = pngOf([pngChunk('gAMA', Buffer.alloc(4))]);
      expect(bytes.length).to.be.above(48_000);
      expect(Buffer.compare(pictureOf(bytes).toDecode(), expected)).to.equal(0);
    });
  }

  it('loses texts, large EXIF data, and what is behind its end', () => {
    const others = [text(0), pngChunk('eXIf', Buffer.alloc(65_537)), pngChunk('pHYs', Buffer.alloc(9))];
    const bytes = Buffer.concat([pngOf(others), Buffer.from('<script>')]);
    expect(Buffer.compare(pictureOf(bytes).toDecode(), pngOf())).to.equal(0);
  });

  it('holds at most 32 other chunks, and its pixels at most 16,384', () => {
    expect(walked(pngOf(several(32, text)))).to.be.an('object');
    expect(walked(pngOf(several(33, text)))).to.equal('overfull');
    const data = (count: number) =>
      Buffer.concat([pngSignature, pngHead(), ...several(count, () => pngChunk('IDAT')), end]);
    expect(walked(data(16_384))).to.be.an('object');
    expect(walked(data(16_385))).to.equal('overfull');
  });

  for (const name of ['acTL', 'fcTL', 'fdAT']) {
    it(`is refused as an animation with ${name}, before and after the pixels`, () => {
      const chunk = pngChunk(name, Buffer.alloc(8));
      expect(walked(pngOf([chunk]))).to.equal('animated');
      expect(walked(Buffer.concat([pngOf().subarray(0, -12), chunk, end]))).to.equal('animated');
    });
  }

  it('gets its end where that is all that is missing', () => {
    const whole = pngOf();
    for (let length = whole.length - 12; length < whole.length; length += 1) {
      const found = pictureOf(whole.subarray(0, length));
      expect([found.lacksEnd, Buffer.compare(found.toDecode(), whole)], `${length} bytes`).to.deep.equal([true, 0]);
    }
    expect(pictureOf(whole).lacksEnd).to.equal(false);
  });

  const head = pngHead();
  const data = pngData();
  const long = Buffer.from(pngData());
  long.writeUInt32BE(0xffffffff, 0);
  const wrong: Readonly<Record<string, readonly Uint8Array[]>> = {
    'no chunk': [],
    'no head': [data, end],
    'something before its head': [text(0), head, data, end],
    'two heads': [head, head, data, end],
    'a head that is too short': [pngChunk('IHDR', Buffer.alloc(12)), data, end],
    'no pixels': [head, end],
    'pixels in two places': [head, data, text(0), data, end],
    'two palettes': [head, pngChunk('PLTE'), pngChunk('PLTE'), data, end],
    'a palette of 257 colours': [head, pngChunk('PLTE', Buffer.alloc(771)), data, end],
    'a length beyond the file': [head, long, end],
    'a critical chunk of no known type': [head, pngChunk('ABCD'), data, end],
    'a chunk whose name is no letters': [head, pngChunk('a\0cd'), data, end],
    'no width': [pngHead({ width: 0 }), data, end],
    'a height of 2^31': [pngHead({ height: 2 ** 31 }), data, end],
    'a depth that its colours do not have': [pngHead({ depth: 4 }), data, end],
    'a colour type that does not exist': [pngHead({ colourType: 5 }), data, end],
  };
  for (const [what, chunks] of Object.entries(wrong)) {
    it(`is refused as damaged with ${what}`, () => {
      expect(walked(Buffer.concat([pngSignature, ...chunks]))).to.equal('damaged');
    });
  }

  it('is refused as damaged wherever it ends too early', () => {
    const whole = pngOf([text(0)]);
    for (let length = 8; length < whole.length - 12; length += 1) {
      expect(walked(whole.subarray(0, length)), `${length} bytes`).to.equal('damaged');
    }
  });
});
