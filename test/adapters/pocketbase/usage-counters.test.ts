import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsDir, pocketbaseClient, startPocketbase } from '@portcullis/adapter-pocketbase';
import { expect } from 'chai';
import { aChangeOf, aNew } from '../../support/builders/profiles.ts';
import { storesOver } from '../../support/records/stores-over.ts';
import { mustSucceed } from '../../support/run.ts';
import { adminAccount } from '../../support/servers/pocketbase.ts';

const migration = '1790000018_usage_counters.js';

/** What a redaction leaves of a profile. */
const redaction = { reference: '', current: false, claimed: {}, metadata: {}, evidence: [], salt: '' };

describe('the counters of a database of the version before', function () {
  this.timeout(60_000);

  it('begin with the files that it holds, by partner, but not of redacted profiles, and go on from there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portcullis-counters-'));
    const dataDir = join(folder, 'data');
    const earlier = join(folder, 'migrations');
    const binary = process.env['POCKETBASE_BIN'];
    const open = async (migrations: string) => {
      const database = await startPocketbase({ ...adminAccount, binary, dataDir, migrationsDir: migrations });
      return { database, stores: storesOver(pocketbaseClient({ ...adminAccount, url: database.url })) };
    };
    try {
      const names = (await readdir(migrationsDir)).filter((name) => name < migration);
      for (const name of names) await cp(join(migrationsDir, name), join(earlier, name));
      const before = await open(earlier);
      const partners = ['acme/Ä %2F', 'acme/Ä %2F', 'beta', 'beta', 'gamma'];
      const added = partners.map((partnerId, n) =>
        aNew({ reference: `customer-${n}`, tenant: { partnerId, teamId: null } }),
      );
      for (const one of added) {
        await mustSucceed(before.stores.profiles.insert(one, null));
        const { id: profileId } = one.profile;
        const file = { id: profileId, profileId, kind: 'document_front', contentType: 'image/png' } as const;
        await mustSucceed(before.stores.files.put({ ...file, bytes: new Uint8Array(100), sha256: '1'.repeat(64) }));
      }
      // Their files wait for their removal; their evidence, which names the bytes, is gone.
      const redacted = added.slice(3);
      const kept = added.slice(0, 3);
      for (const { profile } of redacted)
        await mustSucceed(before.stores.profiles.commit(aChangeOf(profile, redaction)));
      await before.database.stop();
      const after = await open(migrationsDir);
      const { profiles, usageCounters } = after.stores;
      const counted = await mustSucceed(usageCounters.storedBytes(null, 10));
      for (const { profile } of kept) await mustSucceed(profiles.commit({ ...aChangeOf(profile), bytes: -100 }));
      const rest = await mustSucceed(usageCounters.storedBytes(null, 10));
      await after.database.stop();
      expect(counted).to.deep.equal([
        { partnerId: 'acme/Ä %2F', bytes: 200 },
        { partnerId: 'beta', bytes: 100 },
      ]);
      expect(rest.map(({ bytes }) => bytes)).to.deep.equal([0, 0]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
