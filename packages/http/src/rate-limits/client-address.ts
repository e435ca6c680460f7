import type { IncomingMessage } from 'node:http';
import { type BlockList, isIPv4, isIPv6 } from 'node:net';
import { recentValues } from './recent-values.ts';

/** The eight groups of an IPv6 address without a dotted part, each a number of 16 bits. */
const ipv6Groups = (address: string): readonly number[] => {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...(tail === undefined ? [] : zeros), ...after].map((group) => Number.parseInt(group, 16));
};

/** The IPv4 address that an IPv6 address maps (RFC 4291 section 2.5.5.2), in either of its notations, or `null`. */
const mappedIpv4 = (address: string): string | null => {
  // Every notation of such an address has this group, and most addresses have not.
  if (!/ffff:/i.test(address)) return null;
  const dotted = /:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  const groups = ipv6Groups(dotted === undefined ? address : `${address.slice(0, -dotted.length)}0:0`);
  const isMapped = groups.length === 8 && groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return null;
  const [high = 0, low = 0] = groups.slice(6);
  return dotted ?? [high >> 8, high & 255, low >> 8, low & 255].join('.');
};

/**
 * The address without its zone and without the port that some proxies append. An IPv4-mapped IPv6 address becomes the
 * IPv4 address, however it is written.
 */
export const bareAddress = (address: string): string => {
  const bare = address
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/%.*$/, '');
  return isIPv6(bare) ? (mappedIpv4(bare) ?? bare) : bare;
};

const isTrusted = (proxies: BlockList, address: string): boolean =>
  (isIPv4(address) && proxies.check(address, 'ipv4')) || (isIPv6(address) && proxies.check(address, 'ipv6'));

/**
 * The client is the nearest hop that is not a trusted proxy, because anybody could have written what stands before it.
 */
const clientBehindProxies = (peer: string, forwarded: string | undefined, proxies: BlockList): string => {
  let address = peer;
  const hops = (forwarded ?? '').split(',').map((hop) => bareAddress(hop.trim()));
  while (isTrusted(proxies, address)) {
    const before = hops.pop();
    if (before === undefined || !(isIPv4(before) || isIPv6(before))) return address;
    address = before;
  }
  return address;
};

/** The first four groups of an IPv6 address: this network belongs to one customer (RFC 6177). */
const ipv6Network = (address: string): string =>
  ipv6Groups(address)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');

/** The key by which an address is counted: an IPv4 address counts by itself, an IPv6 address by its /64 network. */
export const rateLimitAddress = (address: string): string => {
  const bare = bareAddress(address);
  return isIPv6(bare) ? ipv6Network(bare) : bare;
};

/**
 * The /56 and the /48 around the network by which an address of IPv6 is counted, which one customer may have as well
 * (RFC 6177); none for an address of IPv4.
 */
export const widerNetworks = (counted: string): readonly string[] => {
  const groups = counted.split(':');
  const site = groups.slice(0, 3).join(':');
  return groups.length === 4 ? [`${site}:${Number.parseInt(groups[3] ?? '', 16) >> 8}`, site] : [];
};

/** The key by which an unauthenticated client is counted. */
export const clientAddress = (
  { socket, headers }: Pick<IncomingMessage, 'headers' | 'socket'>,
  proxies: BlockList,
): string => {
  const forwarded = headers['x-forwarded-for'];
  const all = typeof forwarded === 'string' ? forwarded : forwarded?.join(',');
  return rateLimitAddress(clientBehindProxies(bareAddress(socket.remoteAddress ?? ''), all, proxies));
};

/**
 * The length of two addresses. A longer list of hops is read again each time, so that nobody fills the memory with it.
 */
const maxKeptForwarded = 96;

/** Works like `clientAddress`, and keeps for a moment what it found for the connections that come again. */
export const cachedClientAddress = (
  proxies: BlockList,
): ((request: Pick<IncomingMessage, 'headers' | 'socket'>) => string) => {
  const recent = recentValues<string>(2000);
  return (request) => {
    const forwarded = request.headers['x-forwarded-for'] ?? '';
    if (typeof forwarded !== 'string' || forwarded.length > maxKeptForwarded) return clientAddress(request, proxies);
    return recent(`${request.socket.remoteAddress} ${forwarded}`, () => clientAddress(request, proxies));
  };
};
