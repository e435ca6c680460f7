import { isDay } from '@portcullis/documents';
import { type HttpError, invalidRequest } from '../request/http-error.ts';

/** The version of the API, which is a date: `docs/versioning.md`. There is one, the first and the newest. */
export const apiVersion = '2026-11-23';

/**
 * Why the version that a request names cannot be served, or `null`. A later date is served by the newest version, as is
 * a request that names none.
 */
export const versionFault = (named: string | string[] | undefined): HttpError | null => {
  if (named === undefined || (typeof named === 'string' && isDay(named) && named >= apiVersion)) return null;
  const message = `expected a version of the API: a date YYYY-MM-DD from ${apiVersion} on`;
  return invalidRequest('headers', [{ pointer: '/Portcullis-Version', message }]);
};

/** When an operation was deprecated and when it ends, as dates, and the page that says what to use instead. */
export type Deprecation = { readonly since: string; readonly sunset: string; readonly guide: string };

/** The headers of an operation that will end (RFC 9745, RFC 8594). */
export const deprecationHeaders = ({ guide, since, sunset }: Deprecation): { readonly [name: string]: string } => ({
  Deprecation: `@${Date.parse(since) / 1000}`,
  Sunset: new Date(sunset).toUTCString(),
  Link: `<${guide}>; rel="deprecation"; type="text/html", <${guide}>; rel="sunset"; type="text/html"`,
});
