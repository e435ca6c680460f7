import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { english } from '#console/texts/english';
import { inFull } from '../../support/effort.ts';
import type { TestServer } from '../../support/http/server.ts';
import { caseAt, first, heading } from './at-the-desk.ts';
import { staff } from './cases.ts';
import { type Desk, openDesk } from './open-console.ts';
import type { Seat, StubApi } from './stub-api.ts';

type Needs = { readonly browser: () => Browser; readonly server: () => TestServer; readonly api: () => StubApi };

/** The portrait is shown, and with it every picture. */
const pictures = async (page: Page): Promise<void> => {
  for (const name of [english.picture_portrait, english.file_document_front, english.file_liveness_reference])
    await page.getByRole('img', { name }).waitFor();
};

/** The addresses of the pictures that are shown. */
export const addressesOfPictures = async (page: Page): Promise<readonly string[]> => {
  await pictures(page);
  const all = await page.locator('.stage img').evaluateAll((images) => images.map((one) => one.getAttribute('src')));
  const different = [...new Set(all)].flatMap((url) => url ?? []);
  expect(different).to.have.lengthOf(2);
  for (const url of different) expect(url).to.match(/^blob:/);
  return different;
};

/** Whether a picture can be had by its address. The page may show what is at a `blob:`, and may not fetch it. */
const canBeHad = (page: Page, url: string): Promise<boolean> =>
  page.evaluate(`new Promise((had) => {
    const picture = new Image();
    picture.onload = () => had(true);
    picture.onerror = () => had(false);
    picture.src = ${JSON.stringify(url)};
  })`);

export const expectRevoked = async (page: Page, urls: readonly string[], isRevoked = true): Promise<void> => {
  for (const url of urls) expect(await canBeHad(page, url)).to.equal(!isRevoked);
};

const fetched = ({ calls }: Seat): number => calls.filter(({ path }) => path.includes('/files/')).length;

/** The page comes to lie behind another one, or in front again, as a browser tells it. */
export const setVisibility = (page: Page, state: 'hidden' | 'visible'): Promise<unknown> =>
  page.evaluate(`Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));`);

const putAway = async ({ page }: Desk): Promise<void> => {
  await page.getByText(english.pictures_put_away).first().waitFor();
  expect(await page.getByText(english.pictures_put_away).count()).to.equal(3);
  expect(await page.locator('img').count()).to.equal(0);
};

const minutes = (count: number): number => count * 60_000;

/** What nobody looks at any more is forgotten by the page, and asked for again. */
export const forgettingScreens = ({ api, browser, server }: Needs): void => {
  it('put pictures away after five minutes in which nobody uses the page, and fetch them again with the next use', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.rosa(), { at: caseAt(first), movesTime: true });
    const { page, seat } = desk;
    const urls = await addressesOfPictures(page);
    // Whoever goes on looking keeps them.
    await page.clock.fastForward(minutes(4));
    await page.mouse.move(200, 200);
    await page.clock.fastForward(minutes(4));
    await page.keyboard.press('Shift');
    await page.clock.fastForward(minutes(4));
    await expectRevoked(page, urls, false);
    expect([await addressesOfPictures(page), fetched(seat)]).to.deep.equal([urls, 2]);

    await page.clock.fastForward(minutes(1));
    await putAway(desk);
    await expectRevoked(page, urls);
    expect(await desk.findings()).to.deep.equal([]);
    expect(fetched(seat)).to.equal(2);
    await page.mouse.move(300, 300);
    const again = await addressesOfPictures(page);
    expect(again.filter((url) => urls.includes(url))).to.deep.equal([]);
    expect(fetched(seat)).to.equal(4);

    // A page behind another one is used by nobody.
    await setVisibility(page, 'hidden');
    await page.clock.fastForward(minutes(3));
    await page.evaluate('document.dispatchEvent(new Event("scroll"))');
    await page.clock.fastForward(minutes(2));
    await putAway(desk);
    await expectRevoked(page, again);
    await setVisibility(page, 'visible');
    await expectRevoked(page, await addressesOfPictures(page), false);
    expect(fetched(seat)).to.equal(6);
    await desk.close();
  });

  it('ask for a case again that is opened again, and show nothing of the earlier look before the answer', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.amir());
    const { page, seat } = desk;
    const open = () => page.getByRole('link', { name: 'customer-4701' }).click();
    const asked = () => seat.calls.map(({ path }) => path).filter((path) => path.includes(first));
    await open();
    await pictures(page);
    await page.locator('[data-seen]').waitFor();
    const once = asked();
    expect(new Set(once).size).to.equal(once.length);
    expect(once).to.include.members([`/api/reviews/${first}`, `/api/profiles/${first}`]);
    await page.getByRole('link', { name: english.case_back }).click();
    await heading(page).getByText(english.queue_title).waitFor();
    expect(asked()).to.deep.equal(once);

    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const isOfCase = ({ pathname }: URL): boolean => pathname.startsWith('/api/') && pathname.includes(first);
    await page.route(isOfCase, async (route) => {
      await answered;
      await route.fallback();
    });
    await open();
    const screen = page.locator('[data-screen="case"]');
    await screen.getByText(english.one_moment).waitFor();
    expect(await screen.textContent()).to.equal(`${english.case_back}${english.one_moment}`);
    answer();
    await pictures(page);
    await page.locator('[data-seen]').waitFor();
    expect(asked().toSorted()).to.deep.equal([...once, ...once].toSorted());
    await desk.close();
  });

  const isAtSignIn = (page: Page): Promise<void> => page.locator('input[name="username"]').waitFor();
  const ends: readonly (readonly [string, (desk: Desk) => Promise<void>])[] = [
    [
      'the case is left',
      async ({ page }) => {
        await page.getByRole('link', { name: english.case_back }).click();
        await heading(page).getByText(english.queue_title).waitFor();
      },
    ],
    [
      'the next case is opened',
      async ({ page }) => {
        await page.keyboard.press('j');
        await heading(page).getByText('customer-4702').waitFor();
        await pictures(page);
      },
    ],
    [
      'the service ends the session',
      async ({ page, seat }) => {
        seat.member = null;
        await page.getByRole('button', { name: english.claim_take, exact: true }).click();
        await page.getByRole('alert').getByText(english.ended_title).waitFor();
      },
    ],
    [
      'the session is over by time, although the page is used',
      async ({ page }) => {
        for (let passed = 0; passed < 32; passed += 4) {
          await page.mouse.move(100 + passed, 200);
          await page.clock.fastForward(minutes(4));
        }
        await page.getByRole('alert').getByText(english.ended_title).waitFor();
      },
    ],
    [
      'somebody signs out',
      async ({ page }) => {
        await page.getByRole('button', { name: english.sign_out }).click();
        await isAtSignIn(page);
      },
    ],
    [
      'somebody signs out in another tab',
      async ({ page }) => {
        const other = await page.context().newPage();
        await other.goto(page.url());
        await other.getByRole('button', { name: english.sign_out }).click();
        await isAtSignIn(other);
        await isAtSignIn(page);
        await page.getByRole('alert').getByText(english.ended_elsewhere).waitFor();
        expect(await page.getByText(english.ended_text).count()).to.equal(0);
      },
    ],
  ];
  for (const [what, end] of ends)
    inFull(`revoke the addresses of pictures when ${what}`, async () => {
      const desk = await openDesk(browser(), server(), api(), staff.rosa(), { movesTime: true });
      const { page } = desk;
      await page.getByRole('link', { name: 'customer-4701' }).click();
      const urls = await addressesOfPictures(page);
      await expectRevoked(page, urls, false);
      await end(desk);
      await expectRevoked(page, urls);
      await desk.close();
    });
};
