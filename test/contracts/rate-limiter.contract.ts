import type { RateLimiter } from '@portcullis/domain';
import type { RateBudget } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { mustSucceed } from '../support/run.ts';

/** Tests the guarantees of every RateLimiter; each case counts under names and keys of its own. */
export const rateLimiterContract = (name: string, open: () => Promise<RateLimiter>): void => {
  describe(`RateLimiter contract: ${name}`, () => {
    let limiter: RateLimiter;
    before(async () => {
      limiter = await open();
    });
    const budget = (name: string, limit: number, windowSeconds = 60): RateBudget => ({ name, limit, windowSeconds });

    it('admits as many as the budget has, and no more', async () => {
      const three = budget('three', 3);
      const states = [];
      for (let i = 0; i < 5; i += 1) states.push(await mustSucceed(limiter.take(three, 'ada')));
      expect(states.map(({ allowed, remaining }) => [allowed, remaining])).to.deep.equal([
        [true, 2],
        [true, 1],
        [true, 0],
        [false, 0],
        [false, 0],
      ]);
      for (const state of states) {
        expect(state.budget).to.deep.equal(three);
        expect(state.resetSeconds).to.be.within(55, 60);
      }
    });

    it('takes an amount, refuses one of which less is left, and admits nothing more until the window ends', async () => {
      const billions = budget('billions', 3_000_000_000, 3600);
      const states = [];
      for (const amount of [1_000_000_000, 1_500_000_000, 600_000_000, 1])
        states.push(await mustSucceed(limiter.take(billions, 'ada', amount)));
      expect(states.map(({ allowed, remaining }) => [allowed, remaining])).to.deep.equal([
        [true, 2_000_000_000],
        [true, 500_000_000],
        [false, 0],
        [false, 0],
      ]);
      for (const state of states) expect(state.resetSeconds).to.be.within(3595, 3600);
    });

    it('admits exactly as many when they come concurrently', async () => {
      const ten = budget('ten', 10);
      const states = await Promise.all(Array.from({ length: 40 }, () => mustSucceed(limiter.take(ten, 'ada'))));
      expect(states.filter(({ allowed }) => allowed)).to.have.length(10);
    });

    it('keeps the counts of keys and of budgets apart', async () => {
      await mustSucceed(limiter.take(budget('apart', 1), 'ada'));
      expect((await mustSucceed(limiter.take(budget('apart', 1), 'ada'))).allowed).to.equal(false);
      expect((await mustSucceed(limiter.take(budget('apart', 1), 'bob'))).allowed).to.equal(true);
      expect((await mustSucceed(limiter.take(budget('apart_too', 1), 'ada'))).allowed).to.equal(true);
    });

    it('compares keys exactly, whatever they are called', async () => {
      for (const key of ['__proto__', 'constructor', ':', '', 'é', ' ', 'x'.repeat(1000)]) {
        expect((await mustSucceed(limiter.take(budget('odd', 1), key))).allowed, key).to.equal(true);
      }
    });

    it('reports the state of a budget without taking from it', async () => {
      const two = budget('shown', 2);
      const before = { allowed: true, budget: two, remaining: 2, resetSeconds: 0 };
      expect(await mustSucceed(limiter.peek(two, 'ada'))).to.deep.equal(before);
      expect(await mustSucceed(limiter.peek(two, 'ada'))).to.deep.equal(before);
      await mustSucceed(limiter.take(two, 'ada'));
      expect(await mustSucceed(limiter.peek(two, 'ada'))).to.include({ allowed: true, remaining: 1 });
      await mustSucceed(limiter.take(two, 'ada'));
      expect(await mustSucceed(limiter.peek(two, 'ada'))).to.include({ allowed: false, remaining: 0 });
    });

    it('has the whole budget again when the window has ended', async () => {
      const one = budget('window', 1, 1);
      const began = performance.now();
      expect((await mustSucceed(limiter.take(one, 'ada'))).allowed).to.equal(true);
      while (!(await mustSucceed(limiter.peek(one, 'ada'))).allowed) {
        expect(performance.now() - began).to.be.lessThan(5000);
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(performance.now() - began).to.be.greaterThan(900);
      expect(await mustSucceed(limiter.take(one, 'ada'))).to.include({ allowed: true, remaining: 0 });
    });
  });
};
