import assert from 'node:assert/strict';
import type { MediaNormalizer } from '@portcullis/domain';
import { mediaTypeOf, type UploadKind } from '@portcullis/domain/evidence';
import { sha256Hex as sha256 } from '@portcullis/domain/kernel';
import { uploadOwner } from '../builders/profiles.ts';
import { ebml, explodingChunk, isoMedia, jpegOfScans, pngChunk, pngOf } from '../shared/containers.ts';
import type { Pictures } from '../shared/pictures.ts';
import { assertFields, assertMembers, assertWithin, type Runner, reasonOf, resultOf } from '../shared/runner.ts';

const mebibyte = 1024 * 1024;
/** Makes bytes that begin like a file of a type and have the given length. */
const padded = (start: Uint8Array, length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  bytes.set(start);
  return bytes;
};

const notImages: Record<string, Uint8Array> = {
  'an empty file': new Uint8Array(0),
  'one byte': Uint8Array.of(0xff),
  'a text': Buffer.from('this is a passport, believe me'),
  'a GIF': Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64'),
  'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'an SVG after an XML head': Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
  'a page': Buffer.from('<!doctype html><img src=x onerror=alert(1)>'),
  'a PDF': Buffer.from('%PDF-1.7\n'),
  'a TIFF': Buffer.from('49492a0008000000', 'hex'),
  'a BMP': Buffer.from('BM\0\0\0\0\0\0\0\0'),
  'an AVIF': isoMedia('avif'),
  'a RIFF that is a sound': Buffer.from('RIFF\x24\0\0\0WAVEfmt '),
  'a WebM': ebml('webm'),
  'an MP4': isoMedia('isom'),
  'a JPEG behind a line break': Buffer.concat([Buffer.from('\n'), Buffer.from('ffd8ffe0', 'hex')]),
};

/** Tests the guarantees of every MediaNormalizer. */
export const mediaNormalizerContract = (
  { describe, it }: Runner,
  name: string,
  open: () => MediaNormalizer,
  { corners, largestNoise, look }: Pictures,
): void => {
  describe(`MediaNormalizer contract: ${name}`, () => {
    const media = open();
    const normalize = (part: UploadKind, bytes: Uint8Array) => media.normalize(part, bytes, uploadOwner());

    for (const format of ['jpeg', 'png', 'webp'] as const) {
      it(`takes a ${format} image, answers its digest, and describes its output`, async () => {
        const original = await corners(64, 48, format);
        const {
          contentType,
          bytes,
          contentSha256,
          sha256: digest,
        } = await resultOf(normalize('document_front', original));
        assert.equal(digest, sha256(original));
        assert.equal(contentSha256, sha256(bytes));
        assert.equal(contentType, mediaTypeOf(bytes));
        assert.match(contentType, /^image\//);
      });
    }

    it('reports the size of its output and every fact from 0 to 1, or measures nothing', async () => {
      const { bytes, image } = await resultOf(normalize('document_front', await corners(400, 300, 'png')));
      if (image === null) return;
      const { width, height, cutEdges, ...levels } = image;
      const stored = await look(bytes);
      assert.deepEqual({ width, height }, { width: stored.width, height: stored.height });
      assert.ok([0, 1, 2, 3, 4].includes(cutEdges), `${cutEdges}`);
      assertMembers(Object.keys(levels), ['sharpness', 'brightness', 'glare', 'colour']);
      assert.deepEqual(
        Object.values(levels).filter((level) => !(level >= 0 && level <= 1)),
        [],
      );
    });

    it('measures the same picture with the same result', async () => {
      const original = await corners(400, 300, 'png');
      const [one, other] = await Promise.all([1, 2].map(() => resultOf(normalize('document_back', original))));
      assert.deepEqual(one?.image, other?.image);
    });

    for (const [what, bytes] of Object.entries(notImages)) {
      it(`refuses ${what} as an image, and names the part`, async () => {
        for (const part of ['document_front', 'document_back'] as const satisfies readonly UploadKind[]) {
          const failure = await reasonOf(normalize(part, bytes));
          assertFields(failure, { _tag: 'UnsupportedMedia', part });
        }
      });
    }

    it('names the accepted formats when it refuses HEIC', async () => {
      for (const brand of ['heic', 'heix', 'mif1']) {
        const failure = await reasonOf(normalize('document_front', isoMedia(brand)));
        assertFields(failure, { _tag: 'UnsupportedMedia' });
        assert.match(String(Object(failure).message), /^HEIC is not accepted; send JPEG, PNG or WebP/);
      }
    });

    it('refuses an image of more than 50 MiB as too large', async () => {
      const image = padded(await corners(64, 48, 'jpeg'), 50 * mebibyte + 1);
      assert.deepEqual(await reasonOf(normalize('document_back', image)), {
        _tag: 'TooLarge',
        part: 'document_back',
        message: 'The file has more than 50 MiB.',
      });
    });

    const parts = Array.from({ length: 33 }, (_, i) => explodingChunk('zTXt', i));
    const animation = 'The image is animated; send a single picture.';
    const tooMany = 'The image has more parts than a photo has; save it again as a plain JPEG or PNG.';
    const containers: Readonly<Record<string, readonly [Uint8Array, string]>> = {
      'a PNG with 33 texts of 47 MiB': [pngOf(parts), tooMany],
      'an animated PNG': [pngOf([pngChunk('acTL', Buffer.alloc(8))]), animation],
      'a JPEG of 33 scans': [jpegOfScans(400, 33), tooMany],
      'a PNG without its pixels': [pngOf().subarray(0, -13), 'The image is damaged or not complete.'],
    };
    for (const [what, [bytes, message]] of Object.entries(containers)) {
      it(`refuses ${what} by its container`, async () => {
        assert.deepEqual(await reasonOf(normalize('document_front', bytes)), {
          _tag: 'UnsupportedMedia',
          part: 'document_front',
          message,
        });
      });
    }

    it('takes a picture of which nothing but the mark of its end is missing', async () => {
      const ends = { jpeg: [1, 2], progressive: [1, 2], png: [1, 11, 12] };
      const whole = {
        jpeg: await corners(64, 48, 'jpeg'),
        progressive: await corners(64, 48, 'progressive'),
        png: await corners(64, 48, 'png'),
      };
      for (const format of ['jpeg', 'progressive', 'png'] as const)
        for (const cut of ends[format]) {
          const { bytes, ...rest } = await resultOf(normalize('document_front', whole[format].subarray(0, -cut)));
          assert.ok(bytes.length > 0, `${format} without ${cut} bytes`);
          assertFields(rest, { sha256: sha256(whole[format].subarray(0, -cut)) });
        }
    });

    it('refuses 25 megapixels of 16 bits, which are 150 MB of pixels in 1 MB', async () => {
      const deep = pngOf([], { width: 5000, height: 5000, depth: 16 });
      assert.deepEqual(await reasonOf(normalize('document_back', deep)), {
        _tag: 'TooLarge',
        part: 'document_back',
        message: 'The image has more than 100 MB of pixels; save it with 8 bits a colour, or smaller.',
      });
    });

    it('takes an image of exactly 50 MiB', async () => {
      const image = padded(await corners(64, 48, 'jpeg'), 50 * mebibyte);
      assert.equal((await resultOf(normalize('document_back', image))).sha256, sha256(image));
    });

    it('answers noise of 4096 pixels in at most 4.5 MiB, by a lower quality than usual', async () => {
      const { original, plainLength } = await largestNoise();
      assertWithin(original.length, 4 * mebibyte, 4.5 * mebibyte);
      assert.ok(plainLength > 9 * mebibyte, `${plainLength}`);
      const { bytes } = await resultOf(normalize('document_front', original));
      const { width, height } = await look(bytes);
      assertWithin(bytes.length, 4 * mebibyte, 4.5 * mebibyte);
      assert.deepEqual([width, height], [height, width]);
      assertWithin(width, 2500, 4096);
    });

    it('leaves the bytes that it was given unchanged', async () => {
      const original = await corners(64, 48, 'png');
      const given = Uint8Array.from(original);
      await resultOf(normalize('document_front', given));
      assert.equal(Buffer.compare(given, original), 0);
    });

    it('keeps concurrent uploads apart', async () => {
      const originals = await Promise.all(Array.from({ length: 12 }, (_, i) => corners(20 + 2 * i, 48, 'png')));
      const answers = await Promise.all(
        originals.map((original, i) =>
          resultOf(media.normalize('document_front', original, uploadOwner(`profile ${i}`))),
        ),
      );
      assert.deepEqual(
        answers.map(({ sha256: digest }) => digest),
        originals.map(sha256),
      );
    });
  });
};
