import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsDir, pocketbaseClient, pocketbaseDriver, startPocketbase } from '@portcullis/adapter-pocketbase';
import { createEventNumbering } from '@portcullis/domain/use-cases';
import { createRecordStore } from '@portcullis/record-store';
import { expect } from 'chai';
import { sequentialIds } from '../../support/clock/sequential-ids.ts';
import { profileOf } from '../../support/records/driver-rows.ts';
import { eventInsert, numberEverything, wholeFeed } from '../../support/records/feed-entries.ts';
import { placedEntries, rootOfEntries, writeEntries } from '../../support/records/log-entries.ts';
import { mustSucceed } from '../../support/run.ts';
import { adminAccount } from '../../support/servers/pocketbase.ts';
import { placeEverything } from '../../support/services/log-relay.ts';

describe('a database of an earlier release', function () {
  this.timeout(60_000);
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-earlier-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const withDatabase = async (migrations: string, work: (url: string) => Promise<void>): Promise<void> => {
    const binary = process.env['POCKETBASE_BIN'];
    const options = { ...adminAccount, binary, dataDir: join(folder, 'data'), migrationsDir: migrations };
    const database = await startPocketbase(options);
    await work(database.url).finally(() => database.stop());
  };

  /** The migrations before one of them. */
  const migrationsBefore = (first: string): string => {
    const earlier = join(folder, 'migrations');
    cpSync(migrationsDir, earlier, { recursive: true });
    for (const file of readdirSync(earlier)) if (file >= first) rmSync(join(earlier, file));
    return earlier;
  };
  const driverAt = (url: string) => pocketbaseDriver(pocketbaseClient({ ...adminAccount, url }));

  it('gets a log of the entries that were there before', async () => {
    await withDatabase(migrationsBefore('1790000015'), (url) => writeEntries(driverAt(url), 3, 70));
    await withDatabase(migrationsDir, async (url) => {
      const { ledgerLog } = createRecordStore(driverAt(url), null, sequentialIds());
      expect(await placeEverything(ledgerLog, null)).to.equal(210);
      const placed = await placedEntries(ledgerLog);
      expect(placed.map(({ place }) => place)).to.deep.equal(Array.from({ length: 210 }, (_, n) => n + 1));
      expect((await mustSucceed(ledgerLog.newestHead()))?.root).to.equal(rootOfEntries(placed));
    });
  });

  it('gets feeds that begin behind its log, without the entries that were there before', async () => {
    await withDatabase(migrationsBefore('1790000020'), async (url) => {
      await writeEntries(driverAt(url), 2, 70);
      const { ledgerLog } = createRecordStore(driverAt(url), null, sequentialIds());
      expect(await placeEverything(ledgerLog, null)).to.equal(140);
      await writeEntries(driverAt(url), 2, 72, 71);
    });
    await withDatabase(migrationsDir, async (url) => {
      const driver = driverAt(url);
      const { eventFeed, feedNumbers, ledgerLog } = createRecordStore(driver, null, sequentialIds());
      expect(await mustSucceed(feedNumbers.followed())).to.equal(140);
      await mustSucceed(driver.transaction([eventInsert(profileOf(1), 73)]));
      expect(await placeEverything(ledgerLog, null)).to.equal(5);
      expect(await numberEverything(createEventNumbering(feedNumbers), 145)).to.equal(1);
      const { damaged, events } = await wholeFeed(eventFeed, 'acme');
      expect([damaged, events.map(({ event, place }) => [place, event.version])]).to.deep.equal([0, [[1, 73]]]);
    });
  });
});
