import type { StaffSite } from './config.ts';

const nameOf = ({ isSecure }: StaffSite): string => (isSecure ? '__Host-portcullis-staff' : 'portcullis-staff');

/**
 * The secret of the session in the header `Cookie` (RFC 6265 section 5.4), or `null` where there is none. A header with
 * two of them has none: one of the two was put there by somebody else.
 */
export const readSessionCookie = (site: StaffSite | null, header: string | undefined): string | null => {
  if (site === null || header === undefined) return null;
  const start = `${nameOf(site)}=`;
  const [found, ...more] = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start));
  return found === undefined || more.length > 0 ? null : found.slice(start.length);
};

const attributesOf = ({ isSecure }: StaffSite): string =>
  `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;

/**
 * The header `Set-Cookie` for a session. The cookie lasts as long as the browser is open: the service ends the session
 * earlier.
 */
export const sessionCookie = (site: StaffSite, secret: string): { readonly 'Set-Cookie': string } => ({
  'Set-Cookie': `${nameOf(site)}=${secret}; ${attributesOf(site)}`,
});

/** The header `Set-Cookie` that removes it. */
export const endedSessionCookie = (site: StaffSite): { readonly 'Set-Cookie': string } => ({
  'Set-Cookie': `${nameOf(site)}=; Max-Age=0; ${attributesOf(site)}`,
});
