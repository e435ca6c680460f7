import type { FlowSettings } from '@portcullis/client/flow';

/** The partner as the page shows it. Each may be missing. */
export type Partner = FlowSettings['partner'];

const unknownPartner: Partner = {
  name: null,
  logo: null,
  accent_color: null,
  privacy_url: null,
  terms_url: null,
  support_url: null,
  home_url: null,
};

/** The partner of the settings. Before they are there, nothing is known. */
export const partnerOf = (settings: FlowSettings | null): Partner => settings?.partner ?? unknownPartner;

/** The relative luminance of a colour (WCAG 2.2), from 0 for black to 1 for white. */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** How much two luminances differ (WCAG 2.2), from 1 to 21. */
const contrast = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** Black or white, whichever can be read better on a colour (`#rrggbb`). */
export const inkOn = (color: string): '#000000' | '#ffffff' =>
  contrast(luminance(color), 0) > contrast(luminance(color), 1) ? '#000000' : '#ffffff';

/** The paper of the page, as `page.css` has it. */
export const papers = { light: '#ffffff', dark: '#14171a' } as const;

/** The contrast of a button with the paper that makes its edge visible (WCAG 2.2, 1.4.11). */
const leastContrast = 3;

/** The edge of a button of a colour (`#rrggbb`): that of the text where the colour can hardly be seen on the paper. */
export const edgeOn = (paper: keyof typeof papers, color: string): string =>
  contrast(luminance(color), luminance(papers[paper])) < leastContrast ? 'var(--ink)' : color;
