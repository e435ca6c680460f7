import { crc32 } from 'node:zlib';
import { sharpMediaNormalizer } from '@portcullis/adapter-sharp';
import { uploadOwner } from '@portcullis/contracts/builders';
import { expect } from 'chai';
import fc from 'fast-check';
import sharp from 'sharp';
import { runs } from '../../support/effort.ts';
import { corners, cornersOf } from '../../support/images/images.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';

const media = sharpMediaNormalizer();
const normalize = (bytes: Uint8Array) => media.normalize('document_front', bytes, uploadOwner());
const normalized = (bytes: Uint8Array) => mustSucceed(normalize(bytes));
const refusal = (bytes: Uint8Array) => mustFail(normalize(bytes));
const damaged = {
  _tag: 'UnsupportedMedia',
  part: 'document_front',
  message: 'The image is damaged or not complete.',
};

/** Makes a picture of one colour, so that many pixels are few bytes. */
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888' }, limitInputPixels: false });
/** Makes a picture that does not compress, so that half of the file is half of the picture. */
const noisy = () =>
  sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

const withPlace = {
  IFD0: { Copyright: 'Anna Maria Eriksson', Make: 'Camera of Anna' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 18/1' },
};

describe('an uploaded image that is encoded again', function () {
  this.timeout(60_000);

  it('loses the place and the author of the photo, in every format', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const original = await corners().withExif(withPlace).toFormat(format).toBuffer();
      expect(original.includes('Eriksson'), `the ${format} has the name in it`).to.equal(true);
      const { bytes } = await normalized(original);
      expect(Buffer.from(bytes).includes('Eriksson')).to.equal(false);
      const { exif, icc, xmp, iptc, comments } = await sharp(bytes).metadata();
      expect({ exif, icc, xmp, iptc, comments }).to.deep.equal({
        exif: undefined,
        icc: undefined,
        xmp: undefined,
        iptc: undefined,
        comments: undefined,
      });
    }
  });

  it('is turned upright for each of the eight EXIF orientations, and loses its orientation', async () => {
    const upright = ['red', 'green', 'blue', 'white'];
    const held = {
      1: corners(),
      2: corners().flop(),
      3: corners().rotate(180),
      4: corners().flip(),
      6: corners().rotate(270),
      8: corners().rotate(90),
    };
    for (const [orientation, turned] of Object.entries(held)) {
      const pixels = await turned.png().toBuffer();
      const original = await sharp(pixels)
        .withMetadata({ orientation: Number(orientation) })
        .jpeg({ quality: 100 })
        .toBuffer();
      const { bytes } = await normalized(original);
      const { width, height, orientation: kept } = await sharp(bytes).metadata();
      expect({ width, height, kept, corners: await cornersOf(bytes) }, `orientation ${orientation}`).to.deep.equal({
        width: 64,
        height: 48,
        kept: undefined,
        corners: upright,
      });
    }
  });

  it('is a JPEG of the full colour resolution whatever format came', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const { contentType, bytes } = await normalized(await corners().toFormat(format).toBuffer());
      const { format: answered, chromaSubsampling, space, channels } = await sharp(bytes).metadata();
      expect({ contentType, answered, chromaSubsampling, space, channels }).to.deep.equal({
        contentType: 'image/jpeg',
        answered: 'jpeg',
        chromaSubsampling: '4:4:4',
        space: 'srgb',
        channels: 3,
      });
    }
  });

  it('keeps the colours of pictures in grey, in CMYK, in 16 bits and in a wide colour space', async () => {
    const white = sharp({ create: { width: 32, height: 32, channels: 3, background: '#fff' } });
    const inputs = {
      grey: await white.clone().toColourspace('b-w').jpeg().toBuffer(),
      cmyk: await white.clone().toColourspace('cmyk').jpeg().toBuffer(),
      deep: await corners().toColourspace('rgb16').png().toBuffer(),
      wide: await corners().withIccProfile('p3').jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
    };
    const all = { white: ['white', 'white', 'white', 'white'], four: ['red', 'green', 'blue', 'white'] };
    expect((await sharp(inputs.cmyk).metadata()).space).to.equal('cmyk');
    expect((await sharp(inputs.deep).metadata()).depth).to.equal('ushort');
    expect((await sharp(inputs.wide).metadata()).icc).not.to.equal(undefined);
    expect(await cornersOf((await normalized(inputs.grey)).bytes)).to.deep.equal(all.white);
    expect(await cornersOf((await normalized(inputs.cmyk)).bytes)).to.deep.equal(all.white);
    expect(await cornersOf((await normalized(inputs.deep)).bytes)).to.deep.equal(all.four);
    expect(await cornersOf((await normalized(inputs.wide)).bytes)).to.deep.equal(all.four);
  });

  it('is white behind what is transparent', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const original = await sharp({ create: { width: 16, height: 16, channels: 4, background: clear } })
      .png()
      .toBuffer();
    expect(await cornersOf((await normalized(original)).bytes)).to.deep.equal(['white', 'white', 'white', 'white']);
  });

  it('fits into 4096 pixels and is not enlarged', async () => {
    const large = await sharp((await normalized(await plain(6000, 750).jpeg().toBuffer())).bytes).metadata();
    expect([large.width, large.height]).to.deep.equal([4096, 512]);
    const small = await sharp((await normalized(await plain(90, 40).jpeg().toBuffer())).bytes).metadata();
    expect([small.width, small.height]).to.deep.equal([90, 40]);
  });

  it('is decoded where its segments have bytes between them, of which a decoder only warns', async () => {
    const jpeg = await corners().jpeg().toBuffer();
    const firstSegment = 2 + 2 + jpeg.readUInt16BE(4);
    for (const between of ['00', '0000000000', 'ffff', 'ff00', 'ffd3', 'abcdef00'])
      for (const at of [2, firstSegment]) {
        const bytes = Buffer.concat([jpeg.subarray(0, at), Buffer.from(between, 'hex'), jpeg.subarray(at)]);
        const decoded = await normalized(bytes);
        expect(await cornersOf(decoded.bytes), `${between} at ${at}`).to.deep.equal(['red', 'green', 'blue', 'white']);
      }
  });

  it('loses data that is hidden behind or inside the picture', async () => {
    const page = Buffer.from('<script>alert(document.cookie)</script>');
    const jpeg = await corners().jpeg().toBuffer();
    const png = await corners().png().toBuffer();
    const comment = Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, page.length + 2]),
      page,
      jpeg.subarray(2),
    ]);
    for (const polyglot of [Buffer.concat([jpeg, page]), Buffer.concat([png, page]), comment]) {
      const { bytes } = await normalized(polyglot);
      expect(Buffer.from(bytes).includes('script')).to.equal(false);
      expect(await cornersOf(bytes)).to.deep.equal(['red', 'green', 'blue', 'white']);
    }
  });
});

describe('an uploaded image that is refused', function () {
  this.timeout(60_000);

  it('is a JPEG head with something else after it', async () => {
    const heads = ['ffd8ff', 'ffd8ffe000104a46494600010100000100010000', 'ffd8ffdb'];
    for (const head of heads) {
      const bytes = Buffer.concat([Buffer.from(head, 'hex'), Buffer.from('<html>no picture at all</html>'.repeat(50))]);
      expect(await refusal(bytes)).to.deep.equal(damaged);
    }
  });

  it('is a PNG or WebP head with something else after it', async () => {
    const page = '<html>no picture at all</html>'.repeat(50);
    expect(await refusal(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(page)]))).to.deep.equal(
      damaged,
    );
    expect(await refusal(Buffer.from(`RIFF\x24\0\0\0WEBP${page}`, 'latin1'))).to.deep.equal(damaged);
  });

  it('is truncated, in every format', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const whole = await noisy().toFormat(format).toBuffer();
      await normalized(whole);
      for (const part of [0.1, 0.5, 0.9]) {
        expect(await refusal(whole.subarray(0, whole.length * part)), `${part} of a ${format}`).to.deep.equal(damaged);
      }
    }
  });

  it('ends before its last scan is whole, whatever stands at its end', async () => {
    for (const progressive of [false, true]) {
      const whole = await noisy().jpeg({ progressive }).toBuffer();
      const stored = await normalized(whole);
      const { bytes } = await normalized(whole.subarray(0, -2));
      expect(Buffer.compare(bytes, stored.bytes), 'the same picture').to.equal(0);
      for (const cut of progressive ? [3, 10, 900] : [900, 5000])
        expect(await refusal(whole.subarray(0, -cut)), `${cut} bytes, ${progressive}`).to.deep.equal(damaged);
    }
  });

  it('has more than 25 megapixels, however few bytes it has', async () => {
    const most = await plain(5000, 5000).png({ compressionLevel: 1 }).toBuffer();
    expect((await normalized(most)).contentType).to.equal('image/jpeg');
    const bombs = [
      await plain(5200, 5001).png({ compressionLevel: 1 }).toBuffer(),
      await plain(5000, 5001).webp({ effort: 0 }).toBuffer(),
    ];
    for (const bomb of bombs) {
      expect(bomb.length).to.be.below(1_000_000);
      expect(await refusal(bomb)).to.deep.equal({
        _tag: 'TooLarge',
        part: 'document_front',
        message: 'The image has more than 25 megapixels.',
      });
    }
  });

  it('has a head that claims four thousand million pixels', async () => {
    const png = await plain(8, 8).png().toBuffer();
    png.writeUInt32BE(65_000, 16);
    png.writeUInt32BE(65_000, 20);
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    expect(await refusal(png)).to.deep.equal({
      _tag: 'TooLarge',
      part: 'document_front',
      message: 'The image has more than 25 megapixels.',
    });
  });

  it('is under 16 pixels wide or high, or would be once it is stored', async () => {
    const sizes = [
      [1, 1],
      [1, 200],
      [200, 15],
      [15, 65_000],
      [20_000, 70],
    ] as const;
    for (const [width, height] of sizes) {
      expect(await refusal(await plain(width, height).png().toBuffer()), `${width}x${height}`).to.deep.equal({
        _tag: 'UnsupportedMedia',
        part: 'document_front',
        message: 'The image is too small or too narrow: fit into 4096 pixels, it is under 16 wide or high.',
      });
    }
  });

  it('is not one of 16 pixels, nor one that is 16 pixels wide or high once it is stored', async () => {
    for (const [width, height] of [
      [16, 16],
      [4096, 16],
      [80, 20_000],
    ] as const) {
      const { bytes } = await normalized(await plain(width, height).png().toBuffer());
      const stored = await sharp(bytes).metadata();
      expect(Math.min(stored.width, stored.height)).to.equal(16);
    }
  });

  it('has 25 megapixels in a single column, and is not decompressed', async () => {
    const png = await plain(8, 8).png().toBuffer();
    png.writeUInt32BE(1, 16);
    png.writeUInt32BE(25_000_000, 20);
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    expect(await refusal(png)).to.have.property('_tag', 'UnsupportedMedia');
  });

  it('is an animation', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0'].map((background) =>
        sharp({ create: { width: 16, height: 16, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animation = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect(await refusal(animation)).to.deep.equal({
      _tag: 'UnsupportedMedia',
      part: 'document_front',
      message: 'The image is animated; send a single picture.',
    });
  });

  it('never makes the normalizer throw, whatever damage a file has', async () => {
    const whole = await corners().jpeg().toBuffer();
    const damage = fc.array(fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255) }), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const bytes = Uint8Array.from(whole);
        for (const { at, byte } of changes) bytes[at] = byte;
        const answer = await normalize(bytes)();
        const tag = answer._tag === 'Left' ? answer.left._tag : answer.right.contentType;
        expect(tag).to.be.oneOf(['image/jpeg', 'UnsupportedMedia', 'TooLarge']);
      }),
      { numRuns: runs(300, 30) },
    );
  });
});
