// `npm run measure:documents [-- --quick] [-- --photos 12] [-- --seed 1] [-- --only glare] [-- --json]`: what the reader of this
// machine makes of photos of documents, each of them turned, slanted, blurred, lit, made noisy, compressed and made smaller.
import { parseArgs } from 'node:util';
import { randomOf } from '../tools/specimens/photograph.mjs';
import { degradations, quickDegradations } from './src/documents/degradations.mjs';
import { drawnPhotos, hasFont, storedPhotos } from './src/documents/photos.mjs';
import { decode, encode } from './src/documents/raster.mjs';
import { startReading } from './src/documents/reading.mjs';
import { score, total } from './src/documents/score.mjs';
import { machine } from './src/report.mjs';
import { median, percentile } from './src/statistics.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    photos: { type: 'string', default: '12' },
    seed: { type: 'string', default: '9303' },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const print = (...lines) => {
  if (!values.json) console.log(lines.join('\n'));
};

/** Quick: one of each format, as they are kept with the code. Else drawn ones, or where the font of the zone is missing, all that are kept. */
const photosOf = async () => {
  const maxPhotos = Number(values.photos);
  if (values.quick) return storedPhotos(['td3-valid', 'td1-valid-back'].slice(0, maxPhotos));
  if (await hasFont()) return drawnPhotos(randomOf(seed), maxPhotos);
  print('The font "OCR B" is not installed (Debian: fonts-ocr-b): the stored specimens are measured alone.');
  return storedPhotos();
};

const measure = async (reading, photos, { name, quality, change }) => {
  const [scores, times] = [[], []];
  for (const [n, { bytes, lines, zone }] of photos.entries()) {
    const photo = await change(await decode(bytes), randomOf(seed + n), zone);
    const read = await reading.read(await encode(photo, quality));
    scores.push(score(lines, read.lines));
    times.push(read.milliseconds);
  }
  return { name, ...total(scores), times };
};

const row = (cells) => `| ${cells.join(' | ')} |`;
const titles = [
  '',
  'zones whole',
  'fields',
  'wrong, taken for right',
  'wrong, and seen to be',
  'nothing claimed',
  'ms, median',
  'p95',
];
const rowOf = ({ name, photos, whole, fields, of, wrongAccepted, wrongDetected, notRead, times }) =>
  row([
    name,
    `${whole}/${photos}`,
    `${fields}/${of}`,
    wrongAccepted,
    wrongDetected,
    notRead,
    median(times).toFixed(0),
    percentile(times, 0.95).toFixed(0),
  ]);

/** All degradations together. */
const sums = (results) => {
  const kinds = ['photos', 'whole', 'fields', 'of', 'wrongAccepted', 'wrongDetected', 'notRead'];
  return Object.fromEntries(kinds.map((kind) => [kind, results.reduce((all, one) => all + one[kind], 0)]));
};

const main = async () => {
  const { node, cores, cpu, load_average: load } = machine();
  print(`Node ${node}, ${cores} cores (${cpu}), load ${load[0]} at the start; seed ${seed}`, '');
  const photos = await photosOf();
  const reading = startReading();
  try {
    const before = await reading.memory();
    // The first read starts the engines: its time is reported separately.
    const first = await reading.read(photos[0].bytes);
    const started = await reading.processor();
    print(row(titles), row(titles.map((_, i) => (i === 0 ? '---' : '---:'))));
    const results = [];
    const chosen = values.quick ? quickDegradations : degradations;
    for (const degradation of chosen.filter(({ name }) => name.includes(values.only))) {
      results.push(await measure(reading, photos, degradation));
      print(rowOf(results.at(-1)));
    }
    const { peak } = await reading.memory();
    const processor = (await reading.processor()) - started;
    await reading.close();
    const after = await reading.memory();
    const times = results.flatMap((result) => result.times);
    const everything = { ...sums(results), name: 'all', times };
    print(rowOf(everything), '');
    const mean = times.reduce((all, one) => all + one, 0) / times.length;
    print(
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
