import { createWorkspace, type Workspace } from './matrix-product.ts';

/**
 * One layer: a convolution of `rows` by `columns` pixels from so many channels to so many. Then the negative is set to
 * zero and of each `pool` of rows and columns the greatest value is kept, except in the last layer. `isFlat` layers
 * span the whole height, and the others are padded with zeros.
 */
export type Layer = {
  readonly rows: number;
  readonly columns: number;
  readonly from: number;
  readonly to: number;
  readonly pool: readonly [rows: number, columns: number];
  readonly isFlat?: boolean;
  readonly isLast?: boolean;
};

/** The layers of the network that reads lines. A strip is 24 pixels high, and four columns of it become one frame. */
const layers: readonly Layer[] = [
  { rows: 3, columns: 3, from: 1, to: 8, pool: [2, 2] },
  { rows: 3, columns: 3, from: 8, to: 16, pool: [2, 2] },
  { rows: 3, columns: 3, from: 16, to: 32, pool: [2, 1] },
  {
    rows: 3,
    columns: 5,
    from: 32,
    to: 64,
    pool: [1, 1],
    isFlat: true,
  },
  {
    rows: 1,
    columns: 3,
    from: 64,
    to: 40,
    pool: [1, 1],
    isLast: true,
  },
];

/** How many numbers a pixel of the layer is computed from, rounded up to what the product of matrices asks for. */
const inputsOf = ({ rows, columns, from }: Layer): number => Math.ceil((rows * columns * from) / 4) * 4;

/** A layer for pictures of one size. Pictures are stored row by row, with all channels of a pixel together. */
export type LayerState = {
  readonly layer: Layer;
  readonly inputs: number;
  readonly height: number;
  readonly width: number;
  readonly outHeight: number;
  readonly pixels: number;
  /** For each pixel the numbers that it is computed from. */
  readonly patches: Float32Array;
  /** One column for each channel of the result. */
  readonly weights: Float32Array;
  readonly bias: Float32Array;
  readonly out: Float32Array;
  /** The values of `out` that are kept, and where in it they were; the same as `out` where nothing is pooled. */
  readonly pooled: Float32Array;
  readonly kept: Int32Array | null;
};

const shapeOf = (layer: Layer, batch: number, height: number, width: number) => {
  const outHeight = layer.isFlat ? 1 : height;
  const [rows, columns] = layer.pool;
  return {
    layer,
    height,
    width,
    outHeight,
    inputs: inputsOf(layer),
    pixels: batch * outHeight * width,
    pooledHeight: outHeight / rows,
    pooledWidth: width / columns,
  };
};

type Shape = ReturnType<typeof shapeOf>;

const shapesOf = (batch: number, height: number, width: number): Shape[] => {
  const shapes: Shape[] = [];
  for (const layer of layers) {
    const before = shapes.at(-1);
    shapes.push(shapeOf(layer, batch, before?.pooledHeight ?? height, before?.pooledWidth ?? width));
  }
  return shapes;
};

const allocateLayer = ({ allocate }: Workspace, shape: Shape, batch: number): LayerState => {
  const { inputs, layer, pixels, pooledHeight, pooledWidth } = shape;
  const isPooled = layer.pool[0] * layer.pool[1] > 1;
  const out = allocate(pixels * layer.to);
  const size = batch * pooledHeight * pooledWidth * layer.to;
  return {
    ...shape,
    patches: allocate(pixels * inputs),
    weights: allocate(inputs * layer.to),
    bias: new Float32Array(layer.to),
    out,
    pooled: isPooled ? new Float32Array(size) : out,
    kept: isPooled ? new Int32Array(size) : null,
  };
};

/** Copies the surroundings of every pixel into a row of its own. */
const gatherPatches = (state: LayerState, from: Float32Array, batch: number): void => {
  const { height, inputs, layer, outHeight, patches, width } = state;
  const channels = layer.from;
  const above = layer.isFlat ? 0 : (layer.rows - 1) / 2;
  const before = (layer.columns - 1) / 2;
  patches.fill(0);
  for (let row = 0; row < batch * outHeight; row += 1) {
    const picture = Math.floor(row / outHeight);
    for (let dy = 0; dy < layer.rows; dy += 1) {
      const y = (row % outHeight) + dy - above;
      if (y < 0 || y >= height) continue;
      for (let dx = 0; dx < layer.columns; dx += 1) {
        const first = Math.max(0, before - dx);
        const last = Math.min(width, width + before - dx);
        let source = ((picture * height + y) * width + first + dx - before) * channels;
        let target = (row * width + first) * inputs + (dy * layer.columns + dx) * channels;
        for (let x = first; x < last; x += 1) {
          for (let channel = 0; channel < channels; channel += 1)
            patches[target + channel] = from[source + channel] ?? 0;
          source += channels;
          target += inputs;
        }
      }
    }
  }
};

/** Keeps of each group of pixels the greatest values; where none is positive, zero, of no pixel. */
const poolGreatest = ({ kept, layer, out, outHeight, pooled, width }: LayerState, batch: number): void => {
  if (!kept) return;
  const [rows, columns] = layer.pool;
  const channels = layer.to;
  const pooledWidth = width / columns;
  pooled.fill(0);
  kept.fill(-1);
  for (let row = 0; row < batch * outHeight; row += 1)
    for (let x = 0; x < width; x += 1) {
      const target = (Math.floor(row / rows) * pooledWidth + Math.floor(x / columns)) * channels;
      const source = (row * width + x) * channels;
      for (let channel = 0; channel < channels; channel += 1) {
        const value = out[source + channel] ?? 0;
        if (value <= (pooled[target + channel] ?? 0)) continue;
        pooled[target + channel] = value;
        kept[target + channel] = source + channel;
      }
    }
};

const computeLayer = (
  addProduct: Workspace['addProduct'],
  state: LayerState,
  from: Float32Array,
  batch: number,
): void => {
  const { bias, inputs, layer, out, patches, pixels, weights } = state;
  gatherPatches(state, from, batch);
  for (let at = 0; at < out.length; at += layer.to)
    for (let channel = 0; channel < layer.to; channel += 1) out[at + channel] = bias[channel] ?? 0;
  const values = { values: weights, rowStride: layer.to };
  const results = { values: out, rowStride: layer.to };
  addProduct({ values: patches, rowStride: inputs }, values, results, pixels, layer.to, inputs);
  if (state.kept) poolGreatest(state, batch);
  else if (!layer.isLast) for (let at = 0; at < out.length; at += 1) if ((out[at] ?? 0) < 0) out[at] = 0;
};

/** The network for so many pictures of one size. `input` has all of their pixels. */
export type Network = {
  readonly workspace: Workspace;
  readonly input: Float32Array;
  readonly states: readonly LayerState[];
  /** Answers what the last layer makes of `input`: 40 numbers for each frame, which the next call overwrites. */
  readonly run: () => Float32Array;
};

/**
 * Creates a network without weights. `width` must be a multiple of 16. `room` is for so many numbers more in its
 * workspace.
 */
export const createNetwork = (batch: number, height: number, width: number, room = 0): Network => {
  const shapes = shapesOf(batch, height, width);
  const numbers = shapes.reduce(
    (sum, { inputs, layer, pixels }) => sum + pixels * (inputs + layer.to) + inputs * layer.to,
    room,
  );
  const workspace = createWorkspace(numbers, 64);
  const states = shapes.map((shape) => allocateLayer(workspace, shape, batch));
  const input = new Float32Array(batch * height * width);
  const run = (): Float32Array => {
    let values: Float32Array = input;
    for (const state of states) {
      computeLayer(workspace.addProduct, state, values, batch);
      values = state.pooled;
    }
    return values;
  };
  return { workspace, input, states, run };
};
