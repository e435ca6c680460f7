import { parsedUrl, restoredLink } from '@portcullis/client/flow';

/** The content of the link for another device: the code, and who asks. */
export type HandoffLink = { readonly code: string; readonly from: string | null };

/** A longer name, encoded, would make the picture of the link too fine for a camera. */
const maxNameLength = 160;

/** The link for another device. `page` is the address of this page without its fragment. */
export const handoffLink = (page: string, code: string, partner: string | null): string => {
  const name = partner === null ? '' : new URLSearchParams({ from: partner }).toString();
  return `${page}#handoff=${code}${name === '' || name.length > maxNameLength ? '' : `&${name}`}`;
};

/** Characters that no name of a partner holds: controls, separators of lines, directions of text, and unseen tags. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a name can be that of a partner, by the rule of the service: any other text is not shown. */
export const isPartnerName = (name: string): boolean => name.length <= 80 && !unseen.test(name) && visible.test(name);

/** Reads such a link, also where it was changed on its way; `null` where it is none. */
export const readHandoffLink = (url: string): HandoffLink | null => {
  const said = new URLSearchParams(parsedUrl(url)?.hash.slice(1));
  const code = said.get('handoff')?.replace(/[^\w-]+$/, '');
  if (code && /^[\w.-]+$/.test(code)) return { code, from: said.get('from') };
  // The restored link has lost its `=`.
  const [, changed = ''] = /#handoff([\w.-]*[\w-])/i.exec(restoredLink(url)) ?? [];
  return changed === '' ? null : { code: changed, from: null };
};

/** Whether an unreadable link was one with a token or a code, and lost a part. */
export const isCutLink = (url: string): boolean => /verify.*(token|handoff|eyJ)/i.test(restoredLink(url));

/**
 * The path of a page without what was encoded into it: a token can stand there, where it was not meant to be. Two
 * slashes at its head would name another host.
 */
export const barePath = (path: string): string => (/^[\w/.~-]*/.exec(path)?.[0] ?? '').replace(/^\/+|^$/, '/');
