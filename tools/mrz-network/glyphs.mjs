// The characters of a machine-readable zone as masks of ink, drawn from the font in several weights and blurred in
// several steps.
import sharp from 'sharp';
import { networkAlphabet } from '../../packages/adapters/local-reader/dist/network/decode-line.js';

/**
 * The size of a mask, and the pitch of OCR-B and the height of capitals in it, in pixels. The character is in its
 * middle.
 */
export const mask = { width: 56, height: 64, pitch: 40, capitals: 40 };

/** How far each step is blurred, in pixels of the mask (sigma). */
export const blurs = [0.6, 1.5, 2.5, 3.5, 5, 7, 9.5, 12.5];

/** The growth of each stroke in pitches: inks spread, and copies fade. */
const spreads = [-0.045, -0.025, 0, 0.03, 0.06];

/** With round ends and with sharp ones. */
const families = ['OCR B', 'OCR B S'];

/** OCR-B has ten characters an inch at 3.53 mm; its capitals are 0.672 of that high. */
const fontSize = (mask.pitch * 3.53) / 2.54;
const capitalShare = 0.672;
/** Characters are drawn larger and then made smaller. */
const enlarged = 4;

const glyph = (char, at, family, spread) => {
  const x = at * mask.width + (mask.width - mask.pitch) / 2;
  const y = (mask.height + fontSize * capitalShare) / 2;
  const stroke = `stroke="${spread > 0 ? '#fff' : '#000'}" stroke-width="${Math.abs(spread) * mask.pitch * 2}" stroke-linejoin="round"`;
  return `<text x="${x}" y="${y}" font-family="${family}" font-size="${fontSize}" fill="#fff" ${spread === 0 ? '' : stroke}>${char === '<' ? '&lt;' : char}</text>`;
};

/** All characters side by side, white on black. */
const drawPage = (family, spread) => {
  const width = mask.width * networkAlphabet.length;
  const height = mask.height;
  const glyphs = [...networkAlphabet].map((char, at) => glyph(char, at, family, spread)).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * enlarged}" height="${height * enlarged}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%"/>${glyphs}</svg>`;
  return sharp(Buffer.from(svg)).resize(width, height).greyscale().raw().toBuffer();
};

const blurAlong = (from, sigma, step, count, stride, lines) => {
  const reach = Math.ceil(sigma * 3);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * sigma * sigma)));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const to = new Float32Array(from.length);
  for (let line = 0; line < lines; line += 1)
    for (let at = 0; at < count; at += 1) {
      let value = 0;
      for (let i = Math.max(0, at - reach); i <= Math.min(count - 1, at + reach); i += 1)
        value += weights[i - at + reach] * from[line * stride + i * step];
      to[line * stride + at * step] = value / sum;
    }
  return to;
};

const blurred = (one, sigma) => {
  const { height, width } = mask;
  return blurAlong(blurAlong(one, sigma, 1, width, width, height), sigma, width, height, 1, width);
};

const maskOf = (page, at) => {
  const wide = mask.width * networkAlphabet.length;
  return Float32Array.from({ length: mask.width * mask.height }, (_, i) => {
    const x = i % mask.width;
    const y = Math.floor(i / mask.width);
    return page[y * wide + at * mask.width + x] / 255;
  });
};

/** For each way to print, and each step of blur, the masks of all characters, from 0 for paper to 1 for ink. */
export const drawGlyphs = async () => {
  const ways = [];
  for (const family of families)
    for (const spread of spreads) {
      const page = await drawPage(family, spread);
      const masks = [...networkAlphabet].map((_, at) => maskOf(page, at));
      ways.push(blurs.map((sigma) => masks.map((one) => blurred(one, sigma))));
    }
  return ways;
};

/** The ink of a mask between its pixels. */
export const inkAt = (data, x, y) => {
  if (x < 0 || y < 0 || x >= mask.width - 1 || y >= mask.height - 1) return 0;
  const left = Math.floor(x);
  const at = Math.floor(y) * mask.width + left;
  const upper = data[at] + (data[at + 1] - data[at]) * (x - left);
  const lower = data[at + mask.width] + (data[at + mask.width + 1] - data[at + mask.width]) * (x - left);
  return upper + (lower - upper) * (y - Math.floor(y));
};
