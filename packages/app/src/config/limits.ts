import type { t } from '@portcullis/domain';
import type { RateLimits } from '@portcullis/http';
import { defaultLimits, defaultRateLimits } from '@portcullis/http';
import { Networks, RedisUrl, wholeNumber } from './values.ts';

const mebi = 1024 * 1024;
const perMinute = wholeNumber(1, 1_000_000);

/** What bounds how much clients may ask of the process. */
export const limitVariables = {
  LIMIT_CLIENT_PER_MINUTE: perMinute,
  LIMIT_FLOW_PER_MINUTE: perMinute,
  LIMIT_TOKEN_PER_MINUTE: perMinute,
  REDIS_URL: RedisUrl,
  TRUSTED_PROXIES: Networks,
  LIMIT_CONNECTIONS: wholeNumber(10, 1_000_000),
  LIMIT_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000),
  LIMIT_REQUESTS_PER_CONNECTION: wholeNumber(1, 1_000_000),
  HEADERS_TIMEOUT_SECONDS: wholeNumber(1, 300),
  REQUEST_TIMEOUT_SECONDS: wholeNumber(1, 3600),
  STALL_TIMEOUT_SECONDS: wholeNumber(1, 300),
  LIMIT_UPLOAD_BYTES_IN_FLIGHT: wholeNumber(16 * mebi, 1_000_000 * mebi),
  LIMIT_IMAGE_DECODES: wholeNumber(1, 64),
};

/** What clients may ask of the process, as it was told or as is usual. */
export type ConfiguredLimits = {
  readonly rates: RateLimits;
  /** Where several instances count together; `null`: each counts by itself. */
  readonly redisUrl: string | null;
  /** Networks of proxies that are believed when they say for whom they ask, each as an address or with its prefix length. */
  readonly trustedProxies: readonly string[];
  /** Connections of the process, of them those of one address, and how many requests each may bring. */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly requestsPerConnection: number;
  /** For the head of a request, for all of it, and for making any progress with it. */
  readonly headersSeconds: number;
  readonly requestSeconds: number;
  readonly stallSeconds: number;
  /** Upload bytes held for all requests at one time. */
  readonly uploadBytesInFlight: number;
  /** Images decoded at one time. */
  readonly imageDecodes: number;
};

type Variables = {
  readonly [Name in keyof typeof limitVariables]?: t.TypeOf<(typeof limitVariables)[Name]>;
};

export const limitsOf = (env: Variables): ConfiguredLimits => ({
  rates: {
    clientPerMinute: env.LIMIT_CLIENT_PER_MINUTE ?? defaultRateLimits.clientPerMinute,
    flowPerMinute: env.LIMIT_FLOW_PER_MINUTE ?? defaultRateLimits.flowPerMinute,
    tokenPerMinute: env.LIMIT_TOKEN_PER_MINUTE ?? defaultRateLimits.tokenPerMinute,
  },
  redisUrl: env.REDIS_URL ?? null,
  trustedProxies: env.TRUSTED_PROXIES ?? [],
  connections: env.LIMIT_CONNECTIONS ?? 4000,
  connectionsPerAddress: env.LIMIT_CONNECTIONS_PER_ADDRESS ?? 1000,
  requestsPerConnection: env.LIMIT_REQUESTS_PER_CONNECTION ?? 1000,
  headersSeconds: env.HEADERS_TIMEOUT_SECONDS ?? 15,
  requestSeconds: env.REQUEST_TIMEOUT_SECONDS ?? 180,
  stallSeconds: env.STALL_TIMEOUT_SECONDS ?? 30,
  uploadBytesInFlight: env.LIMIT_UPLOAD_BYTES_IN_FLIGHT ?? defaultLimits.uploadBytesInFlight,
  imageDecodes: env.LIMIT_IMAGE_DECODES ?? 2,
});
