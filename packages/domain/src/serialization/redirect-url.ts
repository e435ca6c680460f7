import { stringCodec } from '../kernel/codec.ts';
import { isLoopbackHost } from '../kernel/loopback-host.ts';
import { globalIpv6Network, specialIpv4Networks, specialIpv6Networks } from '../ports/special-networks.ts';

const maxLength = 2048;

/**
 * The characters of an http URI with a plain host (RFC 3986 appendix A). The parsers of browsers also take what others
 * read in another way, such as a backslash, a blank, or a scheme without the two slashes.
 */
const uriForm = /^(https?):\/\/([a-z0-9.-]+|\[[a-f0-9:.]+\])(?::(\d{0,5}))?([/?#][\w\-.~:/?#[\]@!$&'()*+,;=%]*)?$/i;

/** The bits of whole numbers of `width` bits each. */
const bitsOf = (numbers: readonly number[], width: number): string =>
  numbers.map((number) => number.toString(2).padStart(width, '0')).join('');

/** The bits of an IPv4 address in its usual form. What others read as octal or hexadecimal is none. */
const ipv4Bits = (text: string): string | null => {
  const parts = text.split('.');
  const isAddress = parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
  return isAddress ? bitsOf(parts.map(Number), 8) : null;
};

/** The bits of an IPv6 address without an IPv4 address at its end, in any of its forms (RFC 4291 section 2.2). */
const ipv6Bits = (text: string): string | null => {
  const [head = '', tail, ...more] = text.split('::');
  const groupsIn = (part: string): readonly string[] => (part === '' ? [] : part.split(':'));
  const before = groupsIn(head);
  const after = groupsIn(tail ?? '');
  const left = 8 - before.length - after.length;
  if (more.length > 0 || (tail === undefined ? left !== 0 : left < 1)) return null;
  const groups = [...before, ...Array.from({ length: left }, () => '0'), ...after];
  const isAddress = groups.every((group) => /^[0-9a-f]{1,4}$/.test(group));
  return isAddress
    ? bitsOf(
        groups.map((group) => Number.parseInt(group, 16)),
        16,
      )
    : null;
};

/** The common first bits of the addresses of a network. */
const prefixOf = (network: string): string => {
  const [address = '', length] = network.split('/');
  return (ipv4Bits(address) ?? ipv6Bits(address) ?? '').slice(0, Number(length));
};

const specialIpv4 = specialIpv4Networks.map(prefixOf);
const specialIpv6 = specialIpv6Networks.map(prefixOf);
const globalIpv6 = prefixOf(globalIpv6Network);

const isWithin = (bits: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => bits.startsWith(prefix));

/** Names that only a private network resolves (RFC 6762, RFC 8375, the reservation of `internal` by ICANN). */
const isPrivateName = (name: string): boolean => /^[^.]*$|\.(local|internal|home\.arpa)$/.test(name);

const isLabel = (label: string): boolean => /^[a-z0-9-]{1,63}$/.test(label);

/** Whether a host is a public IPv6 address, a public IPv4 address or a public name of the DNS (RFC 1123). */
const isPublicHost = (host: string): boolean => {
  if (host.startsWith('[')) {
    const bits = ipv6Bits(host.slice(1, -1));
    return bits !== null && isWithin(bits, [globalIpv6]) && !isWithin(bits, specialIpv6);
  }
  const name = host.replace(/\.$/, '');
  const labels = name.split('.');
  // A host whose last label is a number is an address, in whichever of its forms.
  if (/^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '')) {
    const bits = ipv4Bits(name);
    return bits !== null && !isWithin(bits, specialIpv4);
  }
  return name.length <= 253 && labels.every(isLabel) && !isPrivateName(name);
};

/** The parts of an http URL, as they are written; `null` where a text is none with a host and a possible port. */
const httpUrlIn = (text: string) => {
  const [, scheme = '', host = '', port = '', rest = ''] = (text.length <= maxLength && uriForm.exec(text)) || [];
  return host === '' || Number(port) > 65_535
    ? null
    : { scheme: scheme.toLowerCase(), host: host.toLowerCase(), port, rest };
};

/** Whether paths can be appended to a URL: it has no query, no fragment and no slash at its end. */
export const isBaseUrl = (text: string): boolean => /^[^?#]*(?<!\/)$/.test(httpUrlIn(text)?.rest ?? '/');

/** Whether people may be sent to a URL, as far as the URL itself says. URLs of this machine are for development. */
export const isPossibleRedirect = (text: string): boolean => {
  const url = httpUrlIn(text);
  if (url === null) return false;
  const { host, port, scheme } = url;
  if (isLoopbackHost(host)) return !/^\d/.test(host) || ipv4Bits(host.replace(/\.$/, '')) !== null;
  return scheme === 'https' && (port === '' || Number(port) > 0) && isPublicHost(host);
};

/**
 * Where the person's browser goes afterwards: an https URL, or http on the local machine; without a user and a
 * password, and with no address and no name of a private network.
 */
export const RedirectUrl = stringCodec(
  `an https URL of at most ${maxLength} characters of ASCII, without user, password and private address or name`,
  isPossibleRedirect,
  { format: 'uri', maxLength },
);
