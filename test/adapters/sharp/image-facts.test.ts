import type { ImageFacts } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';
import { isFullEffort, someOf } from '../../support/effort.ts';
import { corners } from '../../support/images/images.ts';
import {
  cropped,
  measured,
  scanned,
  specimen,
  withLight,
  withMotion,
  withNoise,
} from '../../support/images/photographs.ts';

const documents = someOf(['td3-valid', 'td3-rotated', 'td1-valid-front', 'td1-valid-back'] as const, 2);

/** A specimen as a picture of fewer pixels, for what does not depend on their number. */
const small = (name: string, change: (photo: Sharp) => Sharp = (same) => same): Promise<Buffer> =>
  specimen(name, (photo) => change(photo.resize(1000)));

/** A specimen as it is where a full run measures it, and in a quick run of fewer pixels. */
const taken = isFullEffort ? specimen : small;

/** Answers one fact of each of these pictures, in their order. */
const factOfEach = async (
  fact: Exclude<keyof ImageFacts, 'width' | 'height'>,
  pictures: readonly Promise<Buffer>[],
) => {
  const facts = await Promise.all(pictures.map(async (picture) => measured(await picture)));
  return facts.map((image) => image[fact]);
};

const falling = (values: readonly number[]): boolean =>
  values.every((value, n) => n === 0 || value < (values[n - 1] ?? 0));
const rising = (values: readonly number[]): boolean => falling(values.toReversed());

describe('the image facts', function () {
  this.timeout(60_000);

  it('contain the size of the picture as it is kept: upright, and at most 4096 pixels', async () => {
    const held = await measured(await corners(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    expect([held.width, held.height]).to.deep.equal([300, 400]);
    const plain = sharp({ create: { width: 5000, height: 625, channels: 3, background: '#888' } });
    const large = await measured(await plain.jpeg().toBuffer());
    expect([large.width, large.height]).to.deep.equal([4096, 512]);
  });

  it('are rounded to thousandths', async () => {
    const {
      width: _,
      height: __,
      ...facts
    } = await measured(await withLight(await small('td3-valid'), { x: 0.5, y: 0.5, radius: 0.2, fades: true }));
    expect(Object.values(facts).filter((value) => !Number.isInteger(Number((value * 1000).toFixed(6))))).to.deep.equal(
      [],
    );
  });
});

describe('the sharpness of a picture', function () {
  this.timeout(60_000);

  for (const name of isFullEffort ? (['td3-valid', 'td1-valid-front'] as const) : (['td3-valid'] as const)) {
    it(`decreases the more ${name} is out of focus`, async () => {
      const blurs = someOf([1, 2, 3, 4.5, 7], 3).map((sigma) => taken(name, (photo) => photo.blur(sigma)));
      const values = await factOfEach('sharpness', [taken(name), ...blurs]);
      expect(falling(values), values.join(' ')).to.equal(true);
      expect(values[0]).to.be.above(0.5);
      expect(values.at(-1)).to.be.below(0.2);
    });

    for (const way of someOf(['across', 'down'] as const, 1)) {
      it(`decreases the more the camera moved ${way} over ${name}`, async () => {
        const values = await factOfEach(
          'sharpness',
          someOf([5, 11, 21], 2).map((pixels) => withMotion(name, pixels, way)),
        );
        expect(falling(values), values.join(' ')).to.equal(true);
        expect(values.at(-1)).to.be.below(0.26);
      });
    }
  }

  it('hardly changes with noise, with little contrast, in little light, in bad JPEG, and in another size', async () => {
    const [plain = 0, ...others] = await factOfEach('sharpness', [
      specimen('td3-valid'),
      withNoise('td3-valid', 30),
      specimen('td3-valid', (photo) => photo.linear(0.25, 150)),
      specimen('td3-valid', (photo) => photo.linear(0.25, 0)),
      sharp(await specimen('td3-valid'))
        .jpeg({ quality: 15 })
        .toBuffer(),
      ...someOf([700, 3200], 1).map((width) => specimen('td3-valid', (photo) => photo.resize(width))),
      scanned('td3-valid', 300),
    ]);
    expect(others.map((value) => Math.abs(value - plain) <= 0.06)).to.deep.equal(others.map(() => true));
  });

  it('does not increase with noise: what is blurred stays blurred', async () => {
    const [blurred = 0, noise = 1] = await factOfEach('sharpness', [
      specimen('td3-blurred'),
      withNoise('td3-blurred', 30),
    ]);
    expect(noise).to.be.below(blurred + 0.03);
  });

  it('is 0 on an empty picture', async () => {
    const plain = sharp({ create: { width: 800, height: 600, channels: 3, background: '#888' } });
    expect(await factOfEach('sharpness', [plain.jpeg().toBuffer()])).to.deep.equal([0]);
  });
});

describe('the brightness of a picture', function () {
  this.timeout(60_000);

  it('decreases in less light', async () => {
    const shares = someOf([1, 0.75, 0.5, 0.25, 0.1, 0.05], 4);
    const lights = shares.map((k) => small('td3-valid', (photo) => photo.linear(k, 0)));
    const values = await factOfEach('brightness', lights);
    expect(falling(values), values.join(' ')).to.equal(true);
  });

  it('is that of the paper, on a white desk and on a black one', async () => {
    const page = await scanned('td3-valid');
    const values = await factOfEach(
      'brightness',
      someOf(['#000000', '#808080', '#e0e0e0'], 2).map((background) =>
        sharp(page).extend({ left: 300, right: 300, top: 300, bottom: 300, background }).jpeg().toBuffer(),
      ),
    );
    expect(Math.max(...values) - Math.min(...values)).to.be.below(0.03);
  });
});

describe('the colour of a picture', function () {
  this.timeout(60_000);

  it('decreases the paler it is, and is 0 in black and white', async () => {
    const shares = someOf([1, 0.5, 0.25, 0.1], 3);
    const pale = shares.map((saturation) => small('td3-valid', (photo) => photo.modulate({ saturation })));
    const values = await factOfEach('colour', [...pale, small('td3-valid', (photo) => photo.greyscale())]);
    expect(falling(values), values.join(' ')).to.equal(true);
    expect(values.at(-1)).to.equal(0);
  });
});

describe('the glare on a picture', function () {
  this.timeout(60_000);
  const middle = { x: 0.5, y: 0.45 } as const;

  it('increases with the light that is reflected, and is about the share that it covers', async () => {
    const photo = await small('td3-valid');
    const radii = someOf([0.05, 0.08, 0.1, 0.13, 0.16], 3);
    const values = await factOfEach(
      'glare',
      radii.map((radius) => withLight(photo, { ...middle, radius, fades: false })),
    );
    expect(rising(values), values.join(' ')).to.equal(true);
    const covered = radii.map((radius) => (Math.PI * radius * radius * 1600) / 1200);
    expect(values.every((value, n) => value > 0.7 * (covered[n] ?? 0) && value < 1.1 * (covered[n] ?? 0))).to.equal(
      true,
    );
    const fading = await factOfEach(
      'glare',
      someOf([0.1, 0.15, 0.2, 0.25], 2).map((radius) => withLight(photo, { ...middle, radius, fades: true })),
    );
    expect(rising(fading), fading.join(' ')).to.equal(true);
  });

  it('does not count white paper: scans, strong light on all of a photo, and a page on white', async () => {
    const bright = ['td3-valid', 'td1-valid-front', 'td1-valid-back'].flatMap((name) =>
      someOf([2, 1.3, 1.1], 1).map((k) => small(name, (photo) => photo.linear(k, 0))),
    );
    const scans = [
      ...(isFullEffort ? [scanned('td3-valid')] : []),
      scanned('td3-valid', 60),
      scanned('td1-valid-back', 300),
    ];
    const values = await factOfEach('glare', [...documents.map((name) => specimen(name)), ...bright, ...scans]);
    expect(values).to.deep.equal(values.map(() => 0));
  });
});

describe('the cropped edges of a document', function () {
  this.timeout(60_000);

  it('are those that lines of print cross', async () => {
    const photo = await small('td3-valid');
    const back = await small('td1-valid-back');
    const values = await factOfEach('cutEdges', [
      cropped(photo, { left: 0.12 }),
      cropped(photo, { right: 0.12 }),
      cropped(photo, { left: 0.15, right: 0.15 }),
      cropped(back, { left: 0.2 }),
      cropped(back, { right: 0.3 }),
      cropped(await small('td3-rotated'), { right: 0.2 }),
    ]);
    expect(values).to.deep.equal([1, 1, 2, 1, 1, 1]);
  });

  it('are found also where the photo is rotated by 90 or 180 degrees', async () => {
    const cut = await cropped(await small('td3-valid'), { left: 0.12 });
    const values = await factOfEach(
      'cutEdges',
      someOf([90, 270, 180], 2).map((degrees) => sharp(cut).rotate(degrees).jpeg().toBuffer()),
    );
    expect(values).to.deep.equal(values.map(() => 1));
  });

  it('are none where the page is whole, or fills the picture, or lacks only an area without print', async () => {
    const photo = await small('td3-valid');
    const whole = [
      ...documents.map((name) => specimen(name)),
      ...someOf(documents, 2).map((name) => small(name, (each) => each.rotate(90))),
      ...(isFullEffort ? [scanned('td3-valid')] : []),
      scanned('td1-valid-back'),
      scanned('td3-valid', 300),
      specimen('not-a-document'),
    ];
    const rims = [{ left: 0.05 }, { right: 0.05 }, { top: 0.07 }, { bottom: 0.08 }].map((sides) =>
      cropped(photo, sides),
    );
    const values = await factOfEach('cutEdges', [...whole, ...rims]);
    expect(values).to.deep.equal(values.map(() => 0));
  });
});
