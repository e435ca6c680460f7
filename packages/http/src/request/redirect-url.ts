import { isLoopbackHost } from '@portcullis/domain/kernel';
import { parseUrl } from './parse-url.ts';

/** To which pages people may be sent back. */
export type RedirectRules = {
  /** Whether a page of this machine is one, as in local development. */
  readonly allowsLoopback: boolean;
  /**
   * The origins to which a client of a partner may send people. `null` is every public one, where the client has no
   * list. For a client that is not configured, or where it is not known which (`null`), they are those of all clients
   * of the partner together.
   */
  readonly originsOf: (partnerId: string, clientId: string | null) => readonly string[] | null;
};

/** Why nobody is sent to a URL of the form above by this client (`null`: any) of this partner, or `null`. */
export const redirectFault = (
  { originsOf, allowsLoopback }: RedirectRules,
  { clientId, partnerId }: { readonly clientId: string | null; readonly partnerId: string },
  text: string | undefined,
): string | null => {
  if (text === undefined) return null;
  const url = parseUrl(text);
  if (url === null) return 'it is no URL';
  if (!allowsLoopback && isLoopbackHost(url.hostname)) return 'an address of this machine is not possible here';
  const origins = originsOf(partnerId, clientId);
  return origins === null || origins.includes(url.origin)
    ? null
    : 'its origin is not among the redirect_origins of this client';
};
