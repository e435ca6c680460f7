import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { root } from '../../support/repository/files.ts';

type Statistics = { readonly medianInterval: (values: readonly number[]) => readonly [number, number] };

const { medianInterval }: Statistics = await import(pathToFileURL(join(root, 'bench/src/statistics.mjs')).href);

describe('the interval of a median', () => {
  /**
   * The ranks come from the binomial distribution: of 12 coins, 2 heads or fewer are 79 cases of 4,096, less than 2.5
   * %.
   */
  for (const [count, low, high] of [
    [1, 1, 1],
    [5, 1, 5],
    [6, 1, 6],
    [8, 1, 8],
    [9, 2, 8],
    [12, 3, 10],
    [20, 6, 15],
  ] as const) {
    it(`lies between the ranks ${low} and ${high} of ${count} values`, () => {
      const values = Array.from({ length: count }, (_, i) => i + 1);
      expect(medianInterval(values.toReversed())).to.deep.equal([low, high]);
    });
  }
});
