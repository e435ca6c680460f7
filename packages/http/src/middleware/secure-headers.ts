import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet, { type HelmetOptions } from 'helmet';
import koaHelmet from 'koa-helmet';
import type { HttpMiddleware } from '../request/request-context.ts';

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

/** Sets the headers that every response has. The docs page, which has scripts, replaces some of them. */
export const secureHeaders = (): HttpMiddleware => koaHelmet(helmetOptions);

/**
 * The same headers for responses that are sent without Koa: by the private listener, and to requests that cannot be
 * parsed.
 */
export const secureResponseHeaders = (): Readonly<Record<string, string>> => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(helmetOptions)(request, response, () => undefined);
  response.setHeader('Cache-Control', 'no-store');
  return Object.fromEntries(response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]));
};
