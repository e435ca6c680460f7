/**
 * The IPv4 networks that are not globally reachable (RFC 6890 and the registry of the IANA), and those of groups, each
 * as address and length.
 */
export const specialIpv4Networks: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** The one IPv6 network of global unicast (RFC 4291 section 2.4). */
export const globalIpv6Network = '2000::/3';

/** Its parts that are not public, or that hold an IPv4 address. */
export const specialIpv6Networks: readonly string[] = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
