import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { standardPolicy } from '#domain/policy/standard-policy';
import type { Texts } from '#verify/texts/english';
import { type Language, loadTexts } from '#verify/texts/languages';
import { findChromium, launchChromium } from '../../support/browser/chromium.ts';
import { contexts, filmed, specimenFile } from '../../support/browser/devices.ts';
import { type Link, type Partner, partnerOf } from '../../support/browser/links.ts';
import { removeNewerFunctions } from '../../support/browser/newer-functions.ts';
import { openPerson, type Person } from '../../support/browser/person.ts';
import { textOfCode } from '../../support/browser/qr-code.ts';
import { noiseOf } from '../../support/browser/quiet.ts';
import { inFull, isFullEffort } from '../../support/effort.ts';
import { mustSucceed } from '../../support/run.ts';
import { openedRecords, useSandbox } from '../../support/servers/sandbox.ts';
import { type Film, filmOf } from './fake-camera.ts';

const telephone = contexts[360];
const desk = contexts[1280];

const byCamera = ['welcome', 'consent', 'document_choice', 'camera_primer front', 'capture front', 'check front'];

/** Has the page note the names and sizes of what it sends in forms. */
const noteForms = `{
  globalThis.sentForms = [];
  const send = globalThis.fetch;
  globalThis.fetch = (url, init) => {
    if (init?.body instanceof FormData)
      sentForms.push([...init.body].map(([name, value]) => [name, value.size ?? 0]));
    return send(url, init);
  };
}`;

/**
 * Each language, and each number of stills of which a reader makes use. A quick run has one walk, as it takes seconds
 * of the processor.
 */
const walks = (['en', 'ar'] as const).flatMap((language) =>
  [3, 1]
    .filter((pictures) => isFullEffort || (language === 'en' && pictures === 3))
    .map((pictures) => ({ language, pictures })),
);

const { checks, optionalSteps, steps, ...rules } = standardPolicy({ livenessThreshold: 75, specimens: true });
const { device: _, duplicates: __, velocity: ___, ...ofWhole } = checks;
const { face_match: ____, liveness: _____, ...ofPaper } = ofWhole;

/** A document and a face, or a document alone. */
const twoWays = {
  ...rules,
  id: 'two-ways',
  version: '1',
  always: {},
  paths: [
    { id: 'whole', steps, optionalSteps: [], checks: ofWhole },
    { id: 'paper', steps: steps.filter((step) => step !== 'liveness'), optionalSteps: [], checks: ofPaper },
  ],
};

const suite = (executable: string) =>
  function (this: Mocha.Suite): void {
    this.timeout(120_000);
    const sandbox = useSandbox();
    let film: Film;
    let browser: Browser;
    const createLink: Partner['createLink'] = (...asked) => partnerOf(sandbox().info).createLink(...asked);

    before(async () => {
      film = await filmOf(filmed);
      browser = await launchChromium(executable, film.path);
    });

    after(async () => {
      await browser?.close();
      film?.remove();
    });

    /** Nothing was said to anybody else, nothing was kept, and nothing went wrong. */
    const expectQuiet = async (person: Person, link: Link): Promise<void> => {
      expect(await noiseOf(person, link, sandbox().info.base_url)).to.deep.equal([]);
      expect(readFileSync(join(sandbox().folder, 'log.jsonl'), 'utf8')).to.not.include(link.token);
    };

    const heading = (person: Person) => person.page.getByRole('heading', { level: 1 }).textContent();
    const finished = async (language: Language, person: Person, texts: Texts): Promise<void> => {
      expect(await heading(person)).to.equal(texts.approved_title);
      expect(await person.page.evaluate('[document.documentElement.lang, document.documentElement.dir]')).to.deep.equal(
        [language, language === 'ar' ? 'rtl' : 'ltr'],
      );
    };

    for (const { language, pictures } of walks)
      it(`lead from the link to an approval on a telephone with its camera, in ${language}, with ${pictures === 1 ? 'one still' : 'three stills'} where the reader makes use of ${pictures}`, async () => {
        const texts = await loadTexts(language);
        const link = await createLink('approve', language);
        const person = await openPerson(browser, { context: telephone, texts });
        const { page } = person;
        await page.addInitScript(noteForms);
        await page.route('**/api/settings*', async (route) => {
          const response = await route.fetch();
          const settings = await response.json();
          const { frames } = settings.uploads;
          expect(frames.per_side).to.equal(3);
          const uploads = { ...settings.uploads, frames: { ...frames, per_side: pictures } };
          await route.fulfill({ response, json: { ...settings, uploads } });
        });
        await page.goto(link.url);
        await person.walk();
        expect(person.screens).to.deep.equal([...byCamera, 'liveness_primer', 'liveness', 'result']);
        const sent: (readonly [name: string, bytes: number])[][] = await page.evaluate('sentForms');
        const [files = [], ...more] = sent
          .map((form) => form.filter(([name]) => /^document_(front|back)/.test(name)))
          .filter((form) => form.length > 0);
        expect(more).to.deep.equal([]);
        expect(files.map(([name]) => name)).to.deep.equal(
          ['document_front', 'document_front_frame_1', 'document_front_frame_2'].slice(0, pictures),
        );
        // Each is a picture of the camera in full size.
        expect(files.filter(([, bytes]) => bytes < 50_000)).to.deep.equal([]);
        await finished(language, person, texts);
        await expectQuiet(person, link);
        await page.context().close();
      });

    inFull('lead to an approval at a desk without a camera, with a file and a second face check, in de', async () => {
      const texts = await loadTexts('de');
      const link = await createLink('retry_liveness_then_approve', 'de');
      const person = await openPerson(browser, { context: desk, texts });
      await person.page.goto(link.url);
      await person.walk({ photo: specimenFile(filmed) });
      // Without a camera its screen may be gone before it is seen.
      expect(person.screens.filter((screen) => screen !== 'capture front')).to.deep.equal([
        ...byCamera.slice(0, -2),
        'camera_trouble front',
        'check front',
        'liveness_primer',
        'liveness',
        'again',
        'liveness_primer',
        'liveness',
        'result',
      ]);
      await finished('de', person, texts);
      await expectQuiet(person, link);
      await person.page.context().close();
    });

    inFull('lead from a desk to a telephone by the code that is shown, and the desk shows the result', async () => {
      const texts = await loadTexts('ar');
      const link = await createLink('approve', 'ar');
      const atDesk = await openPerson(browser, { context: desk, texts });
      const { page } = atDesk;
      await page.route('**/api/settings*', async (route) => {
        const response = await route.fetch();
        const settings = await response.json();
        const partner = { ...settings.partner, home_url: 'https://acme.example/' };
        await route.fulfill({ response, json: { ...settings, partner } });
      });
      await page.goto(link.url);
      await page.getByRole('button', { name: texts.handoff_offer }).click();
      await page.getByRole('img', { name: texts.handoff_code }).waitFor();
      await atDesk.look();
      const shown = await textOfCode(await page.screenshot());
      expect(shown).to.match(/^http:\/\/127\.0\.0\.1:\d+\/verify\/\w+#handoff=[\w.-]+$/);

      const person = await openPerson(browser, { context: { ...telephone, locale: 'ar' }, texts });
      await person.page.goto(shown);
      await person.walk({ until: 'liveness_primer' });
      expect(person.screens).to.deep.equal(['is_this_you', ...byCamera, 'liveness_primer']);
      expect(person.page.url()).to.not.include('handoff');
      await page.getByRole('heading', { level: 1, name: texts.following_title }).waitFor();
      await atDesk.look();
      await person.walk();
      await finished('ar', person, texts);
      await page.getByRole('heading', { level: 1, name: texts.approved_title }).waitFor();
      expect(await page.locator('main a').getAttribute('href')).to.equal('https://acme.example/');
      await expectQuiet(person, link);
      await expectQuiet(atDesk, link);

      await person.page.goto(shown);
      await person.page.getByRole('button', { name: texts.confirm_yes }).click();
      await person.page.getByRole('heading', { level: 1, name: texts.link_code_title }).waitFor();
      for (const one of [atDesk, person]) await one.page.context().close();
    });

    inFull('go on by themselves after a lost connection, and back to the screen before', async () => {
      const texts = await loadTexts('en');
      const link = await createLink('approve', 'en');
      const person = await openPerson(browser, { context: telephone, texts });
      const { page } = person;
      const titled = (title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.goto(link.url);
      await page.getByRole('button', { name: texts.welcome_start }).click();
      await page.context().setOffline(true);
      await page.getByRole('button', { name: texts.consent_agree }).click();
      await titled(texts.offline_title);
      await page.context().setOffline(false);
      await titled(texts.choice_title);
      await page.goBack();
      await titled(texts.welcome_title);
      await page.context().close();
    });

    inFull('lead to a review without the face check, and back to it before that', async () => {
      const texts = await loadTexts('fr');
      const link = await createLink('approve', 'fr');
      const person = await openPerson(browser, { context: telephone, texts });
      const { page } = person;
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
      const titled = (title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.goto(link.url);
      await person.walk({ photo: specimenFile(filmed), picksAt: 'camera_primer', until: 'liveness_primer' });
      await press(texts.face_cannot);
      await titled(texts.without_title);
      await person.look();
      await page.goBack();
      await titled(texts.face_title);
      await press(texts.face_cannot);
      await press(texts.without_go);
      await titled(texts.in_review_title);
      await expectQuiet(person, link);
      await page.context().close();
    });

    it('let a person choose another path with the keyboard, on a telephone and at a desk', async () => {
      await mustSucceed(openedRecords(sandbox()).policyRepository.add(twoWays, null));
      for (const [context, language] of [
        [telephone, 'en'],
        [desk, 'ar'],
      ] as const) {
        const texts = await loadTexts(language);
        const link = await createLink('approve', language, 'two-ways');
        const person = await openPerson(browser, { context, texts });
        const { page } = person;
        const told = (text: string) => page.getByText(text, { exact: true }).waitFor();
        await page.goto(link.url);
        await told(texts.welcome_how);
        await page.getByRole('button', { name: texts.path_offer }).press('Enter');
        await page.getByRole('heading', { level: 1, name: texts.path_title }).waitFor();
        await person.look();
        const ways = page.getByRole('group', { name: texts.path_title }).getByRole('radio');
        const whole = page.getByRole('radio', {
          name: `${texts.path_document_front} ${texts.path_liveness}`,
          exact: true,
          checked: true,
        });
        expect([await ways.count(), await whole.count()]).to.deep.equal([2, 1]);
        await page.keyboard.press('Tab');
        await page.keyboard.press('ArrowDown');
        const paper = page.getByRole('radio', { name: texts.path_document_front, exact: true, checked: true });
        expect(await paper.count()).to.equal(1);
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await told(texts.welcome_how_document);
        await person.walk({ photo: specimenFile(filmed), picksAt: 'camera_primer' });
        expect(person.screens.filter((screen) => screen.startsWith('liveness'))).to.deep.equal([]);
        await finished(language, person, texts);
        await expectQuiet(person, link);
        await page.context().close();
      }
    });

    it('say of a link that is not valid what to do', async () => {
      const texts = await loadTexts('en');
      const { url } = await createLink('approve', 'en');
      const person = await openPerson(browser, { context: telephone, texts });
      await person.page.goto(`${url.slice(0, -8)}xxxxxxxx`);
      await person.page.getByRole('heading', { level: 1, name: texts.link_unknown_title }).waitFor();
      await person.page.context().close();
    });

    inFull('start and go on where no newer function is than the lowest browsers have', async () => {
      const texts = await loadTexts('en');
      const { url } = await createLink('approve', 'en');
      const person = await openPerson(browser, { context: telephone, texts });
      const { page } = person;
      const faults: string[] = [];
      page.on('pageerror', ({ message }) => void faults.push(message));
      await page.addInitScript(removeNewerFunctions);
      await page.goto(url);
      await page.getByRole('button', { name: texts.welcome_start }).click();
      await page.getByRole('button', { name: texts.consent_agree }).click();
      await page.getByRole('heading', { level: 1, name: texts.choice_title }).waitFor();
      expect(await page.evaluate('[typeof URL.canParse, typeof [].findLast]')).to.deep.equal([
        'undefined',
        'undefined',
      ]);
      expect(faults).to.deep.equal([]);
      await page.context().close();
    });

    it('open with a link that was changed on its way, and say of one that was cut what happened', async () => {
      const texts = await loadTexts('en');
      const { url } = await createLink('approve', 'en');
      const changed = [url.replace('#', '%23'), url.replace('#', '/#'), `${url.replace('/verify/', '/VERIFY/')}.`];
      for (const link of changed) {
        const person = await openPerson(browser, { context: telephone, texts });
        await person.page.goto(link);
        await person.page.getByRole('button', { name: texts.welcome_start }).waitFor();
        expect(person.page.url()).not.to.match(/token|eyJ/);
        await person.page.context().close();
      }
      const person = await openPerson(browser, { context: telephone, texts });
      await person.page.goto(url.slice(0, -20));
      await person.page.getByRole('heading', { level: 1, name: texts.link_cut_title }).waitFor();
      await person.page.context().close();
    });

    inFull('tell a person who loads the page again to open the link again', async () => {
      const texts = await loadTexts('en');
      const link = await createLink('approve', 'en');
      const person = await openPerson(browser, { context: telephone, texts });
      await person.page.goto(link.url);
      await person.page.getByRole('button', { name: texts.welcome_start }).waitFor();
      await person.page.reload();
      await person.page.getByRole('heading', { name: texts.link_missing_title }).waitFor();
      await expectQuiet(person, link);
      await person.page.context().close();
    });
  };

const chromium = findChromium();
if (chromium === null)
  describe('the screens of the page in a browser', () => {
    it('are left out where there is no chromium (CHROMIUM_BIN)');
  });
else describe('the screens of the page in a browser', suite(chromium));
