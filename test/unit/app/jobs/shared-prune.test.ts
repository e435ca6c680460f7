import { sharedPrune } from '@portcullis/app';
import { E } from '@portcullis/domain';
import { wholeWork } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import { mustSucceed } from '../../../support/run.ts';

describe('pruning that several instances divide', () => {
  it('is done by the instance whose work it is, and answers nothing elsewhere', async () => {
    const asked: unknown[] = [];
    const prune = (before: string, limit: number) => async () => {
      asked.push([before, limit]);
      return E.right(7);
    };
    const names: string[] = [];
    const others = {
      run: async (name: string) => {
        names.push(name);
        return null;
      },
    };
    expect(await mustSucceed(sharedPrune(others, 'tokens', prune)('2026', 50))).to.equal(0);
    expect([names, asked]).to.deep.equal([['prune tokens'], []]);
    expect(await mustSucceed(sharedPrune(wholeWork, 'tokens', prune)('2026', 50))).to.equal(7);
    expect(asked).to.deep.equal([['2026', 50]]);
  });
});
