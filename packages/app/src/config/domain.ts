import { parseUrl } from '@portcullis/http';
import { matchingText } from './codecs/values.ts';

type Given = Readonly<Record<string, string | undefined>>;

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** A name of the DNS has at most 253 characters (RFC 1035 section 2.3.4), and this is the longest below a domain. */
const fits = (name: string): boolean => `database.${name}`.length <= 253;

/** Addresses are made of it, so that it has to be written as a browser would write it: no port 443, no `:08443`. */
const isDomain = (text: string): boolean => {
  const name = text.replace(/:\d{1,5}$/, '');
  return (
    fits(name) &&
    name.split('.').every((one) => label.test(one)) &&
    parseUrl(`https://api.${text}`)?.host === `api.${text}`
  );
};

export const Domain = matchingText(
  'a domain such as example.com in small letters, an international one in its xn-- form, of at most 244 characters, with its port unless it is 443',
  isDomain,
);

const addressesBelow = (domain: string) => ({
  PUBLIC_URL: `https://api.${domain}`,
  CLIENT_URL: `https://app.${domain}`,
  CONSOLE_URL: `https://admin.${domain}`,
});

/** The environment with the addresses below its domain in the place of those that are not set. */
export const withAddresses = (env: Given): Given => {
  const { DOMAIN: domain = '' } = env;
  if (!isDomain(domain)) return env;
  const missing = Object.entries(addressesBelow(domain)).filter(([name]) => (env[name] ?? '') === '');
  return { ...env, ...Object.fromEntries(missing) };
};

/** The origins below the domain whose pages may call the API. */
export const originsBelow = (domain: string | undefined): readonly string[] => {
  if (domain === undefined) return [];
  const { CLIENT_URL, CONSOLE_URL } = addressesBelow(domain);
  return [CLIENT_URL, CONSOLE_URL];
};
