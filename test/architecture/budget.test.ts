import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { root } from '../support/repository/files.ts';

type Sizes = Readonly<Record<string, Readonly<Record<string, number>>>>;

type Tools = {
  readonly measureSizes: () => Sizes;
  readonly readBudget: () => Sizes;
  readonly offBudget: (budget: Sizes, sizes: Sizes) => readonly string[];
};

const { measureSizes, offBudget, readBudget }: Tools = await import(pathToFileURL(join(root, 'tools/sizes.mjs')).href);

describe('the budget of the sizes', () => {
  it('holds every package, the tests and the documentation', () => {
    expect(offBudget(readBudget(), measureSizes())).to.deep.equal([]);
  });

  it('names what is more than two percent over it, or ten percent under it', () => {
    const budget = { lines: { 'packages/domain': 1000, 'packages/http': 1000 }, words: { docs: 100 } };
    expect(
      offBudget(budget, { lines: { 'packages/domain': 1020, 'packages/http': 899 }, words: { docs: 103 } }),
    ).to.deep.equal(['packages/http has 899 lines; its budget is 1000', 'docs has 103 words; its budget is 100']);
  });

  it('names what has no budget, and a budget of nothing', () => {
    expect(offBudget({ lines: { 'packages/gone': 10 } }, { lines: { 'packages/new': 10 } })).to.deep.equal([
      'packages/gone has a budget of lines and does not exist',
      'packages/new has no budget of lines',
    ]);
  });
});
