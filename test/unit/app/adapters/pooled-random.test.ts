import { expect } from 'chai';
import { pooledRandom } from '#app/adapters/pooled-random';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('the pool of random bytes', () => {
  it('fills the array that it is given, and hands no byte out twice', () => {
    const fill = pooledRandom(64);
    const array = new Uint8Array(24);
    expect(fill(array)).to.equal(array);
    const filled = Array.from({ length: 200 }, () => hex(fill(new Uint8Array(24))));
    expect(new Set(filled).size).to.equal(filled.length);
    // Neither half of an array occurs again in another: the pool moves on by whole arrays.
    const halves = filled.flatMap((text) => [text.slice(0, 24), text.slice(24)]);
    expect(new Set(halves).size).to.equal(halves.length);
  });

  it('fills arrays that are as large as the pool, and larger ones', () => {
    const fill = pooledRandom(64);
    for (const length of [64, 65, 1000]) {
      const first = fill(new Uint8Array(length));
      const second = fill(new Uint8Array(length));
      expect(hex(first)).to.not.equal(hex(second));
      expect(hex(first.subarray(-16))).to.not.equal(hex(new Uint8Array(16)));
    }
  });
});
