import { closedObject, matching, plainText, type t } from '@portcullis/domain/kernel';
import type { PartnerIdentity } from '@portcullis/domain/ports';
import { RedirectUrl } from '@portcullis/domain/serialization';
import { matchingText } from './codecs/values.ts';

const maxLogoBytes = 32 * 1024;

/** Pictures that a browser shows and that hold no script, by the bytes with which each begins. */
const signatures: { readonly [type: string]: RegExp } = {
  png: /^89504e470d0a1a0a/,
  jpeg: /^ffd8ff/,
  webp: /^52494646.{8}57454250/,
};

const isLogo = (text: string): boolean => {
  const [, type = '', encoded = ''] = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  if (encoded === '' || encoded.length > Math.ceil(maxLogoBytes / 3) * 4) return false;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length > maxLogoBytes || bytes.toString('base64') !== encoded) return false;
  return signatures[type]?.test(bytes.subarray(0, 16).toString('hex')) === true;
};

const Logo = matchingText('a data: URL of a PNG, JPEG or WebP picture in base64, of at most 32 KiB', isLogo);

const PageUrl = matchingText(
  'a public https URL, without user and password',
  (text) => RedirectUrl.is(text) && text.toLowerCase().startsWith('https://'),
);

/**
 * How a partner shows itself on the page of the person. Every colour has enough contrast with black or with white text
 * (WCAG 2.2, 1.4.3), and the page takes the better one.
 */
export const PartnerPage = closedObject(
  {},
  {
    name: plainText(1, 80),
    logo: Logo,
    accent_color: matching('a colour such as #1a2b3c', /^#[0-9a-fA-F]{6}$/),
    privacy_url: PageUrl,
    terms_url: PageUrl,
    support_url: PageUrl,
    home_url: PageUrl,
  },
);

export const partnerIdentity = (page: t.TypeOf<typeof PartnerPage>): PartnerIdentity => ({
  name: page.name ?? null,
  logo: page.logo ?? null,
  accentColor: page.accent_color?.toLowerCase() ?? null,
  privacyUrl: page.privacy_url ?? null,
  termsUrl: page.terms_url ?? null,
  supportUrl: page.support_url ?? null,
  homeUrl: page.home_url ?? null,
});
