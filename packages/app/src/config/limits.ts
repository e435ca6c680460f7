import type { RateLimits } from '@portcullis/http';
import { defaultRateLimits } from '@portcullis/http';
import { Networks, RedisUrl, wholeNumber } from './values.ts';

const perMinute = wholeNumber(1, 1_000_000);

/** What bounds how much clients may ask of the process. */
export const limitVariables = {
  LIMIT_CLIENT_PER_MINUTE: perMinute,
  LIMIT_FLOW_PER_MINUTE: perMinute,
  LIMIT_TOKEN_PER_MINUTE: perMinute,
  REDIS_URL: RedisUrl,
  TRUSTED_PROXIES: Networks,
};

/** What clients may ask of the process, as it was told or as is usual. */
export type ConfiguredLimits = {
  readonly rates: RateLimits;
  /** Where several instances count together; `null`: each counts by itself. */
  readonly redisUrl: string | null;
  /** Networks of proxies that are believed when they say for whom they ask, each as an address or with its prefix length. */
  readonly trustedProxies: readonly string[];
};

type Variables = {
  readonly LIMIT_CLIENT_PER_MINUTE?: number;
  readonly LIMIT_FLOW_PER_MINUTE?: number;
  readonly LIMIT_TOKEN_PER_MINUTE?: number;
  readonly REDIS_URL?: string;
  readonly TRUSTED_PROXIES?: readonly string[];
};

export const limitsOf = (env: Variables): ConfiguredLimits => ({
  rates: {
    clientPerMinute: env.LIMIT_CLIENT_PER_MINUTE ?? defaultRateLimits.clientPerMinute,
    flowPerMinute: env.LIMIT_FLOW_PER_MINUTE ?? defaultRateLimits.flowPerMinute,
    tokenPerMinute: env.LIMIT_TOKEN_PER_MINUTE ?? defaultRateLimits.tokenPerMinute,
  },
  redisUrl: env.REDIS_URL ?? null,
  trustedProxies: env.TRUSTED_PROXIES ?? [],
});
