// The weights as the package has them: see `load-weights.ts`.
import { createHash } from 'node:crypto';

export const storeWeights = (states) => {
  const parts = states.flatMap(({ bias, inputs, layer, weights }) => {
    const columns = layer.to;
    const scales = Float32Array.from({ length: columns }, (_, i) => {
      let most = 1e-9;
      for (let row = 0; row < inputs; row += 1) most = Math.max(most, Math.abs(weights[row * columns + i]));
      return most / 127;
    });
    const bytes = Int8Array.from(weights, (value, at) => Math.round(value / scales[at % columns]));
    return [bytes, scales, bias].map(({ buffer, byteOffset, byteLength }) =>
      Buffer.from(buffer, byteOffset, byteLength),
    );
  });
  const all = Buffer.concat(parts);
  return { base64: all.toString('base64'), sha256: createHash('sha256').update(all).digest('hex') };
};
