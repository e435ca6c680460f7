import { E, type RateLimiter } from '@portcullis/domain';
import type { RateBudget, RateState } from '@portcullis/domain/ports';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { limiterResult, memoryRateLimiter, peekedState, stateOf } from './memory-rate-limiter.ts';

/** A request waits no longer than this to be counted. Within a data centre Redis takes less than one millisecond. */
const commandTimeoutMs = 200;
/** For this long after a failure Redis is not called, so that one request a second finds out whether it is back. */
const failurePauseMs = 1000;

const connectionOptions = {
  commandTimeout: commandTimeoutMs,
  connectTimeout: 2000,
  socketTimeout: 5000,
  // A request that cannot be counted in Redis now is counted in this process. A count that arrives later would be
  // wrong.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (times: number) => Math.min(times * 100, 1000),
  disableClientInfo: true,
};

type RedisRateLimiterOptions = {
  readonly url: string;
  /**
   * Called with the reason when the instance begins to count by itself, and with `null` when it counts in Redis again.
   */
  readonly onChange: (cause: unknown) => void;
  /** Called for each request that this instance alone counted. */
  readonly onLocalCount: () => void;
};

/** A rate limiter with shared counts, and the function that closes its connection. */
export type SharedRateLimiter = { readonly limiter: RateLimiter; readonly close: () => Promise<void> };

/** Tracks whether Redis is worth calling, and reports when that changes. */
const redisAvailability = (onChange: RedisRateLimiterOptions['onChange']) => {
  let askAt = 0;
  let isShared = true;
  return {
    isWorthCalling: () => performance.now() >= askAt,
    failed: (cause: unknown) => {
      askAt = performance.now() + failurePauseMs;
      if (isShared) onChange(cause);
      isShared = false;
    },
    answered: () => {
      if (!isShared) onChange(null);
      isShared = true;
    },
  };
};

/** Opens the connection and waits until it is ready or has failed once. It keeps reconnecting after that. */
const openConnection = async (url: string) => {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, connectionOptions);
  // Each command reports a missing connection itself.
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
 * Counts in Redis, with one budget for all instances. While Redis does not answer, each instance counts by itself: no
 * request is rejected for that, no request waits for it, and a budget is exceeded at most by the factor of the number
 * of instances.
 */
export const redisRateLimiter = ({ url, onChange, onLocalCount }: RedisRateLimiterOptions): SharedRateLimiter => {
  const localLimiter = memoryRateLimiter();
  const { isWorthCalling, failed, answered } = redisAvailability(onChange);
  let connected: Awaited<ReturnType<typeof openConnection>> | null = null;
  const opened = openConnection(url).then((made) => {
    connected = made;
  }, failed);

  /** Returns the state that Redis reports, or `null`. */
  const inRedis = async (
    budget: RateBudget,
    ask: (counter: RateLimiterRedis) => Promise<RateState>,
  ): Promise<RateState | null> => {
    if (connected === null || !isWorthCalling()) return null;
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
    take: (budget, key, amount) => async () => {
      const state = await inRedis(budget, async (counter) =>
        stateOf(budget, await counter.consume(key, amount).catch(limiterResult)),
      );
      if (state !== null) return E.right(state);
      onLocalCount();
      return localLimiter.take(budget, key, amount)();
    },
    peek: (budget, key) => async () => {
      const state = await inRedis(budget, async (counter) => peekedState(budget, await counter.get(key)));
      return state === null ? localLimiter.peek(budget, key)() : E.right(state);
    },
  };
  const close = async (): Promise<void> => {
    await opened;
    connected?.redis.disconnect();
  };
  return { limiter, close };
};
