import { E, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { leasedPrune } from '#app/jobs/leased-prune';
import { mustSucceed } from '../../../support/run.ts';

const always = (): boolean => true;

describe('pruning under the lease on the sweep', () => {
  it('is done by the instance that has the lease, and answers nothing elsewhere', async () => {
    const asked: unknown[] = [];
    const prune = (before: string, limit: number) => async () => {
      asked.push([before, limit]);
      return E.right(7);
    };
    expect(await mustSucceed(leasedPrune(() => false, prune)('2026', 50))).to.equal(0);
    expect(asked).to.deep.equal([]);
    expect(await mustSucceed(leasedPrune(always, prune)('2026', 50))).to.equal(7);
    expect(asked).to.deep.equal([['2026', 50]]);
  });

  it('goes on at once while there is more, for five times or as often as is said', async () => {
    const pruning = (rows: number[]) => () => async () => E.right(rows.shift() ?? 0);
    const removed = (rows: number[], times?: number) =>
      mustSucceed(leasedPrune(always, pruning(rows), times)('2026', 50));
    expect(await removed([50, 50, 20, 50])).to.equal(120);
    const many = Array<number>(8).fill(50);
    expect([await removed(many), many.length]).to.deep.equal([250, 3]);
    expect(await removed([50, 50], 1)).to.equal(50);
  });

  it('ends where the lease becomes that of another, or it fails', async () => {
    let left = 3;
    const hasLease = (): boolean => {
      left -= 1;
      return left > 0;
    };
    expect(await mustSucceed(leasedPrune(hasLease, () => async () => E.right(50))('2026', 50))).to.equal(100);
    const failing = leasedPrune(always, () => async () => E.left(unavailable('database', 'is down')));
    expect(E.isLeft(await failing('2026', 50)())).to.equal(true);
  });
});
