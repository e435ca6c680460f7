import type { ServerOptions } from 'node:http';
import { defaultLimits, type HttpConfig } from '@portcullis/http';
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
