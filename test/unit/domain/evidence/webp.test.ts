import { E } from '@portcullis/domain';
import { type Picture, walkPicture } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import { webpChunk, webpFeatures, webpOf } from '../../../support/images/webp.ts';

const walked = (bytes: Uint8Array): Picture | string => {
  const found = walkPicture(bytes);
  return E.isLeft(found) ? found.left : found.right;
};

/** The heads of pictures of 30 × 20 pixels. */
const lossy = webpChunk('VP8 ', Buffer.from([0x10, 0, 0, 0x9d, 0x01, 0x2a, 30, 0, 20, 0]));
const lossless = (hasAlpha: boolean) => {
  const head = Buffer.alloc(5, 0x2f);
  head.writeUInt32LE(29 + 19 * 2 ** 14 + (hasAlpha ? 2 ** 28 : 0), 1);
  return webpChunk('VP8L', head);
};
const several = (count: number, make: () => Uint8Array) => Array.from({ length: count }, make);

describe('the container of a WebP', () => {
  it('tells the size of the picture and of its pixels once they are decoded', () => {
    const pictures = [
      [webpOf(lossy), 3],
      [webpOf(lossless(false)), 3],
      [webpOf(lossless(true)), 4],
      [webpOf(webpFeatures(30, 20, 0x10), webpChunk('ALPH', Buffer.alloc(3)), lossy), 4],
    ] as const;
    for (const [bytes, channels] of pictures) {
      expect(walked(bytes)).to.deep.include({
        type: 'image/webp',
        width: 30,
        height: 20,
        decodedBytes: 600 * channels,
      });
    }
  });

  it('reaches a decoder up to the size that it states', () => {
    const whole = webpOf(lossy);
    const found = walked(Buffer.concat([whole, Buffer.from('<script>')]));
    if (typeof found === 'string') throw new Error(`refused as ${found}`);
    expect(Buffer.compare(found.toDecode(), whole)).to.equal(0);
  });

  it('has at most 16 chunks, and 4 MiB of metadata', () => {
    const beside = (...parts: readonly Uint8Array[]) => walked(webpOf(webpFeatures(30, 20), lossy, ...parts));
    expect(beside(...several(14, () => webpChunk('EXIF')))).to.be.an('object');
    expect(beside(...several(15, () => webpChunk('EXIF')))).to.equal('overfull');
    expect(beside(webpChunk('XMP ', Buffer.alloc(4 * 1024 * 1024)))).to.be.an('object');
    expect(beside(webpChunk('XMP ', Buffer.alloc(4 * 1024 * 1024 + 1)))).to.equal('overfull');
  });

  it('is refused as an animation', () => {
    expect(walked(webpOf(webpFeatures(30, 20, 0x02), lossy))).to.equal('animated');
    expect(walked(webpOf(webpFeatures(30, 20), webpChunk('ANIM', Buffer.alloc(6)), lossy))).to.equal('animated');
    expect(walked(webpOf(webpFeatures(30, 20), webpChunk('ANMF', Buffer.alloc(16))))).to.equal('animated');
  });

  const beyond = webpOf(lossy);
  beyond.writeUInt32LE(200, 16);
  const wrong: Readonly<Record<string, Uint8Array>> = {
    'no chunk': webpOf(),
    'no picture': webpOf(webpFeatures(30, 20)),
    'two pictures': webpOf(webpFeatures(30, 20), lossy, lossy),
    'metadata before its picture, and no features': webpOf(webpChunk('EXIF'), lossy),
    'a picture of another size than its canvas': webpOf(webpFeatures(31, 20), lossy),
    'features of less than 10 bytes': webpOf(webpChunk('VP8X', Buffer.alloc(9)), lossy),
    'features after its picture': webpOf(lossy, webpFeatures(30, 20)),
    'a frame that is no key frame': webpOf(webpChunk('VP8 ', Buffer.from([0x11, 0, 0, 0x9d, 1, 0x2a, 30, 0, 20, 0]))),
    'a lossless picture without its signature': webpOf(webpChunk('VP8L', Buffer.alloc(5))),
    'a chunk beyond the file': beyond,
  };
  for (const [what, bytes] of Object.entries(wrong)) {
    it(`is refused as damaged with ${what}`, () => {
      expect(walked(bytes)).to.equal('damaged');
    });
  }

  it('is refused as damaged wherever it ends too early', () => {
    const whole = webpOf(webpFeatures(30, 20), lossy, webpChunk('EXIF', Buffer.alloc(4)));
    for (let length = 12; length < whole.length; length += 1) {
      expect(walked(whole.subarray(0, length)), `${length} bytes`).to.equal('damaged');
    }
  });
});
