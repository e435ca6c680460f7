// `npm run measure:documents [-- --quick] [-- --photos 12] [-- --seed 1] [-- --only glare] [-- --json]`: what the
// reader of this machine makes of photos of documents, each of them turned, slanted, blurred, lit, made noisy,
// compressed and made smaller.
// `npm run measure:documents -- --set <folder> [--only Japan] [--json]`: the same for the pictures of a folder, as they
// are.
import { parseArgs } from 'node:util';
import { randomOf } from '../tools/specimens/photograph.mjs';
import { degradations, quickDegradations } from './src/documents/degradations.mjs';
import { row } from './src/documents/markdown.mjs';
import { drawnPhotos, hasFont, storedPhotos } from './src/documents/photos.mjs';
import { measureSet, picturesIn } from './src/documents/picture-set.mjs';
import { decode, encode } from './src/documents/raster.mjs';
import { startReading } from './src/documents/reading.mjs';
import { counts, score, total } from './src/documents/score.mjs';
import { machine } from './src/report.mjs';
import { median, percentile } from './src/statistics.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    photos: { type: 'string', default: '12' },
    seed: { type: 'string', default: '9303' },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
    set: { type: 'string', default: '' },
  },
});
const seed = Number(values.seed);
const print = (...lines) => {
  if (!values.json) console.log(lines.join('\n'));
};

/**
 * Quick: one of each format, as they are kept with the code. Else drawn ones, or where the font of the MRZ is missing,
 * all that are kept.
 */
const photosOf = async () => {
  const maxPhotos = Number(values.photos);
  if (values.quick) return storedPhotos(['td3-valid', 'td1-valid-back'].slice(0, maxPhotos));
  if (await hasFont()) return drawnPhotos(randomOf(seed), maxPhotos);
  print('The font "OCR B" is not installed (Debian: fonts-ocr-b): the stored specimens are measured alone.');
  return storedPhotos();
};

const measure = async (reading, photos, { name, quality, change }) => {
  const scores = [];
  const times = [];
  for (const [n, { bytes, lines, mrz }] of photos.entries()) {
    const photo = await change(await decode(bytes), randomOf(seed + n), mrz);
    const read = await reading.read(await encode(photo, quality));
    scores.push(score(lines, read));
    times.push(read.milliseconds);
  }
  return { name, ...total(scores), times };
};

const titles = [
  '',
  'zones whole',
  'fields',
  'partly',
  'wrong, taken for right',
  'of these in doubt',
  'wrong, and seen to be',
  'nothing claimed',
  'ms, median',
  'p95',
];
const rowOf = ({
  name,
  photos,
  whole,
  fields,
  of,
  partly,
  wrongAccepted,
  wrongInDoubt,
  wrongDetected,
  notRead,
  times,
}) =>
  row([
    name,
    `${whole}/${photos}`,
    `${fields}/${of}`,
    partly,
    wrongAccepted,
    wrongInDoubt,
    wrongDetected,
    notRead,
    median(times).toFixed(0),
    percentile(times, 0.95).toFixed(0),
  ]);

/** All degradations together. */
const sums = (results) =>
  Object.fromEntries(counts.map((kind) => [kind, results.reduce((all, one) => all + one[kind], 0)]));

const measureDegradations = async (reading, photos) => {
  print(row(titles), row(titles.map((_, i) => (i === 0 ? '---' : '---:'))));
  const results = [];
  const chosen = values.quick ? quickDegradations : degradations;
  for (const degradation of chosen.filter(({ name }) => name.includes(values.only))) {
    results.push(await measure(reading, photos, degradation));
    print(rowOf(results.at(-1)));
  }
  const times = results.flatMap((result) => result.times);
  print(rowOf({ ...sums(results), name: 'all', times }));
  return results;
};

const main = async () => {
  const { node, cores, cpu, load_average: load } = machine();
  print(`Node ${node}, ${cores} cores (${cpu}), load ${load[0]} at the start; seed ${seed}`, '');
  const set = values.set && (await picturesIn(values.set)).filter(({ name }) => name.includes(values.only));
  const photos = set || (await photosOf());
  const reading = startReading();
  try {
    const before = await reading.memory();
    // The first read starts the engines: its time is reported separately.
    const first = await reading.read(photos[0].bytes);
    const started = await reading.processor();
    const results = set ? [await measureSet(reading, set, print)] : await measureDegradations(reading, photos);
    const { peak } = await reading.memory();
    const processor = (await reading.processor()) - started;
    await reading.close();
    const after = await reading.memory();
    const times = results.flatMap((result) => result.times);
    const mean = times.reduce((all, one) => all + one, 0) / times.length;
    print(
      '',
      `First photo ${first.milliseconds.toFixed(0)} ms, with the start of the engines; then ${(60_000 / mean).toFixed(0)} photos a minute, one after the other.`,
      `Processor time: ${(processor / times.length).toFixed(0)} ms a photo, of all threads.`,
      `Resident memory: ${before.now.toFixed(0)} MiB before, ${peak.toFixed(0)} MiB at most, ${after.now.toFixed(0)} MiB after the reader was closed.`,
    );
    if (values.json)
      console.log(JSON.stringify({ seed, results: results.map(({ times: _, ...rest }) => rest) }, null, 2));
  } finally {
    await reading.stop();
  }
};

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
await main();
