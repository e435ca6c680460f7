import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet, { type HelmetOptions } from 'helmet';
import koaHelmet from 'koa-helmet';
import type { HttpMiddleware } from '../trace.ts';

const year = 365 * 24 * 60 * 60;

/** Answers are data for one caller: no page may be made of them, none may frame them, and no cache or proxy may guess. */
const options: HelmetOptions = {
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

/** Sets the headers that every answer has. The page of the docs, which has scripts, says more of them itself. */
export const secureHeaders = (): HttpMiddleware => koaHelmet(options);

/** The same headers for those who answer without Koa: the private listener, and whoever answers what is no request at all. */
export const answerHeaders = (): Readonly<Record<string, string>> => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, () => undefined);
  response.setHeader('Cache-Control', 'no-store');
  return Object.fromEntries(response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]));
};
