import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hint } from '@portcullis/verify/capture';
import { english } from '@portcullis/verify/texts';
import { launchChromium } from '../../../support/browser/chromium.ts';
import { contexts } from '../../../support/browser/devices.ts';
import { lookAtNothing } from '../../../support/browser/look.ts';
import { openPerson } from '../../../support/browser/person.ts';
import type { PageEnvironment } from './environment.ts';
import { type FilmState, type KnownFilm, knownFilms } from './films.ts';

/** What the page should say of a film. */
const expected: { readonly [State in FilmState]: Hint } = {
  absent: 'empty',
  small: 'far',
  blurred: 'blurry',
  dark: 'dark',
  glare: 'glare',
  cut: 'cut',
  right: 'good',
};

/** What the page has said of a film, and whether it has taken its photo by itself. */
type Guided = { readonly film: KnownFilm; readonly hint: string; readonly isShot: boolean };

const watchMs = 4000;

/** A film of the camera is read when the browser starts, so that each has a browser of its own. */
const guide = async (
  environment: PageEnvironment,
  executable: string,
  folder: string,
  film: KnownFilm,
): Promise<Guided> => {
  const path = join(folder, 'film.mjpeg');
  writeFileSync(path, await film.frames());
  const browser = await launchChromium(executable, path);
  try {
    const link = await environment.createLink('approve', 'en');
    const { page, walk } = await openPerson(browser, { context: contexts[360], texts: english, look: lookAtNothing });
    await page.goto(link.url);
    await walk({ until: 'capture' });
    const stage = page.locator('.stage:not(.starting)');
    await stage.waitFor();
    const words = ((await stage.getAttribute('class')) ?? '').split(' ');
    const shot = page.locator('main[data-screen="check"]').waitFor({ timeout: watchMs });
    const isShot = await shot.then(
      () => true,
      () => false,
    );
    return { film, hint: words.find((word) => word !== 'stage') ?? '', isShot };
  } finally {
    await browser.close();
  }
};

const isRight = ({ film, hint, isShot }: Guided): boolean =>
  hint === expected[film.state] && isShot === (film.state === 'right');

const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/**
 * Shows the page films of known content, made from the pictures of a folder, and prints how often it says the right
 * thing, and takes its photo of the right ones alone. Answers of how many.
 */
export const measureGuidance = async (
  environment: PageEnvironment,
  executable: string,
  { say, videos }: { readonly say: (line: string) => void; readonly videos: string },
): Promise<{ readonly passed: number; readonly failed: number }> => {
  const films = await knownFilms(videos);
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-guidance-'));
  const all: Guided[] = [];
  try {
    for (const film of films) {
      const guided = await guide(environment, executable, folder, film);
      all.push(guided);
      const mark = isRight(guided) ? '✓' : '✗';
      say(`${mark} ${film.name.padEnd(38)} ${guided.hint.padEnd(8)} ${guided.isShot ? 'photo' : ''}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  say('');
  say(row('Film', 'Said', 'Films', 'Right', 'Photos'));
  say(row('---', '---', '---', '---', '---'));
  for (const state of new Set(films.map((film) => film.state))) {
    const own = all.filter(({ film }) => film.state === state);
    const photos = own.filter(({ isShot }) => isShot).length;
    say(row(state, expected[state], own.length, own.filter(isRight).length, photos));
  }
  const right = all.filter(isRight).length;
  say('');
  say(`The guidance is right on ${right} of ${all.length} films.`);
  return { passed: right, failed: all.length - right };
};
