import type { IncomingMessage, Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { bareAddress } from '@portcullis/http';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** The networks of proxies. An address elsewhere can be that of a person, and stands in no log. */
const privateNetworks = new BlockList();
for (const [network, length] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, length, 'ipv4');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addAddress('::1', 'ipv6');

const has = (networks: BlockList, address: string): boolean =>
  networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Whether a request says for whom it was forwarded, in a header that nobody reads. */
const isForwardedUnread = ({ headers }: IncomingMessage, isTrusted: () => boolean): boolean => {
  if (headers['x-forwarded-for'] !== undefined) return !isTrusted();
  return headers['forwarded'] !== undefined || headers['x-real-ip'] !== undefined;
};

const rule =
  'does not name a peer that sends X-Forwarded-For, or the peer sends another header: everybody behind it counts as one address';

/**
 * Notices a proxy whose clients cannot be told apart, once for each connection: one that is not trusted, or one that
 * writes another header than `X-Forwarded-For`. The log names the first of them.
 */
export const watchForwarding = (
  server: Server,
  trusted: BlockList,
  logger: Pick<Logger, 'warn'>,
  { countUnreadForwarding }: Pick<Metrics, 'countUnreadForwarding'>,
): void => {
  const noticed = new WeakSet<Socket>();
  let isLogged = false;
  server.prependListener('request', (request) => {
    const { socket } = request;
    const peer = (): string => bareAddress(socket.remoteAddress ?? '');
    if (noticed.has(socket) || !isForwardedUnread(request, () => has(trusted, peer()))) return;
    noticed.add(socket);
    countUnreadForwarding();
    if (isLogged) return;
    isLogged = true;
    const isPrivate = has(privateNetworks, peer());
    logger.warn('proxy_not_trusted', { variable: 'TRUSTED_PROXIES', rule, ...(isPrivate && { host: peer() }) });
  });
};
