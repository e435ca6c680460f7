import { join } from 'node:path';
import { openPageFolder } from '@portcullis/http';
import { expect } from 'chai';
import { launchChromium } from '../../support/browser/chromium.ts';
import { describeInChromium } from '../../support/browser/in-chromium.ts';
import { openOpenidConsole } from '../../support/http/openid-console.ts';
import { root } from '../../support/repository/files.ts';
import { openOpenidProvider } from '../../support/servers/openid-provider.ts';

describeInChromium('coming back from a provider on another site', function (executable) {
  this.timeout(60_000);

  it('brings the page of the console a session, although its cookie is Strict', async () => {
    const [provider, browser] = await Promise.all([openOpenidProvider(), launchChromium(executable, null)]);
    let origin = '';
    const open = await openOpenidConsole(
      provider,
      { origin: () => origin, isSecure: false },
      { consolePage: openPageFolder(join(root, 'packages/console/dist/page')) },
    );
    try {
      // Another site than the provider, which is at an address.
      origin = open.server.url.replace('127.0.0.1', 'localhost');
      provider.register(`${origin}/console/callback`);
      provider.enter({ sub: 'rosa', name: 'Rosa Lind', roles: ['reviewer'], partner_id: 'acme' });
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
      expect(open.causes).to.deep.equal([]);
    } finally {
      await browser.close();
      await open.close();
      await provider.close();
    }
  });
});
