import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import type { Browser, Cookie, Page } from 'playwright-core';
import { seedStaff } from '#cli/sandbox/staff-login';
import { loadTexts } from '#verify/texts/languages';
import { launchChromium } from '../../support/browser/chromium.ts';
import { contexts, filmed, specimenFile } from '../../support/browser/devices.ts';
import { describeInChromium } from '../../support/browser/in-chromium.ts';
import { partnerOf } from '../../support/browser/links.ts';
import { openPerson } from '../../support/browser/person.ts';
import { textOfCode } from '../../support/browser/qr-code.ts';
import { noiseOf } from '../../support/browser/quiet.ts';
import { isFullEffort } from '../../support/effort.ts';
import { findProgram, root } from '../../support/repository/files.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { type RunningProxy, startPageServer, startProxy } from '../../support/servers/origin-servers.ts';
import { loginOf } from '../../support/servers/printed-sandbox.ts';
import { useSandbox } from '../../support/servers/sandbox.ts';
import { approveNext, becomeReviewed } from './person-to-approval.ts';

type Tools = {
  readonly makeConsoleFolder: (to: string) => Promise<void>;
  readonly makePageFolder: (options: { readonly api: string; readonly to: string }) => Promise<void>;
};

const toolsFrom = async (name: string): Promise<Tools> => import(pathToFileURL(join(root, `tools/${name}.mjs`)).href);

/** A page of somebody else, which may call whatever it likes: it stands where the dashboard of the database is. */
const openForeignPage = async (): Promise<{ readonly server: Server; readonly address: string }> => {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Another page</title>');
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { server, address: `127.0.0.1:${port}` };
};

/** Tries a call from a page. Answers its status, or that the page has got none. */
const callFrom = (page: Page, url: string, options: object = {}): Promise<number | 'refused'> =>
  page.evaluate(
    `fetch(${JSON.stringify(url)}, ${JSON.stringify(options)}).then(({ status }) => status, () => 'refused')`,
  );

const suite = (executable: string, caddy: string, nginx: string) =>
  function (this: Mocha.Suite): void {
    this.timeout(180_000);
    const folder = mkdtempSync(join(tmpdir(), 'portcullis-origins-'));
    const opened: { readonly stop: () => Promise<void> | void }[] = [];
    let port = 0;
    let proxy: RunningProxy;
    let browser: Browser;
    const originOf = (name: string): string => `https://${name}.localhost:${port}`;

    before(async () => {
      port = await freePort();
    });

    const sandbox = useSandbox(undefined, () => ({ domain: `localhost:${port}` }));

    before('build the two folders, and start what serves them', async () => {
      const pageFolder = join(folder, 'page');
      const { makePageFolder } = await toolsFrom('page-folder');
      await makePageFolder({ api: originOf('api'), to: pageFolder });
      const consoleFolder = join(folder, 'console');
      const { makeConsoleFolder } = await toolsFrom('console-folder');
      await makeConsoleFolder(consoleFolder);
      const webApp = await startPageServer(nginx, 'web-app', pageFolder);
      const adminPortal = await startPageServer(nginx, 'admin-portal', consoleFolder);
      const foreign = await openForeignPage();
      opened.push(webApp, adminPortal, { stop: () => void foreign.server.close() });
      proxy = await startProxy(caddy, port, {
        'admin-portal': adminPortal.address,
        'backend-api': new URL(sandbox().info.base_url).host,
        dashboard: foreign.address,
        'web-app': webApp.address,
      });
      opened.push(proxy);
      browser = await launchChromium(executable, null, {
        args: [`--ignore-certificate-errors-spki-list=${proxy.trustedKey}`],
      });
    });

    after(async () => {
      await browser?.close();
      for (const one of opened) await one.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    let kept: readonly Cookie[] = [];
    const seen = async (name: string, page: Page): Promise<void> => {
      const cookies = await page.context().cookies();
      if (name.startsWith('person-')) expect(cookies, name).to.deep.equal([]);
      else kept = cookies;
    };

    it('lead from a link on app. to a decision on admin., the only one with a session', async () => {
      const { info, records } = sandbox();
      const { link, noise: noiseOfPerson } = await becomeReviewed({
        browser,
        info,
        origins: [originOf('app'), originOf('api')],
        seen,
      });
      expect(noiseOfPerson).to.deep.equal([]);
      expect(link.url).to.match(new RegExp(`^${originOf('app')}/verify/\\w+#token=`));

      const rosa = await seedStaff(records, { username: 'rosa', name: 'Rosa Lind', roles: ['reviewer'] });
      const login = loginOf('rosa', rosa.secrets.password, rosa.secrets.otpauth);
      const { noise } = await approveNext({ browser, consoleUrl: originOf('admin'), login, seen });
      expect(noise).to.deep.equal([]);
      expect((await partnerOf(info).outcomeOf(link))[0]).to.equal('approved');

      const flags = kept.map(({ domain, httpOnly, name, path, sameSite, secure }) => [
        [name, domain, path].join(' '),
        [secure, httpOnly, sameSite].join(' '),
      ]);
      const ofConsole = ['portcullis-staff', 'portcullis-ticket'].map((name) => [
        `__Host-${name} admin.localhost /`,
        'true true Strict',
      ]);
      expect(flags).to.have.deep.members(ofConsole);
    });

    it('hand a person over to a telephone by a code that leads to app.', async () => {
      const texts = await loadTexts('en');
      const link = await partnerOf(sandbox().info).createLink('approve', 'en');
      const desk = await openPerson(browser, { context: contexts[1280], texts });
      const telephone = await openPerson(browser, { context: contexts[360], texts });
      await desk.page.goto(link.url);
      await desk.page.getByRole('button', { name: texts.handoff_offer, exact: true }).click();
      await desk.page.getByRole('img', { name: texts.handoff_code }).waitFor();
      const code = await textOfCode(await desk.page.screenshot());
      expect(code.startsWith(`${originOf('app')}/verify/`)).to.equal(true);
      await telephone.page.goto(code);
      await telephone.walk({ photo: specimenFile(filmed), picksAt: 'camera_primer' });
      for (const { page } of [desk, telephone])
        await page.getByRole('heading', { level: 1, name: texts.approved_title, exact: true }).waitFor();
      expect(await noiseOf(telephone, link, originOf('app'), originOf('api'))).to.deep.equal([]);
      await desk.page.context().close();
      await telephone.page.context().close();
    });

    it('let the page and the console call the API, and no other page of the domain', async () => {
      const page = await browser.newPage();
      const settings = `${originOf('api')}/api/settings`;
      // The header needs a preflight. The token is none: what counts is that the page may read the answer.
      const withToken = { headers: { Authorization: 'Bearer none' } };
      await page.goto(`${originOf('app')}/verify/somebody`);
      expect(await callFrom(page, settings, withToken)).to.equal(401);
      expect(await callFrom(page, `${originOf('admin')}/api/staff/me`), 'by its policy').to.equal('refused');
      await page.goto(`${originOf('database')}/`);
      expect(await page.title()).to.equal('Another page');
      expect(await callFrom(page, settings, withToken)).to.equal('refused');
      expect(await callFrom(page, settings)).to.equal('refused');
      const own = { credentials: 'include', method: 'DELETE' };
      expect(await callFrom(page, `${originOf('admin')}/api/staff/session`, own)).to.equal('refused');
      await page.context().close();
    });

    it('answer a preflight of these two alone, and none with credentials', async () => {
      const preflight = async (from: string) => {
        const { headers, status } = await proxy.ask('api', '/api/settings', 'OPTIONS', {
          Origin: from,
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': 'authorization',
        });
        expect(headers, from).to.not.have.property('access-control-allow-credentials');
        return [status, headers['access-control-allow-origin'], headers['access-control-allow-methods']];
      };
      for (const name of ['app', 'admin'])
        expect(await preflight(originOf(name)), name).to.deep.equal([204, originOf(name), 'GET,POST,PUT,PATCH']);
      for (const foreign of [originOf('database'), 'https://app.localhost.example', 'null'])
        expect((await preflight(foreign))[1], foreign).to.equal(undefined);
    });

    it('take a change with a session from the console alone', async () => {
      const session = kept.map(({ name, value }) => `${name}=${value}`).join('; ');
      const signOut = (headers: Readonly<Record<string, string>>) =>
        proxy.ask('admin', '/api/staff/session', 'DELETE', { Cookie: session, ...headers });
      for (const name of ['api', 'app', 'database'])
        expect((await signOut({ Origin: originOf(name) })).status, name).to.equal(403);
      expect((await signOut({})).status).to.equal(403);
      const own = { Origin: originOf('admin'), Cookie: session };
      for (const [method, path] of [
        ['GET', '/api/staff/me'],
        ['DELETE', '/api/staff/session'],
      ] as const)
        expect((await proxy.ask('api', path, method, own)).status, path).to.equal(403);
      expect((await signOut({ Origin: originOf('admin') })).status).to.equal(204);
    });

    it('have the headers of their images, and the console at one address', async () => {
      for (const [name, path] of [
        ['app', '/verify/somebody'],
        ['admin', '/'],
      ] as const) {
        const { headers, status } = await proxy.ask(name, path);
        expect(status, name).to.equal(200);
        expect(headers, name).to.include({
          'cache-control': 'no-store',
          'content-security-policy': "frame-ancestors 'none'",
          'referrer-policy': 'no-referrer',
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
          'x-content-type-options': 'nosniff',
        });
        expect(headers).to.not.have.property('set-cookie');
      }
      for (const [name, location] of [
        ['admin', '/'],
        ['api', `${originOf('admin')}/`],
      ] as const)
        expect((await proxy.ask(name, '/console')).headers.location, name).to.equal(location);
      expect((await proxy.ask('database', '/')).headers.location, 'the dashboard').to.equal('/_/');
      // A provider's sign-in that fails leads there, and the page is told by the fragment.
      const page = await browser.newPage();
      await page.goto(`${originOf('admin')}/console#sign-in-failed`);
      expect(page.url()).to.equal(`${originOf('admin')}/#sign-in-failed`);
      await page.context().close();
      // Not a page of the portal: without a provider the service says that there is nothing.
      const { headers, status } = await proxy.ask('admin', '/console/sign-in');
      expect([status, headers['content-type']]).to.deep.equal([404, 'application/problem+json']);
      expect((await proxy.ask('admin', '/verify/somebody')).status).to.equal(404);
    });
  };

const caddy = findProgram('CADDY_BIN', ['caddy']);
const nginx = findProgram('NGINX_BIN', ['nginx']);

describeInChromium('the origins of a deployment over its proxy', function (executable) {
  if (caddy === null || nginx === null) it('are left out where there is no caddy or nginx (CADDY_BIN, NGINX_BIN)');
  else if (isFullEffort) suite(executable, caddy, nginx).call(this);
});
