import assert from 'node:assert/strict';
import type { ImageFitter } from '@portcullis/domain';
import { mediaTypeOf } from '@portcullis/domain/evidence';
import { ebml, explodingChunk, isoMedia, jpegOfScans, pngOf } from '../shared/containers.ts';
import type { Pictures } from '../shared/pictures.ts';
import { assertFields, type Runner, reasonOf, resultOf } from '../shared/runner.ts';

const wide = { maxBytes: 5_000_000, maxSide: 4000 };
const formats = ['jpeg', 'png', 'webp'] as const;
const image = (bytes: Uint8Array, contentType = 'image/jpeg') => ({ bytes, contentType });

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
export const imageFitterContract = (
  { describe, it }: Runner,
  name: string,
  open: () => ImageFitter,
  { corners, look, noise }: Pictures,
): void => {
  describe(`ImageFitter contract: ${name}`, () => {
    const fitter = open();

    for (const format of ['jpeg', 'png'] as const) {
      it(`answers a ${format} within the limits byte for byte, and derives its type from its bytes`, async () => {
        const bytes = await corners(400, 300, format);
        for (const said of ['image/jpeg', 'image/png', 'text/html', '']) {
          const fitted = await resultOf(fitter.fit(image(bytes, said), { maxBytes: bytes.length, maxSide: 400 }));
          assert.equal(fitted.contentType, `image/${format}`);
          assert.equal(Buffer.compare(fitted.bytes, bytes), 0);
        }
      });
    }

    it('refuses an image by its container, before anything of it is decoded', async () => {
      const texts = Array.from({ length: 33 }, (_, i) => explodingChunk('zTXt', i));
      for (const bytes of [pngOf(texts), pngOf([], { width: 5000, height: 5000, depth: 16 }), jpegOfScans(400, 33)]) {
        const failure = await reasonOf(fitter.fit(image(bytes), { maxBytes: 10_000, maxSide: 50 }));
        assertFields(failure, { _tag: 'UnsupportedMedia', part: 'image' });
        assert.match(String(Object(failure).message), /^The image has more (parts|than 100 MB)/);
      }
    });

    it('converts a WebP, which not every provider takes, to JPEG', async () => {
      const { bytes, contentType } = await resultOf(fitter.fit(image(await corners(64, 48, 'webp')), wide));
      assert.deepEqual([contentType, mediaTypeOf(bytes)], ['image/jpeg', 'image/jpeg']);
    });

    for (const format of formats) {
      it(`scales a ${format} with a longer side than allowed to exactly that side, in its proportions`, async () => {
        for (const [width, height] of [
          [1200, 900],
          [900, 1200],
        ] as const) {
          const bytes = await corners(width, height, format);
          const fitted = await resultOf(fitter.fit(image(bytes), { ...wide, maxSide: 600 }));
          const head = await look(fitted.bytes);
          assert.deepEqual([fitted.contentType, head.width, head.height], ['image/jpeg', width / 2, height / 2]);
          assert.deepEqual((await look(fitted.bytes)).corners, ['red', 'green', 'blue', 'white']);
        }
      });
    }

    it('observes the limits of bytes and of the side together, however little the picture compresses', async () => {
      const bytes = await noise(900, 700, 'png');
      for (const maxBytes of [1_000_000, 200_000, 40_000, 3000]) {
        const fitted = await resultOf(fitter.fit(image(bytes), { maxBytes, maxSide: 800 }));
        const { width, height } = await look(fitted.bytes);
        assert.ok(fitted.bytes.length <= maxBytes, `${fitted.bytes.length}`);
        assert.ok(Math.max(width, height) <= 800, `${Math.max(width, height)}`);
      }
    });

    it('reduces quality before it reduces size', async () => {
      const bytes = await noise(900, 700, 'png');
      const { bytes: smaller } = await resultOf(fitter.fit(image(bytes), { maxBytes: 400_000, maxSide: 800 }));
      assert.equal((await look(smaller)).width, 800);
    });

    it('turns upright every image that it encodes again', async () => {
      const bytes = await corners(600, 400, 'turned');
      const fitted = await resultOf(fitter.fit(image(bytes), { ...wide, maxSide: 300 }));
      const { width, height, orientation } = await look(fitted.bytes);
      assert.deepEqual([width, height, orientation], [300, 200, undefined]);
      assert.deepEqual((await look(fitted.bytes)).corners, ['red', 'green', 'blue', 'white']);
    });

    for (const [what, bytes] of Object.entries(notImages)) {
      it(`refuses ${what}, whatever type is declared`, async () => {
        assertFields(await reasonOf(fitter.fit(image(bytes), wide)), { _tag: 'UnsupportedMedia', part: 'image' });
      });
    }

    it('refuses a truncated image where it would have to be encoded again', async () => {
      const whole = await noise(900, 700, 'jpeg');
      const half = whole.subarray(0, whole.length / 2);
      assertFields(await reasonOf(fitter.fit(image(half), { ...wide, maxSide: 300 })), { _tag: 'UnsupportedMedia' });
    });

    it('encodes a picture again that lacks the mark of its end', async () => {
      const whole = await corners(64, 48, 'jpeg');
      const fitted = await resultOf(fitter.fit(image(whole.subarray(0, -2)), wide));
      assert.equal(Buffer.from(fitted.bytes.subarray(-2)).toString('hex'), 'ffd9');
    });

    it('refuses an image that no JPEG can make small enough', async () => {
      const bytes = await corners(64, 48, 'png');
      assertFields(await reasonOf(fitter.fit(image(bytes), { maxBytes: 10, maxSide: 400 })), {
        _tag: 'UnsupportedMedia',
      });
    });

    it('leaves the bytes that it was given unchanged, and keeps concurrent images apart', async () => {
      const originals = await Promise.all([300, 400, 500, 600].map((side) => corners(side, side, 'png')));
      const copies = originals.map((bytes) => Uint8Array.from(bytes));
      const limits = [100, 150, 200, 250].map((maxSide) => ({ ...wide, maxSide }));
      const answers = await Promise.all(
        originals.map((bytes, i) => resultOf(fitter.fit(image(bytes), limits[i] ?? wide))),
      );
      const sides = await Promise.all(answers.map(async ({ bytes }) => (await look(bytes)).width));
      assert.deepEqual(sides, [100, 150, 200, 250]);
      assert.deepEqual(
        originals.map((bytes, i) => Buffer.compare(bytes, copies[i] ?? bytes)),
        [0, 0, 0, 0],
      );
    });
  });
};
