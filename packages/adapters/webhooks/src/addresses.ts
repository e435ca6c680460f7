import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { lruCache } from '@portcullis/domain/kernel';
import { globalIpv6Network, specialIpv4Networks, specialIpv6Networks } from '@portcullis/domain/ports';

/**
 * Public addresses at which a cloud answers the machines in it: Azure's platform (168.63.129.16), which tells a virtual
 * machine its certificates and its configuration. The addresses of other clouds are not public.
 */
const platformAddresses = ['168.63.129.16/32'];

const networks = (listed: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of listed) {
    const [address = '', length] = network.split('/');
    const [family, bits] = isIPv6(address) ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
    list.addSubnet(address, length === undefined ? bits : Number(length), family);
  }
  return list;
};

const notPublicIpv4 = networks([...specialIpv4Networks, ...platformAddresses]);
const globalIpv6 = networks([globalIpv6Network]);
const notPublicIpv6 = networks(specialIpv6Networks);

/** How many judgements are remembered. */
const judgementsKept = 1000;

export type AddressFilter = (address: string) => boolean;

/**
 * Whether requests may be sent to an IP address: to public unicast addresses, and to those in `allowed` (addresses and
 * networks such as `10.1.0.0/16`). An IPv6 address that holds an IPv4 address is not public (mapped, NAT64, 6to4,
 * Teredo), and neither is one with a zone. Any other text is refused.
 */
export const addressFilter = (allowed: readonly string[]): AddressFilter => {
  const listed = networks(allowed);
  const judge: AddressFilter = (address) => {
    if (isIPv4(address)) return !notPublicIpv4.check(address, 'ipv4') || listed.check(address, 'ipv4');
    if (!isIPv6(address) || address.includes('%')) return false;
    const isPublic = globalIpv6.check(address, 'ipv6') && !notPublicIpv6.check(address, 'ipv6');
    return isPublic || listed.check(address, 'ipv6');
  };
  // Each request asks twice, and a judgement takes a tenth of what a request costs the processor.
  const judged = lruCache<string, boolean>(judgementsKept);
  return (address) => {
    const known = judged.get(address);
    if (known !== undefined) return known;
    const found = judge(address);
    judged.set(address, found);
    return found;
  };
};

/** The addresses of the names of this machine (RFC 6761 section 6.3), which no server is asked for. */
const ownAddresses: readonly string[] = ['127.0.0.1', '::1'];

/** Answers the addresses of a host that no server needs to be asked for, and `null` for every other name. */
export const knownAddresses = (host: string): readonly string[] | null =>
  /^(.+\.)?localhost\.?$/.test(host) ? ownAddresses : null;
