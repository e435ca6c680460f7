import { expect } from 'chai';
import sharp from 'sharp';
import { type Encode, encodeWithin } from '#verify/capture/encode';
import type { Size } from '#verify/capture/frame';
import { photoOf } from '../../../support/images/specimens.ts';

const source = { width: 1200, height: 800 };

/** Makes real JPEGs of a specimen, as a canvas does. */
const encode: Encode = async (size, quality) => {
  const bytes = await sharp(photoOf('td3-valid').bytes)
    .resize({ ...size, fit: 'fill' })
    .jpeg({ quality: Math.round(quality * 100) })
    .toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
};

const sizeOf = async (photo: Blob | null): Promise<Size> => {
  const { height, width } = await sharp(new Uint8Array((await photo?.arrayBuffer()) ?? new ArrayBuffer(0))).metadata();
  return { width, height };
};

const roomy = { maxBytes: 10_000_000, maxPixels: 25_000_000 };

describe('a picture that is encoded within limits', () => {
  it('keeps its size and has the best quality where it fits', async () => {
    const photo = await encodeWithin(source, roomy, encode);
    expect(photo?.size).to.equal((await encode(source, 0.92))?.size);
    expect(await sizeOf(photo)).to.deep.equal(source);
  });

  it('is of less quality before it is drawn smaller', async () => {
    const maxBytes = (await encode(source, 0.7))?.size ?? 0;
    const photo = await encodeWithin(source, { ...roomy, maxBytes }, encode);
    expect([photo?.size, await sizeOf(photo)]).to.deep.equal([maxBytes, source]);
  });

  it('is drawn smaller where it has too many pixels, in the same proportions', async () => {
    const { height, width } = await sizeOf(await encodeWithin(source, { ...roomy, maxPixels: 500_000 }, encode));
    expect(width * height).to.be.within(490_000, 500_000);
    expect(width / height).to.be.closeTo(1.5, 0.01);
  });

  it('is drawn smaller where no quality has few enough bytes', async () => {
    const maxBytes = Math.floor(((await encode(source, 0.7))?.size ?? 0) / 2);
    const photo = await encodeWithin(source, { ...roomy, maxBytes }, encode);
    expect(photo?.size).to.be.within(1, maxBytes);
    expect((await sizeOf(photo)).width).to.be.within(400, 1199);
  });

  it('is none where nothing that can be read fits, or nothing can be drawn', async () => {
    expect(await encodeWithin(source, { ...roomy, maxBytes: 100 }, encode)).to.equal(null);
    expect(await encodeWithin(source, roomy, () => Promise.resolve(null))).to.equal(null);
  });
});
