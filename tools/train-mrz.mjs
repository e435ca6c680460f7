// Trains the network that reads machine-readable zones on lines that it draws itself, and writes the network's weights
// into the package.
// `node tools/train-mrz.mjs [--steps 2000] [--seed 1]`; it needs a build, and the font "OCR B" (Debian: fonts-ocr-b).
// With the same fonts, the same sharp and the same Node, the same seed gives the same weights.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { hasFont } from '../bench/src/documents/photos.mjs';
import { normalizeStrip, stripHeight } from '../packages/adapters/local-reader/dist/network/strip.js';
import { drawStrip, ground, stripWidth } from './mrz-network/draw-strip.mjs';
import { drawGlyphs } from './mrz-network/glyphs.mjs';
import { createAdam, createPupil, measureLoss, propagateBack } from './mrz-network/learn.mjs';
import { storeWeights } from './mrz-network/store-weights.mjs';
import { randomOf } from './specimens/photograph.mjs';

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    out: {
      type: 'string',
      default: new URL('../packages/adapters/local-reader/src/network/weights.ts', import.meta.url).pathname,
    },
  },
});
const steps = Number(values.steps);
const batch = 16;
const greatestRate = 0.003;
const warmUp = 100;

const rateAt = (step) =>
  greatestRate * Math.min(1, (step + 1) / warmUp) * (0.51 + 0.49 * Math.cos((Math.PI * step) / steps));
/** There is more ground than characters. */
const weightOf = (label) => (label === ground ? 0.4 : 1);

if (!(await hasFont())) throw new Error('The font "OCR B" is not installed (Debian: fonts-ocr-b)');

const random = randomOf(Number(values.seed));
const ways = await drawGlyphs();
const pupil = createPupil(batch, stripHeight, stripWidth, random);
const takeStep = createAdam(pupil);
const levels = new Float32Array(stripHeight * stripWidth);
const labels = new Int32Array((batch * stripWidth) / 4);

const drawBatch = () => {
  const frames = labels.length / batch;
  for (let n = 0; n < batch; n += 1) {
    drawStrip(ways, random, levels, labels.subarray(n * frames, (n + 1) * frames));
    normalizeStrip(levels, pupil.input.subarray(n * levels.length, (n + 1) * levels.length));
  }
};

const write = async () => {
  const { base64, sha256 } = storeWeights(pupil.states);
  await writeFile(
    values.out,
    `import type { StoredWeights } from './load-weights.ts';

/** Trained by tools/train-mrz.mjs with seed ${values.seed} in ${steps} steps. */
export const weights: StoredWeights = {
  sha256: '${sha256}',
  base64:
    '${base64}',
};
`,
  );
  return sha256;
};

const began = performance.now();
let loss = 0;
let right = 0;
let counted = 0;
let drawing = 0;
for (let step = 0; step < steps; step += 1) {
  const before = performance.now();
  drawBatch();
  drawing += performance.now() - before;
  pupil.run();
  const measured = measureLoss(pupil, labels, ground + 1, weightOf);
  propagateBack(pupil);
  takeStep(rateAt(step));
  loss += measured.loss;
  right += measured.right;
  counted += labels.reduce((sum, label) => sum + (label < 0 ? 0 : 1), 0);
  if ((step + 1) % 250 > 0) continue;
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `${step + 1} steps, ${seconds.toFixed(0)} s (${(drawing / 1000).toFixed(0)} s of it drawing): loss ${(loss / 250).toFixed(4)}, ${((100 * right) / counted).toFixed(2)} % of the frames right`,
  );
  loss = 0;
  right = 0;
  counted = 0;
  await write();
}
console.log(`weights.ts, SHA-256 ${await write()}`);
