import type { IncomingHttpHeaders } from 'node:http';
import { E, type Either } from '@portcullis/domain';
import type { StaffSite } from './config.ts';
import { crossSiteRequest, type HttpError } from './http-error.ts';

/** Methods by which nothing changes (RFC 9110 section 9.2.1). */
const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Whether a request came to the address of the API, which is not that of the console. */
export const isAtApi = ({ apiHost }: StaffSite, { host = '' }: IncomingHttpHeaders): boolean =>
  apiHost !== undefined && host.toLowerCase().replace(/:443$/, '') === apiHost;

/**
 * Requires that a request which a browser sends with a session comes to the console, and from it unless it changes
 * nothing: its `Origin` is that of the console, and so is what the browser says about it (Fetch Metadata).
 */
export const requireSameOrigin = (
  site: StaffSite | null,
  method: string,
  headers: IncomingHttpHeaders,
): Either<HttpError, void> => {
  if (site !== null && isAtApi(site, headers)) return E.left(crossSiteRequest);
  if (isSafe(method)) return E.right(undefined);
  const fetchSite = headers['sec-fetch-site'];
  const isOwn = site !== null && headers.origin === site.origin() && (fetchSite ?? 'same-origin') === 'same-origin';
  return isOwn ? E.right(undefined) : E.left(crossSiteRequest);
};
