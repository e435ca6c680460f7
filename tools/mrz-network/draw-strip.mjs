// A part of a line of a machine-readable zone as cameras see it: printed on some ground, photographed, and straightened
// with the mistakes that the reader makes as well.
import { networkAlphabet } from '../../packages/adapters/local-reader/dist/network/decode-line.js';
import { framePixels, pitchPixels, stripHeight } from '../../packages/adapters/local-reader/dist/network/strip.js';
import { blurs, inkAt, mask } from './glyphs.mjs';
import { drawGround, smoothNoise } from './ground.mjs';
import { compress } from './jpeg.mjs';

/** How many pitches a strip shows, and its width in pixels. */
const shownPitches = 14;
export const stripWidth = shownPitches * pitchPixels;

/** The labels of a frame beside those of the characters: between two of them, and where it does not matter. */
export const ground = networkAlphabet.length;
const ignored = -1;

/** More characters than are shown are drawn, because the strip may be cut from the photo anywhere. */
const drawnPitches = shownPitches + 3;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';

/** Characters of any kind; a name; a number; or a run of fillers between others. */
const drawText = (random, count) => {
  const among = (set) => set[Math.floor(random() * set.length)];
  const text = (draw) => Array.from({ length: count }, (_, i) => draw(i));
  const kind = random();
  if (kind < 0.35) return text(() => among(networkAlphabet));
  if (kind < 0.55) return text(() => (random() < 0.2 ? '<' : among(letters)));
  if (kind < 0.82) {
    const share = random();
    return text(() => (random() < 0.06 ? '<' : among(random() < share ? letters : digits)));
  }
  const from = Math.floor(random() * count);
  const to = from + Math.floor(random() * count);
  return text((i) => (i >= from && i <= to ? '<' : among(random() < 0.5 ? letters : digits)));
};

const indicesOf = (text) => text.map((char) => networkAlphabet.indexOf(char));

/** The characters of the line that are there: in some strips it begins or ends, and a few show none. */
const drawExtent = (random) => {
  const kind = random();
  if (kind < 0.02) return { from: 0, to: 0 };
  const inset = 2 + Math.floor(random() * 9);
  return { from: kind < 0.23 ? inset : 0, to: kind > 0.78 ? drawnPitches - inset : drawnPitches };
};

/** The line itself and where its characters are, in pitches along it, and in capitals across it. */
const drawLine = (random, between) => {
  const jitter = between(0, 0.05);
  return {
    rows: [0, 1, 2].map(() => indicesOf(drawText(random, drawnPitches))),
    ...drawExtent(random),
    hasNeighbour: [random() < 0.45, true, random() < 0.45],
    along: Array.from({ length: drawnPitches }, () => (random() - 0.5) * jitter),
    across: Array.from({ length: drawnPitches }, () => (random() - 0.5) * jitter),
    wide: between(0.88, 1.12),
  };
};

/** How the page lies in the photo. `drift` is how the pitch changes along the line. */
const drawView = (random, between, pitch) => {
  const angle = between(-0.08, 0.08) * random();
  const aspect = between(0.88, 1.14);
  return {
    angle,
    aspect,
    apart: between(1.45, 2.7) / aspect,
    shear: between(-0.12, 0.12) * random(),
    drift: between(-0.003, 0.003),
    width: Math.ceil(drawnPitches * pitch),
    height: Math.ceil(pitch * (2.1 + Math.abs(angle) * drawnPitches)),
  };
};

const nearestBlur = (sigma) =>
  blurs.reduce((best, one, i) => (Math.abs(one - sigma) < Math.abs(blurs[best] - sigma) ? i : best), 0);

/** How far from the line the photo is drawn, in capitals. */
const farthest = 1.15;

/** The ink of the characters at a place of the page: `u` in pitches from the first character, `v` in capitals. */
const inkOnPage = (line, masks, apart, u, v) => {
  let row = 1;
  if (v > apart / 2 && line.hasNeighbour[2]) row = 2;
  else if (v < -apart / 2 && line.hasNeighbour[0]) row = 0;
  const below = v - (row - 1) * apart;
  const near = Math.floor(u);
  const other = u - near > 0.5 ? near + 1 : near - 1;
  let ink = 0;
  for (let n = 0; n < 2; n += 1) {
    const i = n === 0 ? near : other;
    if (i < line.from || i >= line.to) continue;
    const x = mask.width / 2 + ((u - i - 0.5 - line.along[i]) * mask.pitch) / line.wide;
    ink += inkAt(masks[line.rows[row][i]], x, mask.height / 2 + (below - line.across[i]) * mask.capitals);
  }
  return Math.min(1, ink);
};

const drawPhoto = (ways, random, between, pitch, line, view) => {
  const { angle, apart, aspect, drift, height, shear, width } = view;
  const sigma = Math.max(0.35, pitch * (random() < 0.6 ? between(0, 0.09) : between(0.05, 0.2)));
  const masks = ways[Math.floor(random() * ways.length)][nearestBlur((sigma * mask.pitch) / pitch)];
  const paper = drawGround({
    between,
    height,
    masks,
    pitch,
    random,
    sigma,
    width,
  });
  const strength = between(0.3, 0.97) ** 0.8;
  const wear = smoothNoise(random, width, height, pitch * between(0.15, 1.5));
  const worn = random() < 0.35 ? 0.5 * random() : 0;
  const edge = random() < 0.1 ? between(0.75, farthest) : farthest;
  const beyond = between(20, 230);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const data = new Float32Array(width * height).fill(200);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const right = x - width / 2;
      const down = y - height / 2;
      const v = (down * cos - right * sin) / (pitch * aspect);
      if (v > farthest || v < -farthest) continue;
      const along = (right * cos + down * sin) / pitch + shear * v * aspect;
      const ink = inkOnPage(line, masks, apart, along + drift * along * along + drawnPitches / 2, v);
      const kept = worn > 0 ? 1 - worn * Math.max(0, wear(x, y)) : 1;
      const level = v > edge ? beyond : paper.levelAt(right, down) * (1 - ink * strength * kept);
      data[y * width + x] = level + paper.lightAt(right, down);
    }
  return { data, width, height };
};

const sharpen = ({ data, width, height }, amount) => {
  const before = data.slice();
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const around = (before[at - 1] + before[at + 1] + before[at - width] + before[at + width]) / 4;
      data[at] = before[at] + amount * (before[at] - around);
    }
};

const clamp = ({ data }) => {
  for (let at = 0; at < data.length; at += 1) data[at] = Math.min(255, Math.max(0, data[at]));
};

/** Adds what a camera does: sharpened edges, noise, compression. */
const degrade = (photo, random, between) => {
  if (random() < 0.3) sharpen(photo, between(0.3, 1.5));
  const noise = random() < 0.5 ? 4 * random() : 22 * random() * random();
  const { data } = photo;
  for (let at = 0; at < data.length; at += 1) data[at] += (random() + random() + random() - 1.5) * 2 * noise;
  clamp(photo);
  if (random() >= 0.75) return;
  compress(photo, random() < 0.7 ? between(45, 95) : between(12, 45));
  clamp(photo);
};

const levelAt = ({ data, width, height }, x, y) => {
  const u = Math.min(width - 1.001, Math.max(0, x));
  const v = Math.min(height - 1.001, Math.max(0, y));
  const left = Math.floor(u);
  const at = Math.floor(v) * width + left;
  const upper = data[at] + (data[at + 1] - data[at]) * (u - left);
  const lower = data[at + width] + (data[at + width + 1] - data[at + width]) * (u - left);
  return upper + (lower - upper) * (v - Math.floor(v));
};

/**
 * Where the reader thinks that the line is: a little too large or small, shifted, and turned. Lengths are in pixels of
 * the photo.
 */
const drawMistakes = (between, pitch, { angle }) => ({
  stepX: (pitch / pitchPixels) * between(0.92, 1.08),
  stepY: (pitch / pitchPixels) * between(0.9, 1.1),
  angle: angle + between(-0.012, 0.012),
  right: between(-0.5, 0.5) * pitch,
  down: between(-0.14, 0.14) * pitch,
});

const straighten = (photo, { angle, down, right, stepX, stepY }, levels) => {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const taps = Math.min(stepX, stepY) > 1.3 ? 2 : 1;
  for (let y = 0; y < stripHeight; y += 1)
    for (let x = 0; x < stripWidth; x += 1) {
      let sum = 0;
      for (let tap = 0; tap < taps * taps; tap += 1) {
        const along = (x + ((tap % taps) + 0.5) / taps - stripWidth / 2) * stepX + right;
        const below = (y + (Math.floor(tap / taps) + 0.5) / taps - stripHeight / 2) * stepY + down;
        sum += levelAt(
          photo,
          photo.width / 2 + along * cos - below * sin,
          photo.height / 2 + along * sin + below * cos,
        );
      }
      levels[y * stripWidth + x] = sum / (taps * taps);
    }
};

/**
 * A frame within a quarter of a pitch of a character's middle shows it, and one that is farther from all shows none.
 */
const writeLabels = (pitch, line, { drift }, { right, stepX }, labels) => {
  labels.fill(ground);
  for (let i = line.from; i < line.to; i += 1) {
    const u = i + 0.5 + line.along[i] - drawnPitches / 2;
    const middle = ((u - drift * u * u) * pitch - right) / stepX + stripWidth / 2;
    for (let frame = 0; frame < labels.length; frame += 1) {
      const away = Math.abs(middle - (frame + 0.5) * framePixels);
      if (away <= framePixels) labels[frame] = line.rows[1][i];
      else if (away <= 1.5 * framePixels && labels[frame] === ground) labels[frame] = ignored;
    }
  }
};

/** Draws a strip into `levels`, from 0 to 255, and what each of its frames shows into `labels`. */
export const drawStrip = (ways, random, levels, labels) => {
  const between = (from, to) => from + (to - from) * random();
  const pitch = Math.exp(between(Math.log(6), Math.log(20)));
  const line = drawLine(random, between);
  const view = drawView(random, between, pitch);
  const photo = drawPhoto(ways, random, between, pitch, line, view);
  degrade(photo, random, between);
  const mistakes = drawMistakes(between, pitch, view);
  straighten(photo, mistakes, levels);
  writeLabels(pitch, line, view, mistakes, labels);
};
