import type { ServerOptions } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { RateLimiter } from '@portcullis/domain';
import { defaultLimits, type HttpConfig, type Rates } from '@portcullis/http';
import type { Config } from './config.ts';
import type { Surroundings } from './container.ts';
import { version } from './version.ts';

/** Where a front end runs while it is developed. */
const developmentOrigins = ['http://localhost', 'http://127.0.0.1'].flatMap((host) =>
  [3000, 5173, 8080].map((port) => `${host}:${port}`),
);

const originsOf = ({ web, environment }: Config): readonly string[] => [
  ...new Set([
    new URL(web.clientUrl).origin,
    ...web.allowedOrigins,
    ...(environment === 'production' ? [] : developmentOrigins),
  ]),
];

/** What the HTTP surface must know of the configuration. */
export const surfaceOf = (config: Config, surroundings: Surroundings): HttpConfig => ({
  allowedOrigins: originsOf(config),
  sandbox: surroundings === 'sandbox',
  service: 'portcullis',
  version,
  startedAt: new Date().toISOString(),
  limits: defaultLimits,
});

const networks = (listed: readonly string[]): BlockList => {
  const found = new BlockList();
  for (const network of listed) {
    const [address = '', length] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (length === undefined) found.addAddress(address, family);
    else found.addSubnet(address, Number(length), family);
  }
  return found;
};

/** How often who may ask, and who counts it. */
export const ratesOf = ({ limits }: Config, limiter: RateLimiter): Rates => ({
  limiter,
  limits: limits.rates,
  trustedProxies: networks(limits.trustedProxies),
});

/**
 * How long a client may take, in milliseconds: for the head of a request, for all of it (50 MB of video over a phone),
 * and between two. The last is longer than load balancers wait, so that they are the ones who close.
 */
export const connectionLimits: ServerOptions = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15_000,
  requestTimeout: 180_000,
  keepAliveTimeout: 75_000,
};
