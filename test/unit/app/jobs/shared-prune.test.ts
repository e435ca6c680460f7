import { sharedPrune } from '@portcullis/app';
import { E, unavailable } from '@portcullis/domain';
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

  it('goes on at once while there is more, for five times or as often as is said', async () => {
    const pruning = (rows: number[]) => () => async () => E.right(rows.shift() ?? 0);
    const removed = (rows: number[], times?: number) =>
      mustSucceed(sharedPrune(wholeWork, 'tokens', pruning(rows), times)('2026', 50));
    expect(await removed([50, 50, 20, 50])).to.equal(120);
    const many = Array<number>(8).fill(50);
    expect([await removed(many), many.length]).to.deep.equal([250, 3]);
    expect(await removed([50, 50], 1)).to.equal(50);
  });

  it('ends where the work becomes that of another, or fails', async () => {
    let left = 2;
    const shares = {
      run: async <A>(_: string, task: () => Promise<A>) => {
        left -= 1;
        return left < 0 ? null : task();
      },
    };
    expect(await mustSucceed(sharedPrune(shares, 'tokens', () => async () => E.right(50))('2026', 50))).to.equal(100);
    const failing = sharedPrune(wholeWork, 'tokens', () => async () => E.left(unavailable('database', 'is down')));
    expect(E.isLeft(await failing('2026', 50)())).to.equal(true);
  });
});
