import { createHash } from 'node:crypto';
import type { LayerState } from './convolution.ts';

/** Weights as they rest: in base64, with the SHA-256 of their bytes in hexadecimal. */
export type StoredWeights = { readonly base64: string; readonly sha256: string };

/** The numbers of one layer: for each weight a byte, which its column's scale makes a number of, and the biases. */
const bytesOf = ({ inputs, layer }: LayerState): number => inputs * layer.to + 8 * layer.to;

/**
 * Fills the layers of a network, whose weights are stored in the order of the layers. Throws an error where the bytes
 * are not those that the digest names, or not as many as the layers have.
 */
export const loadWeights = ({ base64, sha256 }: StoredWeights, states: readonly LayerState[]): void => {
  const bytes = Buffer.from(base64, 'base64');
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error('The weights of the network that reads machine-readable zones are damaged');
  if (bytes.length !== states.reduce((sum, state) => sum + bytesOf(state), 0))
    throw new Error('The weights are those of another network');
  let at = 0;
  for (const { bias, inputs, layer, weights } of states) {
    const scales = at + inputs * layer.to;
    for (let column = 0; column < layer.to; column += 1) {
      const scale = bytes.readFloatLE(scales + 4 * column);
      bias[column] = bytes.readFloatLE(scales + 4 * (layer.to + column));
      for (let row = 0; row < inputs; row += 1)
        weights[row * layer.to + column] = bytes.readInt8(at + row * layer.to + column) * scale;
    }
    at = scales + 8 * layer.to;
  }
};
