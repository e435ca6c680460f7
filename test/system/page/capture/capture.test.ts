import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { frameOf } from '#verify/capture/frame';
import { english as texts } from '#verify/texts/english';
import { loadTexts } from '#verify/texts/languages';
import { findChromium, launchChromium } from '../../../support/browser/chromium.ts';
import { contexts, filmed } from '../../../support/browser/devices.ts';
import { partnerOf } from '../../../support/browser/links.ts';
import { lookAtNothing } from '../../../support/browser/look.ts';
import { openPerson, type Person } from '../../../support/browser/person.ts';
import { inFull } from '../../../support/effort.ts';
import { useSandbox } from '../../../support/servers/sandbox.ts';
import { type Film, filmOf } from '../fake-camera.ts';

/** A camera that is held upright, and shows a white wall. */
const uprightCamera = `navigator.mediaDevices.getUserMedia = async () => {
  const canvas = document.createElement('canvas');
  canvas.width = 1080;
  canvas.height = 1920;
  const context = canvas.getContext('2d');
  setInterval(() => {
    context.fillStyle = '#ddd';
    context.fillRect(0, 0, 1080, 1920);
  }, 50);
  return canvas.captureStream(20);
}`;

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
type Drawn = { readonly stage: Box; readonly video: Box; readonly frame: Box; readonly isTooWide: boolean };

const drawn = `(() => {
  const box = (selector) => {
    const { height, left, top, width } = document.querySelector(selector).getBoundingClientRect();
    return { height, left, top, width };
  };
  const isTooWide = document.documentElement.scrollWidth > innerWidth;
  return { stage: box('.stage'), video: box('.stage video'), frame: box('.frame'), isTooWide };
})()`;

const sizeOfPhoto = `(() => {
  const image = document.querySelector('.photo');
  return image.decode().then(() => [image.naturalWidth, image.naturalHeight]);
})()`;

const suite = (executable: string) =>
  function (this: Mocha.Suite): void {
    this.timeout(120_000);
    const sandbox = useSandbox();
    let film: Film;
    let browser: Browser;

    before(async () => {
      film = await filmOf(filmed);
      browser = await launchChromium(executable, film.path);
    });

    after(async () => {
      await browser?.close();
      film?.remove();
    });

    const openAt = async (screen: string, prepare: (page: Page) => Promise<unknown>): Promise<Person> => {
      const link = await partnerOf(sandbox().info).createLink('approve', 'en');
      const person = await openPerson(browser, { context: contexts[360], texts, look: lookAtNothing });
      await prepare(person.page);
      await person.page.goto(link.url);
      await person.walk({ until: screen });
      return person;
    };

    inFull('draws the frame over an upright picture where it is measured', async () => {
      const { exceptions, page } = await openAt('capture', (opened) => opened.addInitScript(uprightCamera));
      await page.locator('.stage:not(.starting)').waitFor();
      const { frame, isTooWide, stage, video } = await page.evaluate<Drawn>(drawn);
      // The video fills its box, so that the box is the picture.
      expect(video.width / video.height).to.be.closeTo(1080 / 1920, 0.01);
      expect([stage.width - video.width, stage.height - video.height].map(Math.round)).to.deep.equal([0, 0]);
      const measured = frameOf(video);
      expect(frame.left - video.left).to.be.closeTo(measured.left, 1);
      expect(frame.top - video.top).to.be.closeTo(measured.top, 1);
      expect(frame.width).to.be.closeTo(measured.width, 2);
      expect(frame.height).to.be.closeTo(measured.height, 2);
      expect([isTooWide, exceptions]).to.deep.equal([false, []]);
      await page.context().close();
    });

    inFull('keeps within the window with text of twice the size and a name of one long word', async () => {
      const person = await openPerson(browser, {
        context: contexts[360],
        texts: await loadTexts('de'),
        look: lookAtNothing,
      });
      const { page } = person;
      await page.route('**/api/settings*', async (route) => {
        const response = await route.fetch();
        const settings = await response.json();
        await route.fulfill({
          response,
          json: { ...settings, partner: { ...settings.partner, name: 'W'.repeat(80) } },
        });
      });
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
      const link = await partnerOf(sandbox().info).createLink('approve', 'de');
      await page.goto(link.url);
      for (const until of ['welcome', 'document_choice', 'camera_primer']) {
        await person.walk({ until });
        expect([until, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).to.deep.equal([
          until,
          0,
        ]);
      }
      await page.context().close();
    });

    const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });

    inFull(
      'refuses a chosen file without a picture at once, and offers those alone that the service takes',
      async () => {
        const { exceptions, page, requests } = await openAt('camera_primer', async () => undefined);
        const accept = await page.locator('input[type=file]').getAttribute('accept');
        expect(accept).to.equal('image/jpeg,image/png,image/webp');
        const before = requests.filter((url) => url.includes('/document-analysis'));
        await choose(page, 'letter.jpg', 'image/jpeg', Buffer.from('Dear Sir or Madam'));
        await page.getByRole('heading', { level: 1, name: texts.refused_title }).waitFor();
        expect(requests.filter((url) => url.includes('/document-analysis'))).to.deep.equal(before);
        await page.getByRole('button', { name: texts.try_again }).click();
        await page.locator('main[data-screen="camera_primer"][data-side="front"]').waitFor();
        expect(exceptions).to.deep.equal([]);
        await page.context().close();
      },
    );

    inFull(
      'draws a photo of too many pixels smaller, upright as its EXIF data say, and the service takes it',
      async () => {
        const mostPixels = 500_000;
        const { exceptions, page, screens, walk } = await openAt('camera_primer', (opened) =>
          opened.route('**/api/settings*', async (route) => {
            const response = await route.fetch();
            const settings = await response.json();
            const image = { ...settings.uploads.image, max_pixels: mostPixels };
            await route.fulfill({ response, json: { ...settings, uploads: { ...settings.uploads, image } } });
          }),
        );
        const large = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#8a8a80' } })
          .jpeg()
          .withMetadata({ orientation: 6 })
          .toBuffer();
        await choose(page, 'large.jpg', 'image/jpeg', large);
        await page.locator('main[data-screen="check"] .photo').waitFor();
        const [width, height] = await page.evaluate<[number, number]>(sizeOfPhoto);
        expect(width / height).to.be.closeTo(1200 / 1600, 0.005);
        expect(width * height).to.be.within(0.98 * mostPixels, mostPixels);
        await walk({ until: 'liveness_primer' });
        expect([screens.at(-1), exceptions]).to.deep.equal(['liveness_primer', []]);
        await page.context().close();
      },
    );
  };

const chromium = findChromium();
if (chromium === null)
  describe('the camera, the files and the width of the page in a browser', () => {
    it('are left out where there is no chromium (CHROMIUM_BIN)');
  });
else describe('the camera, the files and the width of the page in a browser', suite(chromium));
