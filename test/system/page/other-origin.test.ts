import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { loadTexts } from '#verify/texts/languages';
import { findChromium, launchChromium } from '../../support/browser/chromium.ts';
import { contexts, filmed, specimenFile } from '../../support/browser/devices.ts';
import { partnerOf } from '../../support/browser/links.ts';
import { openPerson } from '../../support/browser/person.ts';
import { noiseOf } from '../../support/browser/quiet.ts';
import { inFull } from '../../support/effort.ts';
import { root } from '../../support/repository/files.ts';
import { useSandbox } from '../../support/servers/sandbox.ts';
import { type Film, filmOf } from './fake-camera.ts';
import { openPageServer, type PageServer } from './page-server.ts';

type Tools = { readonly makePageFolder: (options: { readonly api: string; readonly to: string }) => Promise<void> };

const suite = (executable: string) =>
  function (this: Mocha.Suite): void {
    this.timeout(120_000);
    let server: PageServer;
    let folder: string;
    let film: Film;
    let browser: Browser;

    before(async () => {
      server = await openPageServer();
      folder = mkdtempSync(join(tmpdir(), 'portcullis-page-'));
    });

    const sandbox = useSandbox(undefined, () => ({ clientUrl: server.origin }));

    before(async () => {
      const { makePageFolder }: Tools = await import(pathToFileURL(join(root, 'tools/page-folder.mjs')).href);
      await makePageFolder({ api: sandbox().info.base_url, to: folder });
      server.serve(folder);
      film = await filmOf(filmed);
      browser = await launchChromium(executable, film.path);
    });

    after(async () => {
      await browser?.close();
      film?.remove();
      server?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    inFull('leads from the link to an approval, and reaches the API alone beside its own files', async () => {
      const texts = await loadTexts('en');
      const { base_url: api } = sandbox().info;
      const link = await partnerOf(sandbox().info).createLink('approve', 'en');
      expect(link.url).to.match(new RegExp(`^${server.origin}/verify/\\w+#token=`));
      const person = await openPerson(browser, { context: contexts[360], texts });
      await person.page.goto(link.url);
      await person.walk({ photo: specimenFile(filmed), picksAt: 'camera_primer' });
      expect(await person.page.getByRole('heading', { level: 1 }).textContent()).to.equal(texts.approved_title);
      expect(await noiseOf(person, link, server.origin, api)).to.deep.equal([]);
      expect(person.requests.filter((url) => url.startsWith(`${server.origin}/api/`))).to.deep.equal([]);
      expect(person.requests.filter((url) => url.startsWith(`${api}/api/`))).to.have.length.above(5);
      expect(server.paths.filter((path) => path.includes(link.token))).to.deep.equal([]);
      await person.page.context().close();
    });

    inFull('may call no other address, by the policy in its HTML', async () => {
      const texts = await loadTexts('en');
      const person = await openPerson(browser, { context: contexts[360], texts });
      await person.page.goto(`${server.origin}/verify/somebody`);
      const elsewhere = `${sandbox().info.management_url}/healthz`;
      const tried: string = await person.page.evaluate(`fetch(${JSON.stringify(elsewhere)}).then(() => '', String)`);
      expect(tried).to.include('TypeError');
      expect(person.errors.join()).to.include('Content Security Policy');
      await person.page.context().close();
    });
  };

const chromium = findChromium();
if (chromium === null)
  describe('the page on an origin of its own in a browser', () => {
    it('is left out where there is no chromium (CHROMIUM_BIN)');
  });
else describe('the page on an origin of its own in a browser', suite(chromium));
