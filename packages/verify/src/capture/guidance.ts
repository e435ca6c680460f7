import { sidesRunOver } from './cut.ts';
import { type Fill, fillOf } from './fill.ts';
import { glareOf } from './glare.ts';
import { greyOf, meanOf, type Pixels } from './grey.ts';
import { sharpnessOf } from './sharpness.ts';

/** The measurements of one picture of the camera. */
export type Measurement = {
  /** The variance of the Laplacian. */
  readonly sharpness: number;
  /** The mean brightness, 0 to 255. */
  readonly light: number;
  /** The share of the largest reflection, 0 to 1. */
  readonly glare: number;
  readonly fill: Fill;
  /** Over how many sides of the picture something runs, 0 to 4. */
  readonly cutSides: number;
};

/** The camera's picture: the part inside the frame of the page, and all of it. Both are about 320 pixels in width. */
export type Sample = { readonly inside: Pixels; readonly whole: Pixels };

/** The fault of a picture, or `good`. */
export type Hint = 'dark' | 'bright' | 'empty' | 'cut' | 'glare' | 'far' | 'blurry' | 'good';

/**
 * The sharpness is one for a brightness of 1, as it grows with the square of the light: of eleven specimens, all in
 * focus had 0.05 and more, and the unreadable ones less than 0.006, in dim and in bright light.
 */
const limits = {
  dark: 45,
  bright: 245,
  cells: 0.05,
  glare: 0.006,
  box: 0.4,
  sharpness: 0.012,
};

export const measure = ({ inside, whole }: Sample): Measurement => {
  const grey = greyOf(inside);
  return {
    sharpness: sharpnessOf(grey),
    light: meanOf(grey),
    glare: glareOf(grey),
    fill: fillOf(grey),
    cutSides: sidesRunOver(greyOf(whole)),
  };
};

/** A thing that runs over all four sides is a cloth with a pattern, or so near that nobody has to be told. */
const isCutOff = (cutSides: number): boolean => cutSides > 0 && cutSides < 4;

/** The one thing to mend first. */
export const hintFor = ({ cutSides, fill, glare, light, sharpness }: Measurement): Hint => {
  if (light < limits.dark) return 'dark';
  if (light > limits.bright) return 'bright';
  if (fill.cells < limits.cells) return 'empty';
  if (isCutOff(cutSides)) return 'cut';
  if (glare > limits.glare) return 'glare';
  if (fill.box < limits.box) return 'far';
  return sharpness < limits.sharpness * light ** 2 ? 'blurry' : 'good';
};
