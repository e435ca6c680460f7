import { randomBytes } from 'node:crypto';
import { notFound, pipe, TE } from '@portcullis/domain';
import { plainRoute } from '../endpoint.ts';
import { pageRoute, sendAsset } from './send-page.ts';

/**
 * The Content-Security-Policy of the console: its own scripts, its own calls, and pictures that it has fetched itself.
 * Its library writes one style into the page, which the number allows and nothing else has.
 */
const consolePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

const emptyNonce = '<meta name="portcullis-style-nonce" content="" />';

/**
 * The page of the staff. It is the same for everybody, and nothing is looked up: which case it shows stands in the
 * fragment, which no browser sends. Its number is new for each answer, so that it is sent as it is and not compressed.
 */
export const readConsolePage = plainRoute({
  ...pageRoute,
  path: '/console',
  id: 'readConsolePage',
  serve: ({ config }) => {
    if (config.consolePage === null) return TE.left(notFound);
    const nonce = randomBytes(18).toString('base64');
    return pipe(
      config.consolePage.index.read(null),
      TE.map((html) => ({
        status: 200,
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': consolePolicy(nonce),
          'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
          'Referrer-Policy': 'no-referrer',
        },
        bytes: html.toString('utf8').replace(emptyNonce, emptyNonce.replace('""', `"${nonce}"`)),
      })),
    );
  },
});

/** A file of the console. */
export const readConsoleAsset = plainRoute({
  ...pageRoute,
  path: '/console/assets/:name',
  id: 'readConsoleAsset',
  serve: ({ config }, ctx) => sendAsset(config.consolePage, ctx),
});
