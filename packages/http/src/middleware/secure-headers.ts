import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet, { type HelmetOptions } from 'helmet';

const year = 365 * 24 * 60 * 60;

/**
 * Responses are data for one caller: they must not be rendered as a page or framed, and no cache or proxy may guess
 * their type.
 */
const helmetOptions: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
  },
  frameguard: { action: 'deny' },
  hsts: { maxAge: year, includeSubDomains: true },
  referrerPolicy: { policy: 'no-referrer' },
};

/** A header as it is sent: its name in the usual spelling, and its value. */
export type HeaderField = readonly [name: string, value: string];

/**
 * The headers that every response has. They are the same for all requests, so they are computed once. The docs page,
 * which has scripts, replaces some of them.
 */
export const secureHeaderFields = (): readonly HeaderField[] => {
  const fields: HeaderField[] = [];
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.setHeader = (name, value) => {
    fields.push([name, String(value)]);
    return response;
  };
  helmet(helmetOptions)(response.req, response, () => undefined);
  return fields;
};

/**
 * The same headers for responses that are sent without Koa: by the private listener, and to requests that cannot be
 * parsed.
 */
export const secureResponseHeaders = (): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(secureHeaderFields().map(([name, value]) => [name.toLowerCase(), value])),
  'cache-control': 'no-store',
});
