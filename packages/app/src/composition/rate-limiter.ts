import { memoryRateLimiter, redisRateLimiter, type SharedRateLimiter } from '@portcullis/adapter-limits';
import type { Config } from '../config/config.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** The rate limiter: it counts requests in this process, or together with other instances where Redis is configured. */
export const rateLimiter = ({ limits: { redisUrl } }: Config, logger: Logger, metrics: Metrics): SharedRateLimiter => {
  if (redisUrl === null) return { limiter: memoryRateLimiter(), close: async () => undefined };
  const onChange = (cause: unknown): void => {
    if (cause === null) logger.info('rate_limits_shared');
    else logger.warn('rate_limits_alone', { cause });
  };
  return redisRateLimiter({ url: redisUrl, onChange, onLocalCount: metrics.countLocalRateLimit });
};
