import assert from 'node:assert/strict';
import type { RateLimiter } from '@portcullis/domain';
import type { RateBudget } from '@portcullis/domain/ports';
import { assertFields, assertWithin, beginningWith, type Runner, resultOf } from './shared/runner.ts';

/** Tests the guarantees of every RateLimiter; each case counts under names and keys of its own. */
export const rateLimiterContract = (runner: Runner, name: string, open: () => Promise<RateLimiter>): void => {
  runner.describe(`RateLimiter contract: ${name}`, () => {
    let limiter: RateLimiter;
    const { it } = beginningWith(runner, async () => {
      limiter ??= await open();
    });
    const budget = (name: string, limit: number, windowSeconds = 60): RateBudget => ({ name, limit, windowSeconds });

    it('admits as many as the budget has, and no more', async () => {
      const three = budget('three', 3);
      const states = [];
      for (let i = 0; i < 5; i += 1) states.push(await resultOf(limiter.take(three, 'ada')));
      assert.deepEqual(
        states.map(({ allowed, remaining }) => [allowed, remaining]),
        [
          [true, 2],
          [true, 1],
          [true, 0],
          [false, 0],
          [false, 0],
        ],
      );
      for (const state of states) {
        assert.deepEqual(state.budget, three);
        assertWithin(state.resetSeconds, 55, 60);
      }
    });

    it('takes an amount, refuses one of which less is left, and admits nothing more until the window ends', async () => {
      const billions = budget('billions', 3_000_000_000, 3600);
      const states = [];
      for (const amount of [1_000_000_000, 1_500_000_000, 600_000_000, 1])
        states.push(await resultOf(limiter.take(billions, 'ada', amount)));
      assert.deepEqual(
        states.map(({ allowed, remaining }) => [allowed, remaining]),
        [
          [true, 2_000_000_000],
          [true, 500_000_000],
          [false, 0],
          [false, 0],
        ],
      );
      for (const state of states) assertWithin(state.resetSeconds, 3595, 3600);
    });

    it('admits exactly as many when they come concurrently', async () => {
      const ten = budget('ten', 10);
      const states = await Promise.all(Array.from({ length: 40 }, () => resultOf(limiter.take(ten, 'ada'))));
      assert.equal(states.filter(({ allowed }) => allowed).length, 10);
    });

    it('keeps the counts of keys and of budgets apart', async () => {
      await resultOf(limiter.take(budget('apart', 1), 'ada'));
      assert.equal((await resultOf(limiter.take(budget('apart', 1), 'ada'))).allowed, false);
      assert.equal((await resultOf(limiter.take(budget('apart', 1), 'bob'))).allowed, true);
      assert.equal((await resultOf(limiter.take(budget('apart_too', 1), 'ada'))).allowed, true);
    });

    it('compares keys exactly, whatever they are called', async () => {
      for (const key of ['__proto__', 'constructor', ':', '', 'é', ' ', 'x'.repeat(1000)]) {
        assert.equal((await resultOf(limiter.take(budget('odd', 1), key))).allowed, true, key);
      }
    });

    it('reports the state of a budget without taking from it', async () => {
      const two = budget('shown', 2);
      const before = { allowed: true, budget: two, remaining: 2, resetSeconds: 0 };
      assert.deepEqual(await resultOf(limiter.peek(two, 'ada')), before);
      assert.deepEqual(await resultOf(limiter.peek(two, 'ada')), before);
      await resultOf(limiter.take(two, 'ada'));
      assertFields(await resultOf(limiter.peek(two, 'ada')), { allowed: true, remaining: 1 });
      await resultOf(limiter.take(two, 'ada'));
      assertFields(await resultOf(limiter.peek(two, 'ada')), { allowed: false, remaining: 0 });
    });

    it('has the whole budget again when the window has ended', async () => {
      const one = budget('window', 1, 1);
      const began = performance.now();
      assert.equal((await resultOf(limiter.take(one, 'ada'))).allowed, true);
      while (!(await resultOf(limiter.peek(one, 'ada'))).allowed) {
        assert.ok(performance.now() - began < 5000, `${performance.now() - began}`);
        await new Promise((resolve) => setImmediate(resolve));
      }
      assert.ok(performance.now() - began > 900, `${performance.now() - began}`);
      assertFields(await resultOf(limiter.take(one, 'ada')), { allowed: true, remaining: 0 });
    });
  });
};
