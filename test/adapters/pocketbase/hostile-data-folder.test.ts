import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsDir, startPocketbase } from '@portcullis/adapter-pocketbase';
import { expect } from 'chai';
import { adminAccount } from '../../support/servers/pocketbase.ts';

describe('a data folder that somebody else has made', function () {
  this.timeout(30_000);

  it('has no hook that PocketBase runs, and no file that it publishes', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'portcullis-hostile-'));
    const mark = join(dataDir, 'ran');
    for (const name of ['no-hooks', 'pb_hooks', 'no-public', 'pb_public']) {
      mkdirSync(join(dataDir, name));
      writeFileSync(join(dataDir, name, 'of-a-backup.pb.js'), `$os.writeFile('${mark}', 'ran', 420)`);
    }
    const binary = process.env['POCKETBASE_BIN'];
    const { stop, url } = await startPocketbase({ ...adminAccount, binary, dataDir, migrationsDir });
    try {
      expect((await fetch(`${url}/of-a-backup.pb.js`)).status).to.equal(404);
      expect(existsSync(mark)).to.equal(false);
    } finally {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
