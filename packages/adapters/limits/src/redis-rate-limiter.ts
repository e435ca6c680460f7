import { E, type RateBudget, type RateLimiter, type RateState } from '@portcullis/domain';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { countedOf, memoryRateLimiter, standingOf, stateOf } from './memory-rate-limiter.ts';

/** Nobody waits longer than this to be counted; within a data centre Redis takes less than one. */
const patienceMs = 200;
/** So long after a failure Redis is not asked: one request a second finds out whether it is back. */
const pauseMs = 1000;

const connection = {
  commandTimeout: patienceMs,
  connectTimeout: 2000,
  socketTimeout: 5000,
  // What cannot be counted now is counted here; a count that comes later would be a wrong one.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (times: number) => Math.min(times * 100, 1000),
  disableClientInfo: true,
};

type SharedOptions = {
  readonly url: string;
  /** Told when the instance begins to count by itself, with the reason, and (`null`) when it counts with the others again. */
  readonly onChange: (cause: unknown) => void;
  /** Told of each request that was counted by this instance alone. */
  readonly onAlone: () => void;
};

/** Counts that are shared, and the connection over which they are. */
export type SharedRateLimiter = { readonly limiter: RateLimiter; readonly close: () => Promise<void> };

/** Whether Redis is worth asking, and who is told when that changes. */
const trust = (onChange: SharedOptions['onChange']) => {
  let [askAt, isShared] = [0, true];
  return {
    isDue: () => performance.now() >= askAt,
    failed: (cause: unknown) => {
      askAt = performance.now() + pauseMs;
      if (isShared) onChange(cause);
      isShared = false;
    },
    answered: () => {
      if (!isShared) onChange(null);
      isShared = true;
    },
  };
};

/** A connection that has been made, or has failed once: it goes on trying. */
const open = async (url: string) => {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, connection);
  // Each command says itself that there is no connection.
  redis.on('error', () => undefined);
  await new Promise<void>((resolve) => redis.once('ready', () => resolve()).once('error', () => resolve()));
  const counters = new Map<string, RateLimiterRedis>();
  const counterOf = ({ name, limit, windowSeconds }: RateBudget): RateLimiterRedis => {
    const known = counters.get(name);
    if (known !== undefined) return known;
    const keyPrefix = `portcullis:${name}`;
    const options = { storeClient: redis, points: limit, duration: windowSeconds, keyPrefix };
    const made = new RateLimiterRedis({ ...options, rejectIfRedisNotReady: true });
    counters.set(name, made);
    return made;
  };
  return { redis, counterOf };
};

/**
 * Counts in Redis, one budget for all instances. While Redis gives no answer each instance counts by itself: nobody is
 * refused for that, nobody waits for it, and a budget is at most as many times as large as there are instances.
 */
export const redisRateLimiter = ({ url, onChange, onAlone }: SharedOptions): SharedRateLimiter => {
  const alone = memoryRateLimiter();
  const { isDue, failed, answered } = trust(onChange);
  let connected: Awaited<ReturnType<typeof open>> | null = null;
  const opened = open(url).then((made) => {
    connected = made;
  }, failed);

  /** What Redis says, or `null`. */
  const shared = async (
    budget: RateBudget,
    ask: (counter: RateLimiterRedis) => Promise<RateState>,
  ): Promise<RateState | null> => {
    if (connected === null || !isDue()) return null;
    try {
      const state = await ask(connected.counterOf(budget));
      answered();
      return state;
    } catch (cause) {
      failed(cause);
      return null;
    }
  };

  const limiter: RateLimiter = {
    take: (budget, key) => async () => {
      const state = await shared(budget, async (counter) =>
        stateOf(budget, await counter.consume(key).catch(countedOf)),
      );
      if (state !== null) return E.right(state);
      onAlone();
      return alone.take(budget, key)();
    },
    peek: (budget, key) => async () => {
      const state = await shared(budget, async (counter) => standingOf(budget, await counter.get(key)));
      return state === null ? alone.peek(budget, key)() : E.right(state);
    },
  };
  const close = async (): Promise<void> => {
    await opened;
    connected?.redis.disconnect();
  };
  return { limiter, close };
};
