// `npm run measure:documents -- --stills`: what three stills of one moment are worth against one.
import { sideForFrames, voteWithFrames } from '@portcullis/domain/testing';
import { greyOf, sharpnessOf } from '@portcullis/verify/capture';
import sharp from 'sharp';
import { randomOf } from '../../../tools/specimens/photograph.mjs';
import { row } from './markdown.mjs';
import { decode, encode } from './raster.mjs';
import { score, total } from './score.mjs';
import { situations } from './situations.mjs';

const stills = 3;
const noEarlier = { front: [], back: [] };

/** As the page measures a still before it chooses the one that it keeps. */
const sharpness = async (bytes) => {
  const { data, info } = await sharp(bytes)
    .resize({ width: 640 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharpnessOf(greyOf({ data, width: info.width, height: info.height }));
};

const takeStills = async ({ bytes, mrz }, { change, quality }, seed) => {
  const taken = [];
  for (let n = 0; n < stills; n += 1) {
    const still = await encode(await change(await decode(bytes), randomOf(seed + n), mrz), quality);
    taken.push({ bytes: still, sharpness: await sharpness(still) });
  }
  return taken;
};

/** The reading of a still by itself, and that with the votes of the others, which are read where they may help. */
const readVoted = async (reading, main, others) => {
  const { read } = await reading.readWhole(main.bytes);
  const side = sideForFrames(read);
  if (side === null) return { alone: read, voted: read, framesRead: 0 };
  const frames = [];
  for (const [n, { bytes }] of others.entries()) {
    const { mrzLines } = (await reading.readWhole(bytes)).read;
    frames.push({ side, contentSha256: String(n), mrzLines });
  }
  return { alone: read, voted: voteWithFrames(read, frames, noEarlier), framesRead: frames.length };
};

const scoreOf = (lines, { mrzDoubts = [], mrzLines }) => score(lines, { doubts: mrzDoubts, lines: mrzLines });

const measurePhoto = async (reading, photo, situation, seed) => {
  const taken = await takeStills(photo, situation, seed);
  const [first] = taken;
  const [best, ...others] = taken.toSorted((one, other) => other.sharpness - one.sharpness);
  const { alone, framesRead, voted } = await readVoted(reading, best, others);
  const one = best === first ? alone : (await reading.readWhole(first.bytes)).read;
  const { lines } = photo;
  return { one: scoreOf(lines, one), sharpest: scoreOf(lines, alone), voted: scoreOf(lines, voted), framesRead };
};

const titles = [
  '',
  'one still',
  'the sharpest of three',
  'three, with their votes',
  'wrong, taken for right: one',
  'the sharpest',
  'with votes',
  'photos whose frames were read',
];

const rowOf = ({ name, photos, framed, one, sharpest, voted }) => {
  const ways = [one, sharpest, voted];
  return row([
    name,
    ...ways.map(({ whole }) => `${whole}/${photos}`),
    ...ways.map(({ wrongAccepted }) => wrongAccepted),
    framed,
  ]);
};

const summary = (name, results) => ({
  name,
  photos: results.length,
  framed: results.filter(({ framesRead }) => framesRead > 0).length,
  one: total(results.map(({ one }) => one)),
  sharpest: total(results.map(({ sharpest: best }) => best)),
  voted: total(results.map(({ voted: together }) => together)),
});

/** Reads three stills of each photo in each situation, and prints how many MRZs were read whole. */
export const measureStills = async (reading, photos, { only, print, seed }) => {
  print(row(titles), row(titles.map((_, i) => (i === 0 ? '---' : '---:'))));
  const all = [];
  const summaries = [];
  for (const situation of situations.filter(({ name }) => name.includes(only))) {
    const results = [];
    for (const [n, photo] of photos.entries())
      results.push(await measurePhoto(reading, photo, situation, seed + stills * n));
    all.push(...results);
    summaries.push(summary(situation.name, results));
    print(rowOf(summaries.at(-1)));
  }
  print(rowOf(summary('**all**', all)));
  return summaries;
};
