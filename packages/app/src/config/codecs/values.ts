import { isIP } from 'node:net';
import { t } from '@portcullis/domain/kernel';
import { isPossibleRedirect } from '@portcullis/domain/serialization';
import { parseUrl } from '@portcullis/http';

/**
 * A codec from a variable's text to an `A`. `rule` is shown to operators where parsing fails; it never has the text.
 */
export const textCodec = <A>(rule: string, read: (text: string) => A | undefined): t.Type<A, unknown, unknown> =>
  new t.Type<A, unknown, unknown>(
    rule,
    (u): u is A => u !== undefined,
    (u, context) => {
      const value = typeof u === 'string' ? read(u) : undefined;
      return value === undefined ? t.failure(u, context) : t.success(value);
    },
    t.identity,
  );

export const matchingText = (rule: string, holds: (text: string) => boolean) =>
  textCodec(rule, (text) => (holds(text) ? text : undefined));

const parseHttpUrl = (text: string): URL | undefined => {
  const url = parseUrl(text) ?? undefined;
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : undefined;
};

const baseRule = 'an http or https address without credentials, query and fragment';

const baseUrlIn = (text: string): string | undefined => {
  const url = parseHttpUrl(text);
  return url && url.search === '' && url.hash === '' ? `${url.origin}${url.pathname.replace(/\/+$/, '')}` : undefined;
};

/** A base address, returned without its last slash, so that a path can be appended. */
export const BaseUrl = textCodec(baseRule, baseUrlIn);

/**
 * Whether an address is that of a database of PostgreSQL: with the account and the database, which would otherwise be
 * taken from variables of PostgreSQL's own.
 */
export const namesPostgres = (text: string): boolean => {
  const url = parseUrl(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) return false;
  return [url.hostname, url.username, url.pathname.slice(1)].every((part) => part !== '');
};

/** The address of the record database: of a PocketBase, or of a database of PostgreSQL. */
export const DatabaseUrl = textCodec(`${baseRule}, or postgres://user:password@host/database`, (text) =>
  namesPostgres(text) ? text : baseUrlIn(text),
);

/** The whole address of one endpoint, as it is given: its owner decides on its path, its last slash and its query. */
export const EndpointUrl = matchingText(
  'an http or https address without credentials and fragment',
  (text) => parseHttpUrl(text) !== undefined && !text.includes('#'),
);

/** A loopback address, so that a stand-in for a vendor is always on this machine. */
export const LoopbackUrl = textCodec('an http address of 127.0.0.1 with its port, and without a path', (text) =>
  /^http:\/\/127\.0\.0\.1:\d{1,5}\/?$/.test(text) ? parseUrl(text)?.origin : undefined,
);

/** The origin that an address without path, query and fragment names. */
export const parseOrigin = (text: string): string | undefined => {
  const url = parseHttpUrl(text.trim());
  return url && `${url.pathname}${url.search}${url.hash}` === '/' ? url.origin : undefined;
};

/** The values, where none of them is missing. */
export const allDefined = <A>(values: readonly (A | undefined)[]): readonly A[] | undefined => {
  const known = values.filter((value): value is A => value !== undefined);
  return known.length === values.length ? known : undefined;
};

/** Web origins (RFC 6454: scheme, host and port), separated by commas. */
export const Origins = textCodec(
  'origins such as https://app.example.com, separated by commas, without paths',
  (text) => allDefined(text.split(',').map(parseOrigin)),
);

/** The origin of a page to which people are sent back: public and https, or of this machine. */
export const parseRedirectOrigin = (text: string): string | undefined => {
  const origin = parseOrigin(text);
  return origin && isPossibleRedirect(origin) ? origin : undefined;
};

/** The rule of `parseRedirectOrigin`, for an operator. */
export const redirectOriginRule = 'public https origins such as https://app.example.com, without paths';

export const RedirectOrigins = textCodec(`${redirectOriginRule}, separated by commas`, (text) =>
  allDefined(text.split(',').map(parseRedirectOrigin)),
);

/** Words without blanks and commas, separated by commas. */
export const WordList = textCodec('words without blanks, separated by commas', (text) =>
  allDefined(text.split(',').map((word) => (/^[\x21-\x7e]{1,512}$/.test(word.trim()) ? word.trim() : undefined))),
);

/** Host names and addresses without ports, separated by commas. */
export const HostNames = textCodec('host names or addresses without ports, separated by commas', (text) =>
  allDefined(
    text.split(',').map((name) => {
      const host = name.trim().toLowerCase();
      return /^([a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?|\[[0-9a-f:.]{2,45}\])$/.test(host) ? host : undefined;
    }),
  ),
);

export const Email = matchingText('an email address', (text) => /^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 254);

/** Any text that is not empty: passwords have no format. */
export const NonEmptyText = matchingText('not empty', (text) => text.length > 0);

/** A folder by its absolute path. */
export const Folder = matchingText('the absolute path of a folder', (text) => /^\/[^\p{Cc}]{0,500}$/u.test(text));

/** A name or a key of a vendor: one word. */
export const SingleWord = matchingText('one word, without blanks', (text) => /^[\x21-\x7e]{1,512}$/.test(text));

export const wholeNumber = (min: number, max: number) =>
  textCodec(`a whole number from ${min} to ${max}`, (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
    return value !== undefined && value >= min && value <= max ? value : undefined;
  });

export const choiceOf = <const Choice extends string>(choices: readonly Choice[]) =>
  textCodec(`one of ${choices.join(', ')}`, (text) => choices.find((choice) => choice === text));

/** The id of an installation, as `npx portcullis doctor` prints it. */
export const InstallationId = matchingText('64 characters 0-9 and a-f', (text) => /^[0-9a-f]{64}$/.test(text));

export const Host = matchingText('an address or host name to listen on', (text) => /^[\w.:%-]{1,255}$/.test(text));

const parseNetwork = (text: string): string | undefined => {
  const [address = '', length, ...more] = text.trim().split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  if (bits === undefined || more.length > 0) return undefined;
  if (length === undefined) return address;
  return /^\d{1,3}$/.test(length) && Number(length) <= bits ? `${address}/${length}` : undefined;
};

/** Networks in the notation of RFC 4632 and RFC 4291, separated by commas. */
export const Networks = textCodec('addresses or networks such as 10.0.0.0/8, separated by commas', (text) =>
  allDefined(text.split(',').map(parseNetwork)),
);

/** Networks that are not all addresses: who lists them means a few of their own. */
export const SomeNetworks = textCodec(
  'addresses or networks such as 10.1.0.0/16, separated by commas, and none of length 0',
  (text) => allDefined(text.split(',').map((one) => (/\/0+$/.test(one.trim()) ? undefined : parseNetwork(one)))),
);

/** The address of a Redis, with its password if it has one. */
export const RedisUrl = matchingText('a redis or rediss address', (text) => {
  const url = parseUrl(text);
  return url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== '';
});

/** A file by its absolute path. */
export const FilePath = matchingText('the absolute path of a file', (text) =>
  /^\/[^\p{Cc}]{0,500}[^/\p{Cc}]$/u.test(text),
);
