import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { root } from '../../support/repository/files.ts';

type AgreedRun = {
  readonly agreedRun: (
    run: () => Promise<readonly string[]>,
    nameOf: (list: readonly string[]) => string,
    tries: number,
  ) => Promise<readonly string[]>;
};

const { agreedRun }: AgreedRun = await import(pathToFileURL(join(root, 'bench/src/agreed-run.mjs')).href);

/** Answers what is judged of runs with these lists, each written as one word, and how many were made. */
const judged = async (tries: number, ...lists: readonly string[]) => {
  let made = 0;
  const run = async () => [...(lists[made++ % lists.length] ?? '')];
  const list = await agreedRun(run, (found) => found.join(''), tries);
  return { list: list.join(''), made };
};

describe('what is counted of several runs', () => {
  it('is the list of the majority, as soon as there is one', async () => {
    expect(await judged(3, 'ab', 'ab', 'abx')).to.deep.equal({ list: 'ab', made: 3 });
    expect(await judged(3, 'aby', 'ab', 'abx', 'ab', 'ab')).to.deep.equal({ list: 'ab', made: 5 });
    expect(await judged(1, 'ab')).to.deep.equal({ list: 'ab', made: 1 });
  });

  it('is not the shortest list of runs that differ, by which a budget would be kept that is broken', async () => {
    const different = Array.from({ length: 15 }, (_, n) => 'a'.repeat(n + 2));
    expect(await judged(3, ...different)).to.deep.equal({ list: 'a'.repeat(16), made: 15 });
    expect(await judged(3, 'ab', 'abc', 'abd')).to.deep.equal({ list: 'abc', made: 15 });
  });
});
