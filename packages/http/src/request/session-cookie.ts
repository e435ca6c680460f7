import type { StaffSession } from '@portcullis/backoffice/ports';
import type { StaffSite } from './config.ts';

/** The cookie of a session, the one of a sign-in at a provider, and the ticket of an earlier sign-in. */
type CookieName = 'portcullis-staff' | 'portcullis-sign-in' | 'portcullis-ticket';

const nameOf = ({ isSecure }: StaffSite, name: CookieName): string => (isSecure ? `__Host-${name}` : name);

/**
 * The value of a cookie in the header `Cookie` (RFC 6265 section 5.4), or `null` where there is none. A header with two
 * of them has none: one of the two was put there by somebody else.
 */
const readCookie = (site: StaffSite | null, name: CookieName, header: string | undefined): string | null => {
  if (site === null || header === undefined) return null;
  const start = `${nameOf(site, name)}=`;
  const [found, ...more] = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start));
  return found === undefined || more.length > 0 ? null : found.slice(start.length);
};

/** The secret of the session. */
export const readSessionCookie = (site: StaffSite | null, header: string | undefined): string | null =>
  readCookie(site, 'portcullis-staff', header);

/** The cookie that ties the answer of a provider to this browser. */
export const readSignInCookie = (site: StaffSite | null, header: string | undefined): string | null =>
  readCookie(site, 'portcullis-sign-in', header);

/** The generation in a browser's ticket of an earlier sign-in under this name; `null` where it has none. */
export const ticketGeneration = (site: StaffSite | null, header: string | undefined, name: string): number | null => {
  const ticket = readCookie(site, 'portcullis-ticket', header);
  return ticket === null ? null : (site?.tickets?.generationIn(ticket, name) ?? null);
};

const attributesOf = ({ isSecure }: StaffSite, sameSite: 'Strict' | 'Lax'): string =>
  `Path=/; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`;

/**
 * The value of `Set-Cookie` for a session. The cookie lasts as long as the browser is open: the service ends the
 * session earlier.
 */
export const sessionCookie = (site: StaffSite, secret: string): string =>
  `${nameOf(site, 'portcullis-staff')}=${secret}; ${attributesOf(site, 'Strict')}`;

/** The values of `Set-Cookie` for the ticket of the member of staff whose session this is. It outlives the session. */
export const ticketCookies = (site: StaffSite, { account }: StaffSession): readonly string[] => {
  const { tickets } = site;
  if (tickets === undefined || account === undefined) return [];
  const ticket = tickets.issue(account.username, account.generation);
  const value = `${nameOf(site, 'portcullis-ticket')}=${ticket}; Max-Age=${tickets.seconds}`;
  return [`${value}; ${attributesOf(site, 'Strict')}`];
};

/** The header `Set-Cookie` that removes it. */
export const endedSessionCookie = (site: StaffSite): { readonly 'Set-Cookie': string } => ({
  'Set-Cookie': `${nameOf(site, 'portcullis-staff')}=; Max-Age=0; ${attributesOf(site, 'Strict')}`,
});

/**
 * The value of `Set-Cookie` for a sign-in at a provider, for so many seconds; 0 removes it. The browser comes back from
 * another site by following a link, with which `Lax` cookies go and `Strict` ones do not (RFC 6265bis section 5.6.7).
 */
export const signInCookie = (site: StaffSite, transaction: string, seconds: number): string =>
  `${nameOf(site, 'portcullis-sign-in')}=${transaction}; Max-Age=${seconds}; ${attributesOf(site, 'Lax')}`;
