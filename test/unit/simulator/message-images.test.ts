import { simulatorKeys } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import fc from 'fast-check';
import sharp from 'sharp';
import { askModel, bodyOf, simulatorForTests } from '../../support/clients/vendor-calls.ts';
import { runs } from '../../support/effort.ts';

const plain = (width = 8, height = 8) => sharp({ create: { width, height, channels: 3, background: '#888' } });
const types = ['jpeg', 'png', 'gif', 'webp'] as const;
type Type = (typeof types)[number];
const drawn = (type: Type, image = plain()): Promise<Buffer> => image.toFormat(type).toBuffer();

const sourced = (source: object) => ({
  model: simulatorKeys.model,
  max_tokens: 100,
  messages: [{ role: 'user', content: [{ type: 'image', source }] }],
});

describe('images in the messages of the vendor simulator', function () {
  this.timeout(60_000);
  const { running } = simulatorForTests();
  /** Answers `null` for an accepted picture, and its fault otherwise. */
  const faultOf = async (source: object): Promise<string | null> => {
    const reply = await askModel(running().url, sourced(source));
    const { error } = bodyOf(reply);
    if (reply.status === 200) return null;
    expect(error).to.include({ type: 'invalid_request_error' });
    return String(Reflect.get(Object(error), 'message'));
  };
  const faultIn = (data: string, type: string = 'image/jpeg') => faultOf({ type: 'base64', media_type: type, data });
  const place = 'messages.0.content.0.image.source';

  it('are accepted in four types, when the declared type is true', async () => {
    for (const real of types) {
      const data = (await drawn(real)).toString('base64');
      for (const said of types) {
        const mismatch = `${place}.base64.data: Image does not match the provided media type image/${said}`;
        expect(await faultIn(data, `image/${said}`), `${real} as ${said}`).to.equal(real === said ? null : mismatch);
      }
    }
  });

  it('are accepted up to 8000 pixels a side, in each of the types', async () => {
    const tooLong = `${place}.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels`;
    for (const type of types) {
      const sized = async (width: number, height: number) =>
        faultIn((await drawn(type, plain(width, height))).toString('base64'), `image/${type}`);
      expect([await sized(8000, 8), await sized(8, 8000)], type).to.deep.equal([null, null]);
      expect([await sized(8001, 8), await sized(8, 8001)], type).to.deep.equal([tooLong, tooLong]);
    }
  });

  it('are measured in lossless WebP and WebP with transparency, too', async () => {
    const canvas = (width: number) =>
      sharp({ create: { width, height: 8, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } } });
    for (const options of [{ lossless: true }, { quality: 50, alphaQuality: 50 }]) {
      const fault = async (width: number) =>
        faultIn((await canvas(width).webp(options).toBuffer()).toString('base64'), 'image/webp');
      expect([await fault(8000), (await fault(8001)) === null]).to.deep.equal([null, false]);
    }
  });

  it('are accepted up to 5,242,880 characters of base64', async () => {
    const jpeg = await drawn('jpeg');
    const padded = (characters: number) =>
      Buffer.concat([jpeg, Buffer.alloc((characters / 4) * 3 - jpeg.length)]).toString('base64');
    expect(await faultIn(padded(5_242_880))).to.equal(null);
    expect(await faultIn(padded(5_242_884))).to.equal(
      `${place}.base64: image exceeds 5 MB maximum: 5242884 bytes > 5242880 bytes`,
    );
  });

  it('are refused when they are no images, or truncated', async () => {
    const head = (await drawn('jpeg')).subarray(0, 20).toString('base64');
    for (const data of [head, Buffer.from('%PDF-1.7').toString('base64')]) {
      expect(await faultIn(data)).to.equal(`${place}.base64.data: Could not process image`);
    }
    for (const data of ['a', 'abc', 'ab==cd==', '/9j/ä===']) {
      expect(await faultIn(data), data).to.equal(`${place}.base64.data: Invalid base64 data`);
    }
    expect(await faultIn('')).to.equal(`${place}.base64.data: Field required`);
  });

  it('are accepted inline only', async () => {
    const inline = `${place}: only base64 sources are played here`;
    expect(await faultOf({ type: 'url', url: 'https://example.com/a.jpg' })).to.equal(inline);
    expect(await faultOf({ type: 'base64', media_type: 'image/heic', data: 'aaaa' })).to.equal(
      `${place}.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`,
    );
    expect(await faultOf({ type: 'base64', media_type: 'image/jpeg', data: 'aaaa', url: 'a' })).to.equal(
      `${place}.url: Extra inputs are not permitted`,
    );
  });

  it('are refused in a request of more than 32 MB', async () => {
    const data = (await drawn('jpeg')).toString('base64');
    const body = sourced({ type: 'base64', media_type: 'image/jpeg', data });
    const sized = (bytes: number) => {
      const empty = JSON.stringify({ ...body, system: '' }).length;
      return JSON.stringify({ ...body, system: 'a'.repeat(bytes - empty) });
    };
    const limit = 32 * 1024 * 1024;
    expect((await askModel(running().url, sized(limit))).status).to.equal(200);
    const reply = await askModel(running().url, sized(limit + 1));
    expect([reply.status, bodyOf(reply)['error']]).to.deep.equal([
      413,
      { type: 'invalid_request_error', message: 'Request exceeds the maximum size' },
    ]);
  });

  it('are accepted or refused, without a crash, with random bytes after a valid beginning', async () => {
    const whole = await Promise.all(types.map((type) => drawn(type)));
    const spoiled = fc
      .tuple(fc.constantFrom(...whole), fc.nat(), fc.uint8Array({ maxLength: 12 }), fc.boolean())
      .map(([image, n, other, isCut]) => {
        const at = 3 + (n % (image.length - 3));
        return Buffer.concat([
          image.subarray(0, at),
          other,
          isCut ? Buffer.alloc(0) : image.subarray(at + other.length),
        ]);
      });
    const property = fc.asyncProperty(spoiled, fc.constantFrom(...types), async (bytes, type) => {
      const source = { type: 'base64', media_type: `image/${type}`, data: bytes.toString('base64') };
      expect((await askModel(running().url, sourced(source))).status).to.be.oneOf([200, 400]);
    });
    await fc.assert(property, { numRuns: runs(300) });
  });
});
