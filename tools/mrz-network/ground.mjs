// Draws the ground of a line, and what lies over it: the paper and its light, guilloches, pen strokes, overprints,
// glare.
import { inkAt, mask } from './glyphs.mjs';

/** Smooth noise from -1 to 1: random values on a grid of the given size, interpolated. */
export const smoothNoise = (random, width, height, size) => {
  const columns = Math.ceil(width / size) + 2;
  const grid = Float32Array.from({ length: columns * (Math.ceil(height / size) + 2) }, () => random() * 2 - 1);
  return (x, y) => {
    const u = x / size;
    const v = y / size;
    const left = Math.floor(u);
    const at = Math.floor(v) * columns + left;
    const upper = grid[at] + (grid[at + 1] - grid[at]) * (u - left);
    const lower = grid[at + columns] + (grid[at + columns + 1] - grid[at + columns]) * (u - left);
    return upper + (lower - upper) * (v - Math.floor(v));
  };
};

/** Light between two levels of a thing `inside` pixels from its edge, as soft as the picture is. */
const covered = (inside, softness) => Math.max(0, Math.min(1, inside / softness + 0.5));

/** Equally spaced lines, straight or wavy, mostly faint. */
const guilloche = ({ between, random, pitch, sigma }) => {
  const angle = random() < 0.5 ? between(-0.3, 0.3) : random() * Math.PI;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const space = pitch * (0.15 + 0.9 * random() * random());
  const amplitude = random() < 0.3 ? 0 : space * 2.5 * random();
  const wave = (2 * Math.PI) / (pitch * between(1, 8));
  const phase = random() * 2 * Math.PI;
  const share = between(0.15, 0.6);
  const seen = Math.exp((-12 * sigma * sigma) / (space * space));
  const strength = seen * (random() < 0.8 ? 0.2 * random() : 0.42 * random());
  return (x, y) => {
    const along = x * cos + y * sin;
    const line = (y * cos - x * sin + amplitude * Math.sin(along * wave + phase)) / space;
    return 1 - strength * covered(share - Math.abs(line - Math.floor(line) - 0.5) * 2, 0.25);
  };
};

const penStroke = ({ between, random, pitch, sigma, width }) => {
  const angle = random() * Math.PI;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const at = random() < 0.5 ? between(-pitch, pitch) : between(-width / 2, width / 2);
  const thick = pitch * between(0.02, 0.12);
  const strength = between(0.1, 0.8);
  return (x, y) => 1 - strength * covered(thick - Math.abs(y * cos - x * sin - at), sigma + 0.3);
};

/** A large faint character across the line, as of the word SPECIMEN. */
const overprint = ({ between, random, masks, pitch, width }) => {
  const glyph = masks[Math.floor(random() * masks.length)];
  const at = between(-0.4, 0.4) * width;
  const turn = between(-0.6, 0.6);
  const strength = between(0.05, 0.4);
  const scale = mask.pitch / (pitch * between(2, 6));
  const cos = Math.cos(turn) * scale;
  const sin = Math.sin(turn) * scale;
  return (x, y) =>
    1 - strength * inkAt(glyph, mask.width / 2 + (x - at) * cos + y * sin, mask.height / 2 + y * cos - (x - at) * sin);
};

const glare = ({ between, random, pitch, width }) => {
  const x0 = (random() - 0.5) * width;
  const y0 = between(-1, 1) * pitch;
  const wide = pitch * between(1, 6);
  const high = pitch * between(0.5, 3);
  const strength = between(40, 260);
  return (x, y) => strength * Math.max(0, 1 - ((x - x0) / wide) ** 2 - ((y - y0) / high) ** 2);
};

const some = (count, make) => Array.from({ length: count }, make);

/**
 * The level of the ground without ink and the light that is added at last, both at a distance from the middle of the
 * picture, in pixels.
 */
export const drawGround = (scene) => {
  const { between, height, pitch, random, width } = scene;
  const paper = between(130, 255);
  const fallX = (between(-0.25, 0.25) * random()) / width;
  const fallY = (between(-0.2, 0.2) * random()) / height;
  const blotches = smoothNoise(random, width, height, pitch * between(0.5, 4));
  const blotched = 0.15 * random() * random();
  const over = [
    ...some(Math.floor(random() * 4), () => guilloche(scene)),
    ...some(random() < 0.15 ? 1 + Math.floor(random() * 3) : 0, () => penStroke(scene)),
    ...some(random() < 0.12 ? 1 : 0, () => overprint(scene)),
  ];
  const light = some(random() < 0.12 ? 1 : 0, () => glare(scene));
  return {
    levelAt: (x, y) => {
      let level = paper * (1 + fallX * x + fallY * y + blotched * blotches(x + width / 2, y + height / 2));
      for (const one of over) level *= one(x, y);
      return level;
    },
    lightAt: (x, y) => light.reduce((sum, one) => sum + one(x, y), 0),
  };
};
