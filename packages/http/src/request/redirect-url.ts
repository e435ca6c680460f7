import { BlockList, isIPv4 } from 'node:net';
import { isPlainText, stringCodec } from '@portcullis/domain/kernel';

/** To which pages people may be sent back. */
export type RedirectRules = {
  /** Whether a page of this machine is one, as in local development. */
  readonly toThisMachine: boolean;
  /** The origins that the entry of a client lists, or `null` where it has no list: then every public one is allowed. */
  readonly originsOf: (clientId: string) => readonly string[] | null;
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

/** The IPv4 networks that are not globally reachable (RFC 6890 and the registry of the IANA), and those of groups. */
const specialIpv4 = networks('ipv4', [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]);
/** The one IPv6 network of global unicast (RFC 4291 section 2.4), and its parts that are not public or hold an IPv4. */
const globalIpv6 = networks('ipv6', ['2000::/3']);
const specialIpv6 = networks('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Whether the host of a parsed URL, which spells each address in one way, is an address that is not public. */
const isPrivateAddress = (host: string): boolean => {
  if (isIPv4(host)) return specialIpv4.check(host, 'ipv4');
  if (!host.startsWith('[')) return false;
  const address = host.slice(1, -1);
  return !globalIpv6.check(address, 'ipv6') || specialIpv6.check(address, 'ipv6');
};

const withoutDot = (host: string): string => host.replace(/\.$/, '');
const isThisMachine = (host: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(withoutDot(host));

const parsed = (text: string): URL | null =>
  text.length <= maxLength && isPlainText(text) && URL.canParse(text) ? new URL(text) : null;

const isPossible = ({ hostname, password, protocol, username }: URL): boolean => {
  if (username !== '' || password !== '') return false;
  if (isThisMachine(hostname)) return protocol === 'https:' || protocol === 'http:';
  return protocol === 'https:' && !isPrivateAddress(withoutDot(hostname));
};

/**
 * Where the person's browser goes afterwards: an https URL, or http on the local machine; without a user and a
 * password, and with no address of a private network.
 */
export const RedirectUrl = stringCodec(
  `an https URL of at most ${maxLength} characters, without user, password and private address`,
  (text) => {
    const url = parsed(text);
    return url !== null && isPossible(url);
  },
  { format: 'uri', maxLength },
);

/** Why a client may not send people to a URL of the form above, or `null`. No URL is always allowed. */
export const redirectFault = (rules: RedirectRules, clientId: string, text: string | undefined): string | null => {
  const url = text === undefined ? null : parsed(text);
  if (url === null) return null;
  if (!rules.toThisMachine && isThisMachine(url.hostname)) return 'an address of this machine is not possible here';
  const origins = rules.originsOf(clientId);
  return origins === null || origins.includes(url.origin)
    ? null
    : 'its origin is not among the redirect_origins of this client';
};
