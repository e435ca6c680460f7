import { memoryRateLimiter, redisRateLimiter, type SharedRateLimiter } from '@portcullis/adapter-limits';
import { rateLimiterContract } from '@portcullis/contracts';
import type { RateLimiter } from '@portcullis/domain';
import type { RateBudget } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { mustSucceed } from '../support/run.ts';
import { describeRedis, startRedis } from '../support/servers/redis.ts';

rateLimiterContract({ describe, it }, 'memory', async () => memoryRateLimiter());

const minute = (name: string, limit: number): RateBudget => ({ name, limit, windowSeconds: 60 });

describe('the in-memory rate limiter', () => {
  it('holds no more keys than its limit, and evicts the one whose window ends first', async () => {
    const limiter = memoryRateLimiter(3);
    const take = (key: string) => mustSucceed(limiter.take(minute('few', 2), key));
    for (const key of ['a', 'b', 'c', 'a', 'd']) await take(key);
    expect((await take('b')).remaining).to.equal(0);
    expect((await take('a')).remaining).to.equal(1);
  });

  it('does not evict keys of one budget for keys of another', async () => {
    const limiter = memoryRateLimiter(3);
    await mustSucceed(limiter.take(minute('clients', 2), 'shop'));
    for (let i = 0; i < 50; i += 1) await mustSucceed(limiter.take(minute('strangers', 2), `${i}`));
    expect((await mustSucceed(limiter.peek(minute('clients', 2), 'shop'))).remaining).to.equal(1);
  });
});

/** Starts instances that share a Redis, and collects what they have reported. */
const instances = () => {
  const opened: SharedRateLimiter[] = [];
  const told: unknown[] = [];
  let alone = 0;
  return {
    told,
    alone: () => alone,
    open: (url: string): RateLimiter => {
      const onAlone = () => {
        alone += 1;
      };
      const shared = redisRateLimiter({ url, onChange: (cause) => told.push(cause), onLocalCount: onAlone });
      opened.push(shared);
      return shared.limiter;
    },
    close: () => Promise.all(opened.map(({ close }) => close())),
  };
};

/** Answers the limiter once a request is counted together with those of the other instances. */
const ready = async (limiter: RateLimiter, alone: () => number): Promise<RateLimiter> => {
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    const before = alone();
    await mustSucceed(limiter.take(minute('probe', 1_000_000), 'probe'));
    if (alone() === before) return limiter;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('it has counted by itself for ten seconds');
};

describeRedis('rate limiters with a Redis', function () {
  this.timeout(60_000);
  const group = instances();
  let redis: Awaited<ReturnType<typeof startRedis>>;
  before(async () => {
    redis = await startRedis();
  });
  after(async () => {
    await group.close();
    await redis.stop();
  });

  rateLimiterContract({ describe, it }, 'Redis', async () => ready(group.open(redis.url), group.alone));

  it('share one budget', async () => {
    const one = await ready(group.open(redis.url), group.alone);
    const two = await ready(group.open(redis.url), group.alone);
    const ten = minute('shared', 10);
    const states = await Promise.all(
      Array.from({ length: 30 }, (_, i) => mustSucceed((i % 2 === 0 ? one : two).take(ten, 'ada'))),
    );
    expect(states.filter(({ allowed }) => allowed)).to.have.length(10);
  });
});

describeRedis('a rate limiter whose Redis is down', function () {
  this.timeout(60_000);

  it('counts by itself, reports that once, and counts with the others again afterwards', async () => {
    const group = instances();
    const first = await startRedis();
    const limiter = await ready(group.open(first.url), group.alone);
    const before = group.alone();
    await first.stop();
    const five = minute('out', 5);
    const states = [];
    for (let i = 0; i < 8; i += 1) states.push(await mustSucceed(limiter.take(five, 'ada')));
    expect(states.map(({ allowed }) => allowed)).to.deep.equal([true, true, true, true, true, false, false, false]);
    expect(group.alone() - before).to.equal(8);
    const causes = [...group.told];
    expect(causes.map((cause) => cause instanceof Error)).to.deep.equal([true]);
    const second = await startRedis(first.port);
    await ready(limiter, group.alone);
    expect(group.told).to.deep.equal([...causes, null]);
    expect(await mustSucceed(limiter.take(five, 'ada'))).to.include({ allowed: true, remaining: 4 });
    await group.close();
    await second.stop();
  });

  it('does not wait for a Redis that hangs', async () => {
    const group = instances();
    const redis = await startRedis();
    const limiter = await ready(group.open(redis.url), group.alone);
    await redis.pause();
    const began = performance.now();
    const states = await Promise.all(
      Array.from({ length: 50 }, (_, i) => mustSucceed(limiter.take(minute('hung', 100), `${i}`))),
    );
    for (let i = 0; i < 200; i += 1) states.push(await mustSucceed(limiter.take(minute('hung', 1000), 'after')));
    expect(performance.now() - began).to.be.lessThan(1000);
    expect(states.every(({ allowed }) => allowed)).to.equal(true);
    redis.resume();
    await group.close();
    await redis.stop();
  });
});
