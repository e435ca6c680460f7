import { join } from 'node:path';
import { openPageFolder } from '@portcullis/http';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { english } from '#console/texts/english';
import { launchChromium } from '../../support/browser/chromium.ts';
import { describeInChromium } from '../../support/browser/in-chromium.ts';
import { lookAtEach } from '../../support/browser/look.ts';
import { inFull } from '../../support/effort.ts';
import { openOpenidConsole } from '../../support/http/openid-console.ts';
import { root } from '../../support/repository/files.ts';
import { type OpenidProvider, openOpenidProvider } from '../../support/servers/openid-provider.ts';

describeInChromium('coming back from a provider on another site', function (executable) {
  this.timeout(120_000);
  let browser: Browser;
  let provider: OpenidProvider;
  let open: Awaited<ReturnType<typeof openOpenidConsole>>;
  let origin = '';
  before(async () => {
    [provider, browser] = await Promise.all([openOpenidProvider(), launchChromium(executable, null)]);
    open = await openOpenidConsole(
      provider,
      { origin: () => origin, isSecure: false },
      { consolePage: openPageFolder(join(root, 'packages/console/dist/page')) },
    );
    // Another site than the provider, which is at an address.
    origin = open.server.url.replace('127.0.0.1', 'localhost');
    provider.register(`${origin}/console/callback`);
  });
  after(async () => {
    await browser?.close();
    await open?.close();
    await provider?.close();
  });

  it('brings the page of the console a session, although its cookie is Strict', async () => {
    provider.enter({ sub: 'rosa', name: 'Rosa Lind', roles: ['reviewer'], partner_id: 'acme', team_id: '*' });
    const page = await browser.newPage();
    await page.goto(`${origin}/console/sign-in`);
    expect(new URL(page.url()).origin).to.equal(provider.issuer);
    const asked = page.waitForResponse((response) => response.url() === `${origin}/api/staff/me`);
    await page.click('a');
    expect((await asked).status()).to.equal(200);
    expect(new URL(page.url()).pathname).to.equal('/console');
    const cookies = await page.context().cookies(origin);
    expect(cookies.map(({ httpOnly, name, sameSite }) => [name, sameSite, httpOnly])).to.deep.equal([
      ['portcullis-staff', 'Strict', true],
    ]);
    expect(open.causes.splice(0)).to.deep.equal([]);
    await page.context().close();
  });

  inFull('says what to do where somebody has no role, and lets them try again', async () => {
    provider.enter({ sub: 'olga', name: 'Olga Nowak', roles: [], partner_id: 'acme', team_id: '*' });
    const page = await browser.newPage({ reducedMotion: 'reduce', viewport: { width: 1024, height: 900 } });
    await page.goto(`${origin}/console/sign-in`);
    await page.click('a');
    const alert = page.getByRole('alert').filter({ hasText: english.sign_in_failed });
    await alert.getByText(english.sign_in_failed_what).waitFor();
    expect(new URL(page.url()).hash).to.equal('#sign-in-failed');
    expect(open.causes.splice(0)).to.deep.equal(['no_role']);
    const again = page.getByRole('link', { name: english.sign_in_openid });
    expect(await again.getAttribute('href')).to.equal('/console/sign-in');
    expect(await lookAtEach(page, 'console')).to.deep.equal([]);
    await page.context().close();
  });
});
