import { notFound, TE } from '@portcullis/domain';
import { plainRoute } from '../endpoint.ts';
import { pageRoute, sendAsset, sendFile } from './send-page.ts';

/** The Content-Security-Policy of the console: its own scripts, styles and calls, and pictures that it has fetched. */
export const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * The page of the staff. It is the same for everybody, and nothing is looked up: which case it shows stands in the
 * fragment, which no browser sends.
 */
export const readConsolePage = plainRoute({
  ...pageRoute,
  path: '/console',
  id: 'readConsolePage',
  serve: ({ config }, ctx) =>
    config.consolePage === null
      ? TE.left(notFound)
      : sendFile(config.consolePage.index, ctx, {
          'Content-Security-Policy': consolePolicy,
          'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
          'Referrer-Policy': 'no-referrer',
        }),
});

/** A file of the console. */
export const readConsoleAsset = plainRoute({
  ...pageRoute,
  path: '/console/assets/:name',
  id: 'readConsoleAsset',
  serve: ({ config }, ctx) => sendAsset(config.consolePage, ctx),
});
