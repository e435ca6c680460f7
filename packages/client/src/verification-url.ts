import { required } from './calls/required.ts';

/** The content of a person's link. */
export type FlowAccess = { readonly profileId: string; readonly flowToken: string };

/**
 * An address, or `null` where it is none. Many browsers have no `URL.canParse`, and that of Node 20 and 22 errs about
 * letters beyond ASCII, once V8 has optimized its caller.
 */
export const parsedUrl = (url: string): URL | null => {
  try {
    return new URL(url);
  } catch {
    return null;
  }
};

const onePercent = /%([0-9a-f]{2})/gi;
/** How often a link may have been encoded on its way: by a message, a redirection and a scanner of mails. */
const maxDecodings = 4;

/**
 * A link as it was made, in letters that mean themselves: each encoding of a part is undone, also a repeated one, and
 * wraps of its lines are left out, the `=` at the end of a line of quoted-printable (RFC 2045 section 6.7) too.
 */
export const restoredLink = (url: string): string => {
  let text = required(url, 'url');
  for (let i = 0; i < maxDecodings; i += 1)
    text = text.replace(onePercent, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return text.replace(/[\r\n]+>+|<w?br ?\/?>|[\s=\u00ad\u200b-\u200d\u2060\ufeff]+/gi, '').replace(/\.{2,}/g, '.');
};

/** A token of the service: a compact JWS (RFC 7515) with a signature of 32 bytes. Text behind it is no part. */
const wholeToken = /eyJ[\w-]+\.[\w-]+\.[\w-]{43}/;

const tokenIn = (url: string, hash: string): string | undefined => {
  const whole = wholeToken.exec(restoredLink(url))?.[0];
  if (whole !== undefined) return whole;
  const given = new URLSearchParams(hash.slice(1)).get('token')?.replace(/[^\w-]+$/, '');
  // The beginning of a token is one that was cut off.
  return given?.startsWith('eyJ') ? undefined : given;
};

/** The profile that the path of a link names. */
export const linkedProfile = (url: string): string | undefined =>
  /^.*\/verify\/+([a-z0-9]+)/i.exec(restoredLink(url).split(/[?#&]/, 1)[0] ?? '')?.[1]?.toLowerCase();

/**
 * Reads a verification URL, which a page has in `location.href`, also where it was encoded, wrapped or lengthened on
 * its way; `null` where it is none, or the token is not whole.
 */
export const readVerificationUrl = (url: string): FlowAccess | null => {
  const found = parsedUrl(url);
  if (found === null) return null;
  const flowToken = tokenIn(url, found.hash);
  const profileId = linkedProfile(url);
  return flowToken && profileId !== undefined ? { profileId, flowToken } : null;
};
