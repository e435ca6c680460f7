import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of a model. */
export type StandInModel = { readonly folder: string; readonly remove: () => void };

/** Boxes, and for each the score, the centre and size of the face, and six points of it. */
const boxes = 896;
const values = 17;
/** A box whose anchor is near the middle. */
const box = 512 + (4 * 8 + 4) * 6;
const anchor = 4.5 / 8;
/** The video, in the middle of the square that the model looks at. */
const width = 640;
const height = 480;

/** From pixels of the video to the offsets from the anchor that the model answers. */
const offsetOf = (x: number, y: number): readonly number[] =>
  [x / width, (y + (width - height) / 2) / width].map((at) => (at - anchor) * 128);
const sizeOf = (pixels: number): number => (pixels / width) * 128;

/** A face in the middle: far enough at the beginning, and in an oval half as wide as the video is high. */
const face = [
  100,
  ...offsetOf(320, 240),
  sizeOf(220),
  sizeOf(356),
  ...[offsetOf(265, 205), offsetOf(375, 205)].flat(),
  ...[offsetOf(320, 275), offsetOf(320, 327)].flat(),
  ...[offsetOf(215, 215), offsetOf(425, 215)].flat(),
];

/**
 * A model in the form of the component's own that sees the same face in every picture: it stands for the one that no
 * package holds.
 */
export const standInModel = (): StandInModel => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-face-model-'));
  const answer = new Float32Array(boxes * values);
  for (let i = 0; i < boxes; i += 1) answer[i * values] = -100;
  answer.set(face, box * values);
  const shape = [1, boxes, values];
  const dimensions = { shape: { dim: shape.map((size) => ({ size: String(size) })) } };
  const float = { dtype: { type: 'DT_FLOAT' } };
  const input = { shape: { dim: [1, 128, 128, 3].map((size) => ({ size: String(size) })) } };
  const topology = {
    node: [
      { name: 'input', op: 'Placeholder', attr: { ...float, shape: { shape: input.shape } } },
      {
        name: 'face',
        op: 'Const',
        attr: { ...float, value: { tensor: { dtype: 'DT_FLOAT', tensorShape: dimensions.shape } } },
      },
      { name: 'Identity', op: 'Identity', input: ['face'], attr: { T: { type: 'DT_FLOAT' } } },
    ],
    library: {},
    versions: {},
  };
  const weightsManifest = [{ paths: ['group1-shard1of1.bin'], weights: [{ name: 'face', shape, dtype: 'float32' }] }];
  writeFileSync(
    join(folder, 'model.json'),
    JSON.stringify({ format: 'graph-model', modelTopology: topology, weightsManifest }),
  );
  writeFileSync(join(folder, 'group1-shard1of1.bin'), Buffer.from(answer.buffer));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
