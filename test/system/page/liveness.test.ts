import { connect } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { t } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { english } from '#verify/texts/english';
import { findChromium, launchChromium } from '../../support/browser/chromium.ts';
import { lookAtEach } from '../../support/browser/look.ts';
import { performStep, readBody } from '../../support/clients/api-client.ts';
import { newPerson } from '../../support/clients/journey.ts';
import { inFull } from '../../support/effort.ts';
import { plainPhoto } from '../../support/images/plain-photo.ts';
import { openProduction, type Production } from '../../support/servers/production.ts';
import { selfSigned } from '../../support/servers/self-signed.ts';
import { type BuiltPage, buildWithModel } from './built-with-model.ts';
import { type Film, filmOf } from './fake-camera.ts';

const stream = 'streaming-rekognition.eu-west-1.amazonaws.com';

/** TLS in front of the simulator, under whatever name the browser believes it to have. */
const openTls = async (url: string): Promise<Server> => {
  const { port } = new URL(url);
  const server = createServer(selfSigned(), (socket) => {
    const behind = connect(Number(port), '127.0.0.1');
    socket.on('error', () => behind.destroy());
    behind.on('error', () => socket.destroy());
    socket.pipe(behind).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const suite = (executable: string) =>
  function (this: Mocha.Suite): void {
    this.timeout(90_000);
    let production: Production;
    let built: BuiltPage;
    let film: Film;
    let tls: Server;
    let browser: Browser;
    let photo: Blob;

    before(async () => {
      photo = await plainPhoto();
      // Vite sets NODE_ENV while it builds.
      built = await buildWithModel();
      [production, film] = await Promise.all([openProduction(), filmOf('td3-valid')]);
      tls = await openTls(production.simulator.url);
      browser = await launchChromium(executable, film.path, {
        args: [`--host-resolver-rules=MAP ${stream}:443 127.0.0.1:${portOf(tls)}`, '--ignore-certificate-errors'],
        // A browser asks before a public name leads to its own machine.
        disabledFeatures: ['LocalNetworkAccessChecks'],
      });
    });

    after(async () => {
      await browser?.close();
      tls?.close();
      await production?.close();
      film?.remove();
      built?.remove();
    });

    type Visit = { readonly page: Page; readonly errors: string[]; readonly requests: string[] };

    /** A person who has done everything but the face check, in front of it. */
    const atFaceCheck = async (hasModel = true): Promise<Visit> => {
      production.simulator.reset();
      production.simulator.script({ scenario: 'approve', event: { url: 'https://verify.example.com/verify' } });
      const { baseUrl, token } = production;
      const person = await newPerson({ baseUrl, token, photo, choose: () => ({}) }, 'approve');
      for (const step of ['consent', 'device', 'document_front'] as const) await performStep(person, step, photo);
      const context = await browser.newContext({ permissions: ['camera'], viewport: { width: 1280, height: 900 } });
      const page = await context.newPage();
      const errors: string[] = [];
      const requests: string[] = [];
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('request', (request) => requests.push(request.url()));
      page.on('websocket', (socket) => requests.push(socket.url()));
      if (hasModel) await built.serveTo(page);
      await page.goto(`${baseUrl}/verify/${person.profileId}#token=${person.flowToken}`);
      await page.getByRole('button', { name: english.welcome_start }).click();
      page.setDefaultTimeout(30_000);
      await page.getByRole('button', { name: english.face_start }).click();
      return { page, errors, requests };
    };

    const start = async (page: Page): Promise<void> => {
      const button = page.getByRole('button', { name: 'Start the check' });
      await button.waitFor();
      await button.click();
    };

    const streams = () =>
      production.simulator.requests().filter(({ operation }) => operation === 'StartFaceLivenessSession');
    const counted = t.type({ events: t.record(t.string, t.number), videoBytes: t.number });

    inFull('stream to the provider and lead to an approval', async () => {
      const { errors, page, requests } = await atFaceCheck();
      await page.getByRole('button', { name: 'Start the check' }).waitFor();
      expect(await lookAtEach(page, 'liveness')).to.deep.equal([]);
      await start(page);
      await page.getByRole('heading', { level: 1, name: english.approved_title }).waitFor({ timeout: 60_000 });
      expect(errors).to.deep.equal([]);
      const own = `${production.baseUrl}/`;
      const others = requests.filter((url) => !/^(blob|data):/.test(url) && !url.startsWith(own));
      expect(others.map((url) => new URL(url).origin)).to.deep.equal([`wss://${stream}`]);
      expect(streams().map(({ status }) => status)).to.deep.equal([200]);
      const { events, videoBytes } = readBody(counted, streams()[0]?.body);
      expect(events).to.have.all.keys('VideoEvent', 'ClientSessionInformationEvent');
      expect(videoBytes).to.be.above(10_000);
      await page.context().close();
    });

    inFull('that a person ends lead to a sentence, and to a new session in the same attempt', async () => {
      const { page, requests } = await atFaceCheck();
      await start(page);
      await page.getByRole('button', { name: 'End the face check' }).click();
      await page.getByText(english.face_fault_canceled).waitFor();
      await page.getByRole('button', { name: english.try_again }).click();
      await page.getByRole('button', { name: 'Start the check' }).waitFor();
      const sessions = requests
        .filter((url) => url.startsWith('wss:'))
        .map((url) => new URL(url).searchParams.get('session-id'));
      expect(new Set(sessions).size).to.equal(2);
      await page.context().close();
    });

    inFull('are not there without a model: the page says so, and whom to ask', async () => {
      const { page, requests } = await atFaceCheck(false);
      await page.getByText(english.face_fault_unsupported.replace('{partner}', english.the_partner)).waitFor();
      expect(requests.filter((url) => /detector|tfjs|wss:/.test(url))).to.deep.equal([]);
      await page.context().close();
    });
  };

const chromium = findChromium();
if (chromium === null)
  describe("the face checks of the provider's component in a browser", () => {
    it('is left out where there is no chromium (CHROMIUM_BIN)');
  });
else describe("the face checks of the provider's component in a browser", suite(chromium));
