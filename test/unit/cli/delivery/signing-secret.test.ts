import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { stopWhenReady, useFeedSetup } from '../events/feed-setup.ts';

describe('the signing secret of portcullis listen', function () {
  this.timeout(20_000);
  const setup = useFeedSetup();

  it('keeps its secret in a file for its owner alone, and prints it once at each start', async () => {
    const { cursorFile, listen } = setup();
    const printed: string[] = [];
    for (const _ of [1, 2]) {
      const run = listen([], { onLine: stopWhenReady });
      await run.code;
      printed.push(...run.lines.filter((line) => line.includes('whsec_')));
      expect(run.errors).to.deep.equal([]);
      expect(statSync(`${cursorFile}.secret`).mode & 0o777).to.equal(0o600);
      chmodSync(`${cursorFile}.secret`, 0o644);
    }
    const secret = readFileSync(`${cursorFile}.secret`, 'utf8').trim();
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const line = `Signing secret: ${secret} (kept in ${cursorFile}.secret)`;
    expect(printed).to.deep.equal([line, line]);
  });

  it('refuses a secret that is none, and leaves the file as it is', async () => {
    const { cursorFile, listen } = setup();
    await listen([], { onLine: (_, stop) => stop() }).code;
    for (const text of ['', 'whsec_', 'whsec_c2hvcnQ=', 'secret']) {
      writeFileSync(`${cursorFile}.secret`, text);
      const run = listen();
      expect(await run.code, text).to.equal(1);
      expect(run.errors[0]).to.match(/has no signing secret/);
      expect(readFileSync(`${cursorFile}.secret`, 'utf8')).to.equal(text);
    }
  });
});
