import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';
import { frameOf } from '#verify/capture/frame';
import { glareOf } from '#verify/capture/glare';
import { greyOf, type Pixels } from '#verify/capture/grey';
import { type Hint, hintFor, measure, type Sample } from '#verify/capture/guidance';
import { photoOf } from '../../../support/images/specimens.ts';

const size = { width: 320, height: 216 };

const pixelsOf = async (picture: Sharp): Promise<Pixels> => {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/** The whole picture, with a table around what is inside of the frame. */
const wholeSize = { width: 382, height: 270 };
const around = { left: 31, top: 27 };

/** What the camera shows where this is inside of the frame, and nothing around it. */
const sampleOf = async (inside: Sharp): Promise<Sample> => {
  const shown = sharp({ create: { ...wholeSize, channels: 3, background: '#5a5a5a' } });
  const whole = shown.composite([{ input: await inside.png().toBuffer(), ...around }]);
  return { inside: await pixelsOf(inside), whole: await smaller(whole) };
};

const smaller = async (whole: Sharp): Promise<Pixels> =>
  pixelsOf(sharp(await whole.png().toBuffer()).resize({ width: size.width }));

/** What the camera shows of a document of this size, at this place of the whole picture. */
const sampleOfDocument = async (
  [width, height]: readonly [number, number],
  [left, top]: readonly [number, number],
  table = sharp({ create: { ...wholeSize, channels: 3, background: '#5a5a5a' } }),
): Promise<Sample> => {
  const paper = sharp(photoOf('td3-valid').bytes).resize({ width, height, fit: 'fill' });
  const x = Math.max(0, -left);
  const y = Math.max(0, -top);
  const visible = {
    left: x,
    top: y,
    width: Math.min(width - x, wholeSize.width - left - x),
    height: Math.min(height - y, wholeSize.height - top - y),
  };
  const input = await sharp(await paper.png().toBuffer())
    .extract(visible)
    .png()
    .toBuffer();
  const whole = await table
    .composite([{ input, left: left + x, top: top + y }])
    .png()
    .toBuffer();
  const inside = sharp(whole).extract({ ...around, ...size });
  return { inside: await pixelsOf(inside), whole: await smaller(sharp(whole)) };
};

/** What an upright camera shows of a document of this width, around this middle of the picture (shares of its size). */
const uprightSampleOf = async (width: number, [x, y] = [0.5, 0.5]): Promise<Sample> => {
  const upright = { width: 360, height: 640 };
  const height = Math.round(width / 1.4);
  const left = Math.round(upright.width * x - width / 2);
  const top = Math.round(upright.height * y - height / 2);
  const paper = await sharp(photoOf('td3-valid').bytes).resize({ width, height, fit: 'fill' }).png().toBuffer();
  const cut = { left: Math.max(0, -left), top: Math.max(0, -top) };
  const visible = {
    width: Math.min(width - cut.left, upright.width - Math.max(0, left)),
    height: Math.min(height - cut.top, upright.height - Math.max(0, top)),
  };
  const input = await sharp(paper)
    .extract({ ...cut, ...visible })
    .toBuffer();
  const whole = await sharp({ create: { ...upright, channels: 3, background: '#5a5a5a' } })
    .composite([{ input, left: Math.max(0, left), top: Math.max(0, top) }])
    .png()
    .toBuffer();
  const frame = frameOf(upright);
  const inside = await sharp(whole)
    .extract({
      left: Math.round(frame.left),
      top: Math.round(frame.top),
      width: Math.round(frame.width),
      height: Math.round(frame.height),
    })
    .toBuffer();
  return { inside: await smaller(sharp(inside)), whole: await smaller(sharp(whole)) };
};

/** A table with a keyboard at its upper edge. */
const withKeyboard = async (): Promise<Sharp> => {
  const keys = Array.from({ length: 19 }, (_, i) => `<rect x="${i * 20 + 2}" y="0" width="16" height="12"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${wholeSize.width}" height="12">${keys.join('')}</svg>`;
  const table = sharp({ create: { ...wholeSize, channels: 3, background: '#5a5a5a' } });
  return sharp(
    await table
      .composite([{ input: Buffer.from(svg), left: 0, top: 0 }])
      .png()
      .toBuffer(),
  );
};

/** A cloth that has a pattern over all of the picture. */
const checkedCloth = (): Sharp => {
  const checks =
    '<pattern id="c" width="12" height="12" patternUnits="userSpaceOnUse"><rect width="6" height="12"/></pattern>';
  const { height, width } = wholeSize;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" ` +
    `fill="#aaa"/>${checks}<rect width="100%" height="100%" fill="url(#c)"/></svg>`;
  return sharp(Buffer.from(svg));
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
  const width = Math.round(size.width * share);
  const height = Math.round(size.height * share);
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
      expect(hintFor(measure(await sampleOf(await picture())))).to.equal(hint);
    });

  const papers: readonly (readonly [what: string, hint: Hint, sample: () => Promise<Sample>])[] = [
    ['a document that is cut off at the left', 'cut', () => sampleOfDocument([300, 210], [-50, 30])],
    ['a document that is cut off at the right', 'cut', () => sampleOfDocument([300, 210], [130, 30])],
    ['a document that is cut off at the top', 'cut', () => sampleOfDocument([300, 210], [40, -40])],
    ['a document that is cut off at the bottom', 'cut', () => sampleOfDocument([300, 210], [40, 100])],
    ['a document that is cut off at a corner', 'cut', () => sampleOfDocument([300, 210], [130, 100])],
    ['a document that is larger than the frame', 'good', () => sampleOfDocument([350, 245], [16, 12])],
    ['a document before a keyboard', 'good', async () => sampleOfDocument([300, 200], [40, 40], await withKeyboard())],
    ['a document on a checked cloth', 'good', () => sampleOfDocument([330, 225], [26, 22], checkedCloth())],
    ['an upright picture of a document in the frame', 'good', () => uprightSampleOf(300)],
    ['an upright picture of a document somewhat larger than the frame', 'good', () => uprightSampleOf(335)],
    ['an upright picture of a document far away', 'far', () => uprightSampleOf(150)],
    ['an upright picture of a document outside of the frame', 'empty', () => uprightSampleOf(250, [0.5, 0.85])],
    ['an upright picture of a document cut off at the right', 'cut', () => uprightSampleOf(300, [0.75, 0.5])],
    ['an upright picture of a document whose edges are cut off', 'cut', () => uprightSampleOf(385)],
    ['an upright picture of a document cut off left and right', 'cut', () => uprightSampleOf(560)],
    ['an upright picture of a document of twice its width', 'cut', () => uprightSampleOf(690)],
    ['a document cut off left and right', 'cut', () => sampleOfDocument([440, 190], [-29, 40])],
  ];
  for (const [what, hint, sample] of papers)
    it(`says ${hint} of ${what}`, async () => {
      expect(hintFor(measure(await sample()))).to.equal(hint);
    });

  it('takes white paper for no reflection, and counts the largest patch alone', async () => {
    expect(glareOf(greyOf(await pixelsOf(flat(255))))).to.equal(0);
    const grey = greyOf(await pixelsOf(await withSpot(24)));
    expect(glareOf(grey)).to.be.closeTo((Math.PI * 24 ** 2) / (size.width * size.height), 0.003);
  });
});
