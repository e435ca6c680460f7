// What is done to every photo, each alone and then together. `mrz` is where the lines are, as a share of the height.
import { blurred, lit, narrowed, noisy, slanted, turned } from './raster.mjs';

const alone = (name, change) => ({ name, quality: 90, change: async (photo, random) => change(photo, random) });

const jpeg = (quality) => ({ ...alone(`JPEG quality ${quality}`, (photo) => photo), quality });

const glare = (name, light) => ({
  name,
  quality: 90,
  change: async (photo, _, mrz) => lit({ ...light, along: mrz + (light.above ?? 0) })(photo),
});

const together = (name, quality, ...changes) => ({
  name,
  quality,
  change: async (photo, random) => {
    let changed = photo;
    for (const change of changes) changed = await change(changed, random);
    return changed;
  },
});

const asTaken = alone('as taken', (photo) => photo);
const slopes = [2, -2, 5, -5, 10, -10, 20, -20].map((degrees) => alone(`sloped by ${degrees}°`, turned(degrees)));
const byHand = together('all of it, mildly', 70, slanted('upper', 0.06), turned(3), blurred(0.8), noisy(6));

/** Every one of them, mildest first within its kind. */
export const degradations = [
  asTaken,
  ...[90, 180, 270].map((degrees) => alone(`turned by ${degrees}°`, turned(degrees))),
  ...slopes,
  ...[0.1, 0.2, 0.3].map((share) => alone(`upper edge ${share * 100} % shorter`, slanted('upper', share))),
  ...[0.05, 0.1, 0.2, 0.3].map((share) => alone(`left edge ${share * 100} % shorter`, slanted('left', share))),
  ...[1, 1.5, 2, 3].map((sigma) => alone(`blur, sigma ${sigma}`, blurred(sigma))),
  glare('glare above the zone', { across: 0.4, above: -0.3, strength: 255, wide: 0.3, high: 0.15 }),
  glare('faint glare over the zone', { across: 0.5, strength: 70, wide: 0.35, high: 0.2 }),
  glare('glare over three characters', { across: 0.5, strength: 500, wide: 0.03, high: 0.03 }),
  glare('glare over half of the zone', { across: 0.4, strength: 500, wide: 0.3, high: 0.15 }),
  ...[10, 20, 40].map((deviation) => alone(`noise, deviation ${deviation}`, noisy(deviation))),
  ...[60, 30, 15, 8].map(jpeg),
  ...[1000, 700, 500, 400].map((width) => alone(`${width} pixels wide`, narrowed(width))),
  byHand,
  together('all of it, badly', 50, slanted('left', 0.1), turned(-8), blurred(1.4), noisy(12)),
];

const quickNames = [
  'as taken',
  'turned by 90°',
  'turned by 180°',
  'sloped by 10°',
  'upper edge 10 % shorter',
  'left edge 10 % shorter',
  'blur, sigma 1',
  'glare above the zone',
  'noise, deviation 10',
  'JPEG quality 30',
  '700 pixels wide',
  'all of it, mildly',
];

/** One or two of each kind. */
export const quickDegradations = degradations.filter(({ name }) => quickNames.includes(name));
