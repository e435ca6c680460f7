// How the network learns: the gradient of its mistakes, backwards through its layers, and small steps against it.
import { createNetwork } from '../../packages/adapters/local-reader/dist/network/convolution.js';

/** A network whose weights can learn. It begins with random ones (He et al., 2015). */
export const createPupil = (batch, height, width, random) => {
  const sizes = createNetwork(batch, height, width).states.map(({ inputs, layer, pixels }) => ({
    weights: inputs * layer.to,
    out: pixels * layer.to,
    patches: pixels * inputs,
  }));
  const room = sizes.reduce((sum, size) => sum + 2 * size.weights + size.out + size.patches, 0);
  const network = createNetwork(batch, height, width, room);
  const { allocate } = network.workspace;
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const states = network.states.map((state, n) => {
    const { inputs, layer, weights } = state;
    const used = layer.rows * layer.columns * layer.from;
    for (let at = 0; at < used * layer.to; at += 1) weights[at] = Math.sqrt(2 / used) * normal();
    return {
      ...state,
      transposed: allocate(inputs * layer.to),
      weightsGrad: allocate(inputs * layer.to),
      biasGrad: new Float32Array(layer.to),
      outGrad: allocate(sizes[n].out),
      pooledGrad: new Float32Array(state.pooled.length),
      patchesGrad: allocate(sizes[n].patches),
    };
  });
  return { ...network, batch, states };
};

/**
 * The loss (softmax and cross-entropy) of what the network made of its input, and its gradient with regard to the last
 * layer. Frames with a negative label do not count. `weightOf` says how much a label counts.
 */
export const measureLoss = ({ states }, labels, classes, weightOf) => {
  const { layer, out, outGrad } = states.at(-1);
  const counted = labels.reduce((sum, label) => sum + (label < 0 ? 0 : weightOf(label)), 0) || 1;
  let loss = 0;
  let right = 0;
  outGrad.fill(0);
  for (let frame = 0; frame < labels.length; frame += 1) {
    const label = labels[frame];
    if (label < 0) continue;
    const at = frame * layer.to;
    let best = 0;
    for (let i = 1; i < classes; i += 1) if (out[at + i] > out[at + best]) best = i;
    const most = out[at + best];
    let sum = 0;
    for (let i = 0; i < classes; i += 1) sum += Math.exp(out[at + i] - most);
    const share = weightOf(label) / counted;
    loss += share * (Math.log(sum) + most - out[at + label]);
    if (best === label) right += 1;
    for (let i = 0; i < classes; i += 1)
      outGrad[at + i] = share * (Math.exp(out[at + i] - most) / sum - (i === label ? 1 : 0));
  }
  return { loss, right };
};

/** Adds the gradients of all patches to the pixels that they were copied from. */
const scatterPatches = (
  { height, inputs, layer, outHeight, patchesGrad, width },
  { kept, outGrad, pooledGrad },
  batch,
) => {
  const sums = kept ? pooledGrad : outGrad;
  const channels = layer.from;
  const above = layer.isFlat ? 0 : (layer.rows - 1) / 2;
  const before = (layer.columns - 1) / 2;
  sums.fill(0);
  for (let row = 0; row < batch * outHeight; row += 1) {
    const picture = Math.floor(row / outHeight);
    for (let dy = 0; dy < layer.rows; dy += 1) {
      const y = (row % outHeight) + dy - above;
      if (y < 0 || y >= height) continue;
      for (let dx = 0; dx < layer.columns; dx += 1) {
        const first = Math.max(0, before - dx);
        const last = Math.min(width, width + before - dx);
        let target = ((picture * height + y) * width + first + dx - before) * channels;
        let source = (row * width + first) * inputs + (dy * layer.columns + dx) * channels;
        for (let x = first; x < last; x += 1) {
          for (let i = 0; i < channels; i += 1) sums[target + i] += patchesGrad[source + i];
          target += channels;
          source += inputs;
        }
      }
    }
  }
};

/** Values that were not kept have no gradient. */
const unpool = ({ kept, outGrad, pooledGrad }) => {
  outGrad.fill(0);
  for (let at = 0; at < kept.length; at += 1) if (kept[at] >= 0) outGrad[kept[at]] = pooledGrad[at];
};

/** Computes the gradients of all weights from that of the last layer. */
export const propagateBack = ({ batch, states, workspace }) => {
  for (let n = states.length - 1; n >= 0; n -= 1) {
    const {
      biasGrad,
      inputs,
      kept,
      layer,
      out,
      outGrad,
      patches,
      patchesGrad,
      pixels,
      transposed,
      weights,
      weightsGrad,
    } = states[n];
    const columns = layer.to;
    if (kept) unpool(states[n]);
    else if (!layer.isLast) for (let at = 0; at < out.length; at += 1) if (out[at] <= 0) outGrad[at] = 0;
    biasGrad.fill(0);
    for (let at = 0; at < outGrad.length; at += columns)
      for (let i = 0; i < columns; i += 1) biasGrad[i] += outGrad[at + i];
    weightsGrad.fill(0);
    const grad = { values: outGrad, rowStride: columns };
    const turned = { values: patches, rowStride: 1, columnStride: inputs };
    workspace.addProduct(turned, grad, { values: weightsGrad, rowStride: columns }, inputs, columns, pixels);
    if (n === 0) return;
    for (let row = 0; row < inputs; row += 1)
      for (let i = 0; i < columns; i += 1) transposed[i * inputs + row] = weights[row * columns + i];
    patchesGrad.fill(0);
    const back = { values: patchesGrad, rowStride: inputs };
    workspace.addProduct(grad, { values: transposed, rowStride: inputs }, back, pixels, inputs, columns);
    scatterPatches(states[n], states[n - 1], batch);
  }
};

/** Adam (Kingma and Ba, 2015), with its usual decays. */
export const createAdam = ({ states }) => {
  const parts = states
    .flatMap(({ bias, biasGrad, weights, weightsGrad }) => [
      { values: weights, grads: weightsGrad },
      { values: bias, grads: biasGrad },
    ])
    .map((part) => ({
      ...part,
      mean: new Float32Array(part.values.length),
      square: new Float32Array(part.values.length),
    }));
  let steps = 0;
  return (rate) => {
    steps += 1;
    const ofMean = 1 - 0.9 ** steps;
    const ofSquare = 1 - 0.999 ** steps;
    for (const { grads, mean, square, values } of parts)
      for (let i = 0; i < values.length; i += 1) {
        mean[i] = 0.9 * mean[i] + 0.1 * grads[i];
        square[i] = 0.999 * square[i] + 0.001 * grads[i] * grads[i];
        values[i] -= (rate * (mean[i] / ofMean)) / (Math.sqrt(square[i] / ofSquare) + 1e-8);
      }
  };
};
