// What differs between three stills of one moment: the hand moves, noise is another one, a reflection wanders.
// `mrz` is where the lines are, as a share of the height.
import { blurred, lit, moved, narrowed, noisy, slanted, turned } from './raster.mjs';

const between = (random, least, most) => least + random() * (most - least);

/** A hand that holds still as well as it can. */
const inHand = (photo, random) => {
  const edge = random() < 0.5 ? 'upper' : 'left';
  return slanted(edge, between(random, 0, 0.04))(photo);
};

const slightlyTurned = (photo, random) => turned(between(random, -1.5, 1.5))(photo);

/** A hand that moves while the picture is taken, by at most so many pixels in any direction. */
const shaken = (pixels) => (photo, random) => moved(between(random, 0, pixels), between(random, 0, Math.PI))(photo);

/** Reflections as wide as so many characters, each anywhere over the MRZ. */
const reflections = (count, characters) => (photo, random, mrz) => {
  const size = characters * 0.01;
  let changed = photo;
  for (let n = 0; n < count; n += 1) {
    const across = between(random, 0.08, 0.92);
    const along = mrz + between(random, -0.04, 0.04);
    changed = lit({ across, along, strength: 500, wide: size, high: size })(changed);
  }
  return changed;
};

const situation = (name, quality, ...changes) => ({
  name,
  quality,
  change: async (photo, random, mrz) => {
    let changed = photo;
    for (const change of [inHand, slightlyTurned, ...changes]) changed = await change(changed, random, mrz);
    return changed;
  },
});

/** The reflections come before the hand, which turns the photo. */
const reflecting = (name, count, characters) => {
  const { change, ...rest } = situation(name, 90);
  const shine = reflections(count, characters);
  return { ...rest, change: async (photo, random, mrz) => change(shine(photo, random, mrz), random, mrz) };
};

export const situations = [
  situation('in the hand', 90),
  situation('moved by up to 15 pixels', 90, shaken(15)),
  situation('moved by up to 30 pixels', 90, shaken(30)),
  situation('out of focus (sigma 5), noise 10', 90, blurred(5), noisy(10)),
  situation('out of focus (sigma 6), noise 10', 90, blurred(6), noisy(10)),
  situation('400 pixels wide, noise 25', 80, narrowed(400), noisy(25)),
  situation('300 pixels wide, noise 10', 80, narrowed(300), noisy(10)),
  situation('350 pixels wide, soft, noise 12, JPEG 40', 40, blurred(1.5), narrowed(350), noisy(12)),
  reflecting('one reflection of two characters', 1, 2),
  reflecting('one reflection of three characters', 1, 3),
  reflecting('two reflections of two characters', 2, 2),
  reflecting('two reflections of three characters', 2, 3),
];
