import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Looks at the screen that is shown. Answers what is wrong with it. */
export type Look = (page: Page, screen: string) => Promise<readonly string[]>;

const rules = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']";

/**
 * The faults of a screen: its width, or what axe finds. The code of axe comes in beside the policy of the page, and not
 * through it.
 */
export const lookAtEach: Look = async (page) => {
  await page.evaluate(axe.source);
  const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  if (isTooWide) return ['it is wider than the window'];
  return page.evaluate(`axe.run(document, { runOnly: ${rules} })
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html).join(' ')))`);
};

/** Looks at nothing. */
export const lookAtNothing: Look = async () => [];

/** The same content at other addresses of photos, and while another call is under way, is the same screen. */
const contentNow = `document.documentElement.lang + innerWidth + ' ' +
  document.body.innerHTML.replace(/blob:[^"]+/g, '').replace(/ aria-(busy|disabled)="[^"]*"/g, '')`;

/** The screens that were looked at. */
export type SeenScreens = {
  readonly look: Look;
  /** How many different ones there were, and which by name. */
  readonly count: () => number;
  readonly names: () => readonly string[];
};

/** Looks at each different screen once, and keeps a picture of it in the folder, where one is named. */
export const lookAtNewScreens = (folder: string | null): SeenScreens => {
  const seen = new Set<string>();
  const names = new Set<string>();
  return {
    look: async (page, screen) => {
      // The screen of the camera is of interest once there is a picture, or a word why there is none.
      if (screen === 'capture')
        await page.locator('.stage:not(.starting), main:not([data-screen="capture"])').first().waitFor();
      const content = await page.evaluate<string>(contentNow);
      if (seen.has(content)) return [];
      seen.add(content);
      names.add(screen);
      const findings = await lookAtEach(page, screen);
      const { language, width } = await page.evaluate<{ language: string; width: number }>(
        '({ language: document.documentElement.lang, width: innerWidth })',
      );
      const name = `${language}-${width}-${screen}-${seen.size}.png`;
      if (folder !== null) await page.screenshot({ path: join(folder, name), fullPage: true });
      return findings;
    },
    count: () => seen.size,
    names: () => [...names].sort(),
  };
};
