import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@portcullis/cli';
import { expect } from 'chai';
import { fillDataFolder } from '../../support/servers/pocketbase.ts';
import { sharedAdapters } from '../../support/servers/shared-adapters.ts';

describe('a sandbox over the folder of another build', function () {
  this.timeout(60_000);
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-build-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const start = (isFresh = false) => startSandbox({ folder, port: 0, isFresh, shared: sharedAdapters() });
  const kept = () =>
    ['secrets.json', 'pb_data/data.db'].map((name) => readFileSync(join(folder, name)).toString('hex'));

  it('is refused with a sentence, leaves the folder as it was, and begins anew where it is asked to', async () => {
    await fillDataFolder(join(folder, 'pb_data'));
    writeFileSync(join(folder, 'note.txt'), 'mine');
    for (const secrets of [{ database_password: 'secret' }, { database_password: 'secret', records_format: 0 }]) {
      writeFileSync(join(folder, 'secrets.json'), JSON.stringify(secrets));
      const before = kept();
      const refusal = await start().then(
        () => 'started',
        (cause: Error) => cause.message,
      );
      expect(refusal).to.match(/is of another build of Portcullis.* left as it is.*npm run sandbox -- --fresh/);
      expect(kept()).to.deep.equal(before);
    }
    const begun = await start(true);
    await begun.stop();
    const again = await start();
    await again.stop();
    expect(readFileSync(join(folder, 'note.txt'), 'utf8')).to.equal('mine');
  });
});
