import { glareOf, greyOf, type Hint, hintFor, measure, type Pixels } from '@portcullis/verify/capture';
import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';
import { photoOf } from '../../../support/images/specimens.ts';

const size = { width: 320, height: 216 };

const pixelsOf = async (picture: Sharp): Promise<Pixels> => {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/** What the camera sees inside of the frame: a photo of a specimen. */
const photo = (): Sharp => sharp(photoOf('td3-valid').bytes).resize({ ...size, fit: 'fill' });

const flat = (shade: number): Sharp =>
  sharp({ create: { ...size, channels: 3, background: { r: shade, g: shade, b: shade } } });

const spot = (radius: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">` +
      `<circle cx="160" cy="120" r="${radius}" fill="#fff"/></svg>`,
  );

const onTable = async (share: number): Promise<Sharp> => {
  const [width, height] = [Math.round(size.width * share), Math.round(size.height * share)];
  const small = await sharp(photoOf('td3-valid').bytes).resize({ width, height, fit: 'fill' }).png().toBuffer();
  return sharp(
    await flat(90)
      .composite([{ input: small }])
      .png()
      .toBuffer(),
  );
};

const darker = async (factor: number): Promise<Sharp> => sharp(await photo().linear(factor, 0).png().toBuffer());
/** With more contrast, as of black print on white paper in bright light. */
const brighter = (): Sharp => photo().linear(1.6, -100);
const withSpot = async (radius: number): Promise<Sharp> =>
  sharp(
    await (await darker(0.7))
      .composite([{ input: spot(radius) }])
      .png()
      .toBuffer(),
  );

const cases: readonly (readonly [what: string, hint: Hint, picture: () => Sharp | Promise<Sharp>])[] = [
  ['a sharp photo', 'good', photo],
  ['a photo out of focus', 'blurry', async () => sharp(await photo().blur(4).png().toBuffer())],
  ['a bright photo somewhat out of focus', 'blurry', async () => sharp(await brighter().blur(1.2).png().toBuffer())],
  ['a sharp photo in dim light', 'good', () => darker(0.35)],
  ['a photo in the dark', 'dark', () => darker(0.15)],
  ['an empty table', 'empty', () => flat(120)],
  ['a lamp', 'bright', () => flat(254)],
  ['a document far away', 'far', () => onTable(0.5)],
  ['a document in a corner of the picture', 'far', () => onTable(0.2)],
  ['a document with a reflection', 'glare', () => withSpot(24)],
];

describe('the guidance at the camera', () => {
  for (const [what, hint, picture] of cases)
    it(`says ${hint} of ${what}`, async () => {
      expect(hintFor(measure(await pixelsOf(await picture())))).to.equal(hint);
    });

  it('takes white paper for no reflection, and counts the largest patch alone', async () => {
    expect(glareOf(greyOf(await pixelsOf(flat(255))))).to.equal(0);
    const grey = greyOf(await pixelsOf(await withSpot(24)));
    expect(glareOf(grey)).to.be.closeTo((Math.PI * 24 ** 2) / (size.width * size.height), 0.003);
  });
});
