import { BlockList, isIPv4 } from 'node:net';
import { stringCodec } from '@portcullis/domain/kernel';
import { globalIpv6Network, specialIpv4Networks, specialIpv6Networks } from '@portcullis/domain/ports';
import { isLoopbackHost } from './loopback-host.ts';
import { parseUrl } from './parse-url.ts';

/** To which pages people may be sent back. */
export type RedirectRules = {
  /** Whether a page of this machine is one, as in local development. */
  readonly allowsLoopback: boolean;
  /**
   * The origins to which a client of a partner may send people. `null` is every public one, where the client has no
   * list. For a client that is not configured, or where it is not known which (`null`), they are those of all clients
   * of the partner together.
   */
  readonly originsOf: (partnerId: string, clientId: string | null) => readonly string[] | null;
};

const maxLength = 2048;

const networks = (family: 'ipv4' | 'ipv6', listed: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of listed) {
    const [address = '', length] = network.split('/');
    list.addSubnet(address, Number(length), family);
  }
  return list;
};

const specialIpv4 = networks('ipv4', specialIpv4Networks);
const globalIpv6 = networks('ipv6', [globalIpv6Network]);
const specialIpv6 = networks('ipv6', specialIpv6Networks);

/** Whether the host of a parsed URL, which spells each address in one way, is an address that is not public. */
const isPrivateAddress = (host: string): boolean => {
  if (isIPv4(host)) return specialIpv4.check(host, 'ipv4');
  if (!host.startsWith('[')) return false;
  const address = host.slice(1, -1);
  return !globalIpv6.check(address, 'ipv6') || specialIpv6.check(address, 'ipv6');
};

const withoutTrailingDot = (host: string): string => host.replace(/\.$/, '');
/** Names that only a private network resolves (RFC 6762, RFC 8375, the reservation of `internal` by ICANN). */
const isPrivateName = (host: string): boolean => /^[^.]*$|\.(local|internal|home\.arpa)$/.test(host);

/**
 * The characters of an http URI with a plain host (RFC 3986 appendix A). `URL` also takes what others read in another
 * way, such as a backslash, a blank, or a scheme without the two slashes.
 */
const uriForm = /^https?:\/\/[a-z0-9.:[\]-]+([/?#][\w\-.~:/?#[\]@!$&'()*+,;=%]*)?$/i;

const parsed = (text: string): URL | null => (text.length <= maxLength && uriForm.test(text) ? parseUrl(text) : null);

/** Whether a host is an IPv6 address, an IPv4 address or a name of the DNS (RFC 1123 section 2.1). */
const isHost = (host: string): boolean =>
  host.startsWith('[') || (host.length <= 253 && host.split('.').every((label) => /^[a-z0-9-]{1,63}$/.test(label)));

/** Whether people may be sent to a URL, as far as the URL itself says. URLs of this machine are for development. */
export const isPossibleRedirect = ({ hostname, password, port, protocol, username }: URL): boolean => {
  if (username !== '' || password !== '') return false;
  if (isLoopbackHost(hostname)) return protocol === 'https:' || protocol === 'http:';
  const host = withoutTrailingDot(hostname);
  if (protocol !== 'https:' || port === '0' || !isHost(host) || isPrivateAddress(host)) return false;
  return host.startsWith('[') || !isPrivateName(host);
};

/**
 * Where the person's browser goes afterwards: an https URL, or http on the local machine; without a user and a
 * password, and with no address and no name of a private network.
 */
export const RedirectUrl = stringCodec(
  `an https URL of at most ${maxLength} characters of ASCII, without user, password and private address or name`,
  (text) => {
    const url = parsed(text);
    return url !== null && isPossibleRedirect(url);
  },
  { format: 'uri', maxLength },
);

/** Why nobody is sent to a URL of the form above by this client (`null`: any) of this partner, or `null`. */
export const redirectFault = (
  { originsOf, allowsLoopback }: RedirectRules,
  { clientId, partnerId }: { readonly clientId: string | null; readonly partnerId: string },
  text: string | undefined,
): string | null => {
  const url = text === undefined ? null : parsed(text);
  if (url === null) return null;
  if (!allowsLoopback && isLoopbackHost(url.hostname)) return 'an address of this machine is not possible here';
  const origins = originsOf(partnerId, clientId);
  return origins === null || origins.includes(url.origin)
    ? null
    : 'its origin is not among the redirect_origins of this client';
};
