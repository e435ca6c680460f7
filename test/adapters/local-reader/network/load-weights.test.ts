import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { createNetwork } from '#adapters/local-reader/network/convolution';
import { loadWeights } from '#adapters/local-reader/network/load-weights';
import { weights } from '#adapters/local-reader/network/weights';

const bytes = Buffer.from(weights.base64, 'base64');

describe('the weights of the network that reads zones', () => {
  const { states } = createNetwork(1, 24, 64);

  it('are those whose digest the training has written down, and fewer than 100 KB', () => {
    expect(createHash('sha256').update(bytes).digest('hex')).to.equal(weights.sha256);
    expect(bytes.length).to.be.below(100_000);
    expect(() => loadWeights(weights, states)).not.to.throw();
  });

  it('are refused when one bit of them is another', () => {
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(damaged.readUInt8(1000) ^ 1, 1000);
    expect(() => loadWeights({ ...weights, base64: damaged.toString('base64') }, states)).to.throw(/damaged/);
  });

  it('are refused when the end of them is missing', () => {
    const short = bytes.subarray(0, -4);
    expect(() => loadWeights({ ...weights, base64: short.toString('base64') }, states)).to.throw(/damaged/);
    const sha256 = createHash('sha256').update(short).digest('hex');
    expect(() => loadWeights({ base64: short.toString('base64'), sha256 }, states)).to.throw(/another network/);
  });
});
