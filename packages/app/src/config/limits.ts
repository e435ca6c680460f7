import { mediaLimits } from '@portcullis/domain/evidence';
import type { t } from '@portcullis/domain/kernel';
import { defaultStorageLimits } from '@portcullis/domain/use-cases';
import { defaultRateLimits, defaultRequestLimits, type RequestLimits } from '@portcullis/http';
import { Networks, RedisUrl, wholeNumber } from './codecs/values.ts';

const kibi = 1024;
const mebi = 1024 * kibi;
const perMinute = wholeNumber(1, 1_000_000);

const storedBytes = wholeNumber(mebi, 1_000_000 * mebi);
const callsPerDay = wholeNumber(0, 1_000_000_000);

/** The variables that limit the load from clients, what they store, and what they spend. */
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
  // At least one image that is as large as an image can be.
  LIMIT_DECODED_BYTES_PER_HOUR: wholeNumber(mediaLimits.decodedBytes, 1_000_000_000_000),
  LIMIT_URL_BYTES: wholeNumber(kibi, 32 * kibi),
  LIMIT_HEADER_BYTES: wholeNumber(8 * kibi, 64 * kibi),
  LIMIT_JSON_BYTES: wholeNumber(4 * kibi, mebi),
  LIMIT_JSON_DEPTH: wholeNumber(4, 64),
  LIMIT_MULTIPART_BYTES: wholeNumber(mebi, 256 * mebi),
  // It is bounded by the size that the file column of the record database accepts after encryption.
  LIMIT_IMAGE_BYTES: wholeNumber(64 * kibi, 50 * mebi),
  LIMIT_PROFILE_BYTES: storedBytes,
  LIMIT_TENANT_BYTES: storedBytes,
  REVIEW_SLA_HOURS: wholeNumber(1, 8760),
  LIMIT_OPEN_CLAIMS: wholeNumber(1, 1000),
  BUDGET_DOCUMENT_READINGS_PER_DAY: callsPerDay,
  BUDGET_LIVENESS_SESSIONS_PER_DAY: callsPerDay,
  BUDGET_FACE_COMPARISONS_PER_DAY: callsPerDay,
  BUDGET_DEVICE_LOOKUPS_PER_DAY: callsPerDay,
};

type LimitValues = {
  readonly [Name in keyof typeof limitVariables]?: t.TypeOf<(typeof limitVariables)[Name]>;
};

const uploadBytesInFlight = (env: LimitValues): number =>
  env.LIMIT_UPLOAD_BYTES_IN_FLIGHT ?? defaultRequestLimits.uploadBytesInFlight;

/** A request that exceeds the whole upload budget could never be buffered, so it is too large from the start. */
const multipartBytesLimit = (env: LimitValues): number =>
  env.LIMIT_MULTIPART_BYTES ?? Math.min(defaultRequestLimits.multipartBytes, uploadBytesInFlight(env));

const headerBytesLimit = (env: LimitValues): number => env.LIMIT_HEADER_BYTES ?? 16 * kibi;

const requestLimits = (env: LimitValues): RequestLimits => ({
  ...defaultRequestLimits,
  urlBytes: env.LIMIT_URL_BYTES ?? defaultRequestLimits.urlBytes,
  jsonBytes: env.LIMIT_JSON_BYTES ?? defaultRequestLimits.jsonBytes,
  jsonDepth: env.LIMIT_JSON_DEPTH ?? defaultRequestLimits.jsonDepth,
  multipartBytes: multipartBytesLimit(env),
  imageBytes: env.LIMIT_IMAGE_BYTES ?? defaultRequestLimits.imageBytes,
  uploadBytesInFlight: uploadBytesInFlight(env),
});

/** Conflicts between limits, where one makes the other unreachable; by name and rule. */
export const limitConflicts = (env: LimitValues): readonly { readonly name: string; readonly rule: string }[] => {
  const { multipartBytes, uploadBytesInFlight, urlBytes } = requestLimits(env);
  const found = [
    multipartBytes > uploadBytesInFlight && {
      name: 'LIMIT_MULTIPART_BYTES',
      rule: 'must not be more than LIMIT_UPLOAD_BYTES_IN_FLIGHT',
    },
    urlBytes > headerBytesLimit(env) && { name: 'LIMIT_URL_BYTES', rule: 'must not be more than LIMIT_HEADER_BYTES' },
  ];
  return found.filter((fault) => fault !== false);
};

/** The limits for clients, configured or by default. */
export const toConfiguredLimits = (env: LimitValues) => ({
  rates: {
    clientPerMinute: env.LIMIT_CLIENT_PER_MINUTE ?? defaultRateLimits.clientPerMinute,
    flowPerMinute: env.LIMIT_FLOW_PER_MINUTE ?? defaultRateLimits.flowPerMinute,
    tokenPerMinute: env.LIMIT_TOKEN_PER_MINUTE ?? defaultRateLimits.tokenPerMinute,
  },
  /** The Redis in which several instances count together; with `null` each instance counts by itself. */
  redisUrl: env.REDIS_URL ?? null,
  /** Proxies whose `X-Forwarded-For` is trusted: each an address, or a network with its prefix length. */
  trustedProxies: env.TRUSTED_PROXIES ?? [],
  connections: env.LIMIT_CONNECTIONS ?? 4000,
  connectionsPerAddress: env.LIMIT_CONNECTIONS_PER_ADDRESS ?? 1000,
  requestsPerConnection: env.LIMIT_REQUESTS_PER_CONNECTION ?? 1000,
  /** The time limits for the head of a request, for the whole request, and for any progress with it. */
  headersSeconds: env.HEADERS_TIMEOUT_SECONDS ?? 15,
  requestSeconds: env.REQUEST_TIMEOUT_SECONDS ?? 180,
  stallSeconds: env.STALL_TIMEOUT_SECONDS ?? 30,
  requests: requestLimits(env),
  headerBytes: headerBytesLimit(env),
  imageDecodes: env.LIMIT_IMAGE_DECODES ?? 2,
  /** The maximum of bytes of pixels that are decoded for one profile in an hour. */
  decodedBytesPerHour: env.LIMIT_DECODED_BYTES_PER_HOUR ?? 2_000_000_000,
  /** The maximum sizes of the files of one profile, and of one partner; with `null` there is none. */
  profileBytes: env.LIMIT_PROFILE_BYTES ?? defaultStorageLimits.profileBytes,
  tenantBytes: env.LIMIT_TENANT_BYTES ?? null,
  /** Within how many hours a profile in review is to be judged. */
  reviewSlaHours: env.REVIEW_SLA_HOURS ?? 24,
  /** How many profiles a member of staff may have claimed for review at a time. */
  maxOpenClaims: env.LIMIT_OPEN_CLAIMS ?? 10,
  /** How many paid calls a partner may make on one day. */
  budgets: {
    document_reader: env.BUDGET_DOCUMENT_READINGS_PER_DAY ?? null,
    liveness: env.BUDGET_LIVENESS_SESSIONS_PER_DAY ?? null,
    faces: env.BUDGET_FACE_COMPARISONS_PER_DAY ?? null,
    device: env.BUDGET_DEVICE_LOOKUPS_PER_DAY ?? null,
  },
});
