import { frameOf } from '@portcullis/verify/capture';
import { english as texts } from '@portcullis/verify/texts';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { useSandbox } from '../../support/servers/sandbox.ts';
import { findChromium, launchChromium } from './chromium.ts';
import { contexts, filmed } from './devices.ts';
import { type Film, filmOf } from './fake-camera.ts';
import { partnerOf } from './links.ts';
import { lookAtNothing } from './look.ts';
import { openPerson, type Person } from './person.ts';

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

const suite = (executable: string) =>
  function (this: Mocha.Suite): void {
    this.timeout(60_000);
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

    it('draws the frame over an upright picture where it is measured', async () => {
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
  };

const chromium = findChromium();
if (chromium === null)
  describe('the pictures of the page in a browser', () => {
    it('are left out where there is no chromium (CHROMIUM_BIN)');
  });
else describe('the pictures of the page in a browser', suite(chromium));
