import { expect } from 'chai';
import { isFullEffort } from '../../support/effort.ts';
import { drawn, hostilePictures, plain } from '../../support/images/hostile-pictures.ts';
import { largestNoise } from '../../support/images/images.ts';
import { measured } from '../../support/images/photographs.ts';

/** Pictures that an upload may contain, each drawn to be expensive for one of the measurements. */
const pictures: Readonly<Record<string, () => Promise<Buffer>>> = {
  'the least there is': () => plain(16, 16),
  'a column of 16 pixels': () => plain(16, 4096),
  'a row of 16 pixels': () => plain(4096, 16),
  'a strip just as high as a tile': () => drawn(4096, 256, (x, y) => ((x * 7 + y * 13) % 5) * 60),
  'one colour of 25 megapixels': () => plain(5000, 5000),
  'noise of 17 megapixels': largestNoise,
  'white with a black dot in every cell': () => drawn(1000, 1000, (x, y) => (x % 9 === 0 && y % 9 === 0 ? 0 : 255)),
  'white spots on light paper': () => drawn(1000, 1000, (x, y) => (x % 50 < 46 && y % 50 < 46 ? 255 : 220)),
  'a white maze': () => drawn(1000, 1000, (x, y) => (y % 64 < 56 || (x < 60 && y % 128 < 64) ? 255 : 200)),
  ...Object.fromEntries(Object.entries(hostilePictures).filter(([name]) => name !== 'noise of 25 megapixels')),
};

/**
 * Left to a full run: the contract of the normalizer has the largest noise measured as well, and the others have as
 * much work for each step as a picture that stays.
 */
const leftToFull = ['noise of 17 megapixels', 'all black', 'a checkerboard of squares', 'nothing but bars'];

describe('pictures that are expensive to measure', function () {
  this.timeout(60_000);

  const tried = Object.entries(pictures).filter(([name]) => isFullEffort || !leftToFull.includes(name));
  for (const [name, draw] of tried) {
    it(`are measured in the usual time: ${name}`, async () => {
      const { width, height, cutEdges, ...levels } = await measured(await draw());
      expect(Math.max(width, height)).to.be.at.most(4096);
      expect(cutEdges).to.be.oneOf([0, 1, 2, 3, 4]);
      expect(Object.entries(levels).filter(([, level]) => !(level >= 0 && level <= 1))).to.deep.equal([]);
    });
  }
});
