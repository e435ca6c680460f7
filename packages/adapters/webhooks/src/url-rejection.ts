import type { WebhookSender } from '@portcullis/events/ports';
import { parseUrl } from '@portcullis/vendor-client/transport';
import { type AddressFilter, knownAddresses } from './addresses.ts';

const maxLength = 1024;

const ipv4Form = /^\d{1,3}(\.\d{1,3}){3}$/;

/**
 * The IP address that is the host of a parsed URL: `URL` spells each address in one way, whatever the text was
 * (decimal, octal, hexadecimal, shortened, percent-encoded, of full-width digits), and IPv6 in brackets.
 */
const literalOf = (hostname: string): string | null => {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return ipv4Form.test(hostname) ? hostname : null;
};

/**
 * Judges what a URL says by itself. A resolver is never asked for an address, so this is where one is judged before
 * its connection.
 */
export const urlRejection =
  (isAllowed: AddressFilter, allowHttp: boolean): WebhookSender['rejectionOf'] =>
  (text) => {
    const url = text.length > maxLength ? null : parseUrl(text);
    if (url === null) return 'malformed';
    const { protocol, hostname, port, username, password } = url;
    if (protocol !== 'https:' && !(protocol === 'http:' && allowHttp)) return 'scheme';
    // To port 0 nothing can be sent.
    if (hostname === '' || port === '0') return 'malformed';
    if (username !== '' || password !== '') return 'credentials';
    const literal = literalOf(hostname);
    const addresses = literal === null ? knownAddresses(hostname) : [literal];
    return addresses?.every(isAllowed) === false ? 'address' : null;
  };
