import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsDir, pocketbaseClient, pocketbaseDriver, startPocketbase } from '@portcullis/adapter-pocketbase';
import { createRecordStore } from '@portcullis/record-store';
import { expect } from 'chai';
import { sequentialIds } from '../../support/clock/sequential-ids.ts';
import { placedEntries, rootOfEntries, writeEntries } from '../../support/records/log-entries.ts';
import { mustSucceed } from '../../support/run.ts';
import { adminAccount } from '../../support/servers/pocketbase.ts';
import { placeEverything } from '../../support/services/log-relay.ts';

describe('the log of a database of an earlier release', function () {
  this.timeout(60_000);
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-earlier-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const withDatabase = async (migrations: string, work: (url: string) => Promise<void>): Promise<void> => {
    const binary = process.env['POCKETBASE_BIN'];
    const options = { ...adminAccount, binary, dataDir: join(folder, 'data'), migrationsDir: migrations };
    const database = await startPocketbase(options);
    await work(database.url).finally(() => database.stop());
  };

  it('is filled with the entries that were there before', async () => {
    const earlier = join(folder, 'migrations');
    cpSync(migrationsDir, earlier, { recursive: true });
    rmSync(join(earlier, '1790000015_ledger_log.js'));
    await withDatabase(earlier, async (url) => {
      await writeEntries(pocketbaseDriver(pocketbaseClient({ ...adminAccount, url })), 3, 70);
    });
    await withDatabase(migrationsDir, async (url) => {
      const driver = pocketbaseDriver(pocketbaseClient({ ...adminAccount, url }));
      const { ledgerLog } = createRecordStore(driver, null, sequentialIds());
      expect(await placeEverything(ledgerLog, null)).to.equal(210);
      const placed = await placedEntries(ledgerLog);
      expect(placed.map(({ place }) => place)).to.deep.equal(Array.from({ length: 210 }, (_, n) => n + 1));
      expect((await mustSucceed(ledgerLog.newestHead()))?.root).to.equal(rootOfEntries(placed));
    });
  });
});
