import type { ImageFitter } from '@portcullis/domain';
import { mediaTypeOf } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import sharp from 'sharp';
import { explodingChunk, jpegOfScans, pngOf } from '../support/images/containers.ts';
import { corners, cornersOf, ebml, isoMedia } from '../support/images/images.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const wide = { maxBytes: 5_000_000, maxSide: 4000 };
const formats = ['jpeg', 'png', 'webp'] as const;
const image = (bytes: Uint8Array, contentType = 'image/jpeg') => ({ bytes, contentType });

/** Makes a picture that does not compress: about three bytes a pixel. */
const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  });

const notImages: Record<string, Uint8Array> = {
  'an empty file': new Uint8Array(0),
  'a text': Buffer.from('this is a passport, believe me'),
  'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'a GIF': Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64'),
  'a film': ebml('webm'),
  'a HEIC': isoMedia('heic'),
  'the first bytes of a JPEG': Buffer.from('ffd8ffe000104a464946', 'hex'),
};

/** Tests the guarantees of every ImageFitter. */
export const imageFitterContract = (name: string, open: () => ImageFitter): void => {
  describe(`ImageFitter contract: ${name}`, function () {
    this.timeout(60_000);
    const fitter = open();

    for (const format of ['jpeg', 'png'] as const) {
      it(`answers a ${format} within the limits byte for byte, and derives its type from its bytes`, async () => {
        const bytes = await corners(400, 300).toFormat(format).toBuffer();
        for (const said of ['image/jpeg', 'image/png', 'text/html', '']) {
          const fitted = await mustSucceed(fitter.fit(image(bytes, said), { maxBytes: bytes.length, maxSide: 400 }));
          expect(fitted.contentType).to.equal(`image/${format}`);
          expect(Buffer.compare(fitted.bytes, bytes)).to.equal(0);
        }
      });
    }

    it('refuses an image by its container, before anything of it is decoded', async () => {
      const texts = Array.from({ length: 33 }, (_, i) => explodingChunk('zTXt', i));
      for (const bytes of [pngOf(texts), pngOf([], { width: 5000, height: 5000, depth: 16 }), jpegOfScans(400, 33)]) {
        const failure = await mustFail(fitter.fit(image(bytes), { maxBytes: 10_000, maxSide: 50 }));
        expect(failure).to.include({ _tag: 'UnsupportedMedia', part: 'image' });
        expect(failure)
          .to.have.property('message')
          .that.matches(/^The image has more (parts|than 100 MB)/);
      }
    });

    it('converts a WebP, which not every provider takes, to JPEG', async () => {
      const { bytes, contentType } = await mustSucceed(fitter.fit(image(await corners().webp().toBuffer()), wide));
      expect([contentType, mediaTypeOf(bytes)]).to.deep.equal(['image/jpeg', 'image/jpeg']);
    });

    for (const format of formats) {
      it(`scales a ${format} with a longer side than allowed to exactly that side, in its proportions`, async () => {
        for (const [width, height] of [
          [1200, 900],
          [900, 1200],
        ] as const) {
          const bytes = await corners(width, height).toFormat(format).toBuffer();
          const fitted = await mustSucceed(fitter.fit(image(bytes), { ...wide, maxSide: 600 }));
          const head = await sharp(fitted.bytes).metadata();
          expect([fitted.contentType, head.width, head.height]).to.deep.equal(['image/jpeg', width / 2, height / 2]);
          expect(await cornersOf(fitted.bytes)).to.deep.equal(['red', 'green', 'blue', 'white']);
        }
      });
    }

    it('observes the limits of bytes and of the side together, however little the picture compresses', async () => {
      const bytes = await noise(900, 700).png().toBuffer();
      for (const maxBytes of [1_000_000, 200_000, 40_000, 3000]) {
        const fitted = await mustSucceed(fitter.fit(image(bytes), { maxBytes, maxSide: 800 }));
        const { width, height } = await sharp(fitted.bytes).metadata();
        expect(fitted.bytes.length).to.be.at.most(maxBytes);
        expect(Math.max(width, height)).to.be.at.most(800);
      }
    });

    it('reduces quality before it reduces size', async () => {
      const bytes = await noise(900, 700).png().toBuffer();
      const { bytes: smaller } = await mustSucceed(fitter.fit(image(bytes), { maxBytes: 400_000, maxSide: 800 }));
      expect((await sharp(smaller).metadata()).width).to.equal(800);
    });

    it('turns upright every image that it encodes again', async () => {
      const held = await corners(600, 400).rotate(270).png().toBuffer();
      const bytes = await sharp(held).withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer();
      const fitted = await mustSucceed(fitter.fit(image(bytes), { ...wide, maxSide: 300 }));
      const { width, height, orientation } = await sharp(fitted.bytes).metadata();
      expect([width, height, orientation]).to.deep.equal([300, 200, undefined]);
      expect(await cornersOf(fitted.bytes)).to.deep.equal(['red', 'green', 'blue', 'white']);
    });

    for (const [what, bytes] of Object.entries(notImages)) {
      it(`refuses ${what}, whatever type is declared`, async () => {
        expect(await mustFail(fitter.fit(image(bytes), wide))).to.include({ _tag: 'UnsupportedMedia', part: 'image' });
      });
    }

    it('refuses a truncated image where it would have to be encoded again', async () => {
      const whole = await noise(900, 700).jpeg().toBuffer();
      const half = whole.subarray(0, whole.length / 2);
      expect(await mustFail(fitter.fit(image(half), { ...wide, maxSide: 300 }))).to.have.property(
        '_tag',
        'UnsupportedMedia',
      );
    });

    it('encodes a picture again that lacks the mark of its end', async () => {
      const whole = await corners().jpeg().toBuffer();
      const fitted = await mustSucceed(fitter.fit(image(whole.subarray(0, -2)), wide));
      expect(Buffer.from(fitted.bytes.subarray(-2)).toString('hex')).to.equal('ffd9');
    });

    it('refuses an image that no JPEG can make small enough', async () => {
      const bytes = await corners().png().toBuffer();
      expect(await mustFail(fitter.fit(image(bytes), { maxBytes: 10, maxSide: 400 }))).to.have.property(
        '_tag',
        'UnsupportedMedia',
      );
    });

    it('leaves the bytes that it was given unchanged, and keeps concurrent images apart', async () => {
      const originals = await Promise.all([300, 400, 500, 600].map((side) => corners(side, side).png().toBuffer()));
      const copies = originals.map((bytes) => Uint8Array.from(bytes));
      const limits = [100, 150, 200, 250].map((maxSide) => ({ ...wide, maxSide }));
      const answers = await Promise.all(
        originals.map((bytes, i) => mustSucceed(fitter.fit(image(bytes), limits[i] ?? wide))),
      );
      const sides = await Promise.all(answers.map(async ({ bytes }) => (await sharp(bytes).metadata()).width));
      expect(sides).to.deep.equal([100, 150, 200, 250]);
      expect(originals.map((bytes, i) => Buffer.compare(bytes, copies[i] ?? bytes))).to.deep.equal([0, 0, 0, 0]);
    });
  });
};
