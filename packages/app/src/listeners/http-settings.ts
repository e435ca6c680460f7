import type { ServerOptions } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { RateLimiter } from '@portcullis/domain';
import type { HttpConfig, RateLimiting, RedirectRules, StaffSite } from '@portcullis/http';
import { signInTickets } from '../adapters/sign-in-tickets.ts';
import type { Mode } from '../composition/container.ts';
import type { Config } from '../config/config.ts';
import type { ConnectionLimits } from './connection-guard.ts';

/** The origins of front ends in local development. */
const developmentOrigins = ['http://localhost', 'http://127.0.0.1'].flatMap((host) =>
  [3000, 4200, 5173, 8000, 8080].map((port) => `${host}:${port}`),
);

/** The origins from which a browser may call the API. */
export const allowedOrigins = ({ web, environment }: Pick<Config, 'environment' | 'web'>): readonly string[] => [
  ...new Set([
    ...web.domainOrigins,
    new URL(web.clientUrl).origin,
    ...web.allowedOrigins,
    ...(environment === 'production' ? [] : developmentOrigins),
  ]),
];

type Origins = readonly string[] | null;

/** The lists of several clients together; `null` where there is no client, or one of them has no list. */
const unionOf = (lists: readonly (readonly string[] | undefined)[]): Origins =>
  lists.length === 0 || lists.includes(undefined) ? null : lists.flatMap((list) => list ?? []);

/** In production nobody is sent to a page of the own machine, which is another one for each person. */
export const redirectRules = ({ environment, tokens }: Pick<Config, 'environment' | 'tokens'>): RedirectRules => {
  const own = new Map(tokens.clients.map((client) => [client.clientId, client]));
  const ofPartner = new Map<string, Origins>();
  for (const { tenant } of tokens.clients) {
    const clients = tokens.clients.filter((client) => client.tenant.partnerId === tenant.partnerId);
    ofPartner.set(tenant.partnerId, unionOf(clients.map(({ redirectOrigins }) => redirectOrigins)));
  }
  const originsOf = (partnerId: string, clientId: string | null): Origins => {
    const client = clientId === null ? undefined : own.get(clientId);
    if (client?.tenant.partnerId === partnerId) return client.redirectOrigins ?? null;
    return ofPartner.get(partnerId) ?? null;
  };
  return { allowsLoopback: environment !== 'production', originsOf };
};

/** The base of verification URLs. Port 0 stands for the one that the API has got. */
export const linkBaseWith = (clientUrl: string, port: number): string =>
  new URL(clientUrl).port === '0' ? clientUrl.replace(/:0(?=\/|$)/, `:${port}`) : clientUrl;

/** The HTTP settings that come from elsewhere than the configuration. */
export type HttpConfigParts = Pick<HttpConfig, 'consolePage' | 'liveness' | 'verifyPage' | 'version'> & {
  readonly mode: Mode;
  /** The port of the API, once it listens. */
  readonly port: () => number;
};

/** The host of the API where staff have another one. */
const apiHostBeside = (staffUrl: string, publicUrl: string | null): { readonly apiHost?: string } => {
  if (publicUrl === null) return {};
  const { host } = new URL(publicUrl);
  return host === new URL(staffUrl).host ? {} : { apiHost: host };
};

/** Where staff sign in. Port 0 stands for the one that the API has got. */
const staffSite = ({ staff, tokens, web }: Config, port: () => number): StaffSite | null =>
  staff && {
    origin: () => new URL(linkBaseWith(staff.url, port())).origin,
    isSecure: staff.url.startsWith('https:'),
    ...apiHostBeside(staff.url, web.publicUrl),
    method: staff.openid === null ? 'password' : 'openid',
    tickets: signInTickets(tokens.secret),
  };

/** The settings of the HTTP layer. */
export const httpConfig = (
  config: Config,
  { consolePage, liveness, mode, port, verifyPage, version }: HttpConfigParts,
): HttpConfig => ({
  allowedOrigins: allowedOrigins(config),
  publicUrl: config.web.publicUrl,
  sandbox: mode === 'sandbox',
  service: 'portcullis',
  version,
  startedAt: new Date().toISOString(),
  limits: config.limits.requests,
  redirects: redirectRules(config),
  staff: staffSite(config, port),
  verifyPage,
  consolePage,
  liveness,
  deviceAgent: config.fingerprint?.agent ? new URL(config.fingerprint.agent.endpoint).origin : null,
});

const blockListOf = (listed: readonly string[]): BlockList => {
  const found = new BlockList();
  for (const network of listed) {
    const [address = '', length] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (length === undefined) found.addAddress(address, family);
    else found.addSubnet(address, Number(length), family);
  }
  return found;
};

/** The rate limits, and the limiter that counts them. */
export const rateLimiting = ({ limits }: Config, limiter: RateLimiter): RateLimiting => ({
  limiter,
  limits: limits.rates,
  trustedProxies: blockListOf(limits.trustedProxies),
});

/**
 * The time limits of a client, in milliseconds: for the head of a request, for a whole request (the photos of a
 * phone), and between two requests. The last is longer than that of load balancers, so that they close first.
 */
export const serverOptions = ({ limits }: Config): ServerOptions => ({
  maxHeaderSize: limits.headerBytes,
  headersTimeout: limits.headersSeconds * 1000,
  requestTimeout: limits.requestSeconds * 1000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1000,
  // The HTTP layer refuses a request without Host with its own response.
  requireHostHeader: false,
});

/** The limits of connections. */
export const connectionLimits = ({ limits }: Config): ConnectionLimits => ({
  connections: limits.connections,
  connectionsPerAddress: limits.connectionsPerAddress,
  trustedProxies: blockListOf(limits.trustedProxies),
  requestsPerConnection: limits.requestsPerConnection,
  requestMs: limits.requestSeconds * 1000,
  stallMs: limits.stallSeconds * 1000,
});
