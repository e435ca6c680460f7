import { createServer, type Server } from 'node:http';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { english } from '#verify/texts/english';
import { findChromium, launchChromium } from '../../support/browser/chromium.ts';
import { performStep } from '../../support/clients/api-client.ts';
import { newPerson } from '../../support/clients/journey.ts';
import { inFull } from '../../support/effort.ts';
import { plainPhoto } from '../../support/images/plain-photo.ts';
import { openProduction, type Production } from '../../support/servers/production.ts';
import { type Film, filmOf } from './fake-camera.ts';

/** The agent of the vendor, as far as the page uses it: it asks its endpoint for an event that names the person. */
const agentScript = `
export const withoutDefault = (value) => ({ only: value });
export const start = (options) => ({
  get: async (asked) => {
    const { origin, pathname } = location;
    const body = JSON.stringify({ options, asked, page: origin + pathname + location.hash });
    return (await fetch(options.endpoints.only + '/', { method: 'POST', body })).json();
  },
});
`;

type Asked = { readonly method: string; readonly url: string; readonly referer?: string; readonly body: string };

/** The operator's endpoint of the agent. */
const openEndpoint = async () => {
  const asked: Asked[] = [];
  let isDead = false;
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { headers, method = '', url = '' } = request;
      const body = Buffer.concat(chunks).toString();
      asked.push({ method, url, body, ...(headers.referer !== undefined && { referer: headers.referer }) });
      if (isDead) return request.socket.destroy();
      response.setHeader('Access-Control-Allow-Origin', '*');
      if (method === 'GET') return response.setHeader('Content-Type', 'text/javascript').end(agentScript);
      return response.end(JSON.stringify({ event_id: `sim-${JSON.parse(body).asked.linkedId}` }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    asked,
    die: () => {
      isDead = true;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const suite = (executable: string) =>
  function (this: Mocha.Suite): void {
    this.timeout(90_000);
    let endpoint: Awaited<ReturnType<typeof openEndpoint>>;
    let film: Film;
    let browser: Browser;
    let photo: Blob;
    let production: Production | null = null;

    beforeEach(async () => {
      endpoint = await openEndpoint();
    });
    afterEach(async () => {
      await production?.close();
      production = null;
      endpoint.close();
    });
    before(async () => {
      photo = await plainPhoto();
      film = await filmOf('td3-valid');
      browser = await launchChromium(executable, film.path);
    });
    after(async () => {
      await browser?.close();
      film?.remove();
    });

    /** A person who has shown a document, and goes on to the face check. */
    const goToFaceCheck = async (variables: Readonly<Record<string, string>>) => {
      const opened = await openProduction(variables);
      production = opened;
      const { baseUrl, simulator, token } = opened;
      simulator.script({ scenario: 'approve', event: { url: 'https://verify.example.com/verify' } });
      const person = await newPerson({ baseUrl, token, photo, choose: () => ({}) }, 'approve');
      for (const step of ['consent', 'document_front'] as const) await performStep(person, step, photo);
      const context = await browser.newContext({ permissions: ['camera'] });
      const page: Page = await context.newPage();
      page.setDefaultTimeout(40_000);
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.goto(`${baseUrl}/verify/${person.profileId}#token=${person.flowToken}`);
      await page.getByRole('button', { name: english.welcome_start }).click();
      await page.getByRole('button', { name: english.face_start }).click();
      // There is no model for the face check: what comes before it has been done.
      await page.getByText(english.face_fault_unsupported.replace('{partner}', english.the_partner)).waitFor();
      // The service asks for an event of its own to see whether it has an account.
      const lookUps = () =>
        simulator.requests().filter(({ body }) => JSON.stringify(body).includes(`sim-${person.profileId}`));
      return { context, lookUps, page, person, others: requests.filter((url) => !url.startsWith(`${baseUrl}/`)) };
    };

    const agentVariables = () => ({
      FINGERPRINT_PUBLIC_KEY: 'publicKey1',
      FINGERPRINT_AGENT_ENDPOINT: `${endpoint.origin}/metrics`,
    });

    it('makes one event of the person, which reaches the service, and learns no token', async () => {
      const { context, lookUps, others, page, person } = await goToFaceCheck(agentVariables());
      expect(others).to.deep.equal([`${endpoint.origin}/metrics/web/v4/publicKey1`, `${endpoint.origin}/metrics/`]);
      expect(lookUps().map(({ status }) => status)).to.deep.equal([200]);
      const [script, made] = endpoint.asked;
      expect([script?.referer, made?.referer]).to.deep.equal([undefined, undefined]);
      expect(JSON.parse(made?.body ?? '{}')).to.deep.include({
        asked: { linkedId: person.profileId, timeout: 10_000 },
        page: `${production?.baseUrl}/verify/${person.profileId}`,
      });
      expect(JSON.stringify(endpoint.asked)).to.not.include(person.flowToken);
      // Another session in the same attempt needs no other event.
      await page.getByRole('button', { name: english.try_again }).click();
      await page.getByText(english.face_fault_unsupported.replace('{partner}', english.the_partner)).waitFor();
      expect(endpoint.asked).to.have.length(2);
      await context.close();
    });

    inFull('is asked for nothing where no key is configured', async () => {
      const { context, lookUps, others } = await goToFaceCheck({});
      expect([others, lookUps(), endpoint.asked]).to.deep.equal([[], [], []]);
      await context.close();
    });

    inFull('keeps nobody from the face check where its endpoint is dead', async () => {
      endpoint.die();
      const { context, lookUps } = await goToFaceCheck(agentVariables());
      expect(endpoint.asked.map(({ url }) => url)).to.include('/metrics/web/v4/publicKey1');
      expect(lookUps()).to.deep.equal([]);
      await context.close();
    });
  };

const chromium = findChromium();
if (chromium === null)
  describe('the agent of the device check in a browser', () => {
    it('is left out where there is no chromium (CHROMIUM_BIN)');
  });
else describe('the agent of the device check in a browser', suite(chromium));
