import { TE, unavailable } from '@portcullis/domain';
import { createRecordStore } from '@portcullis/record-store';
import type { RecordDriver, Write } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { aListEntry } from '../../../support/builders/list-entries.ts';
import { aNew } from '../../../support/builders/profiles.ts';
import { sequentialIds } from '../../../support/clock/sequential-ids.ts';
import { type Stores, storeRecords, storesWith } from '../../../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

const down = TE.left(unavailable('files', 'the storage is down'));

/** What fails of a driver in the name of `files`. */
const breakages: { readonly [name: string]: (driver: RecordDriver) => Partial<RecordDriver> } = {
  'the search for plaintext files': ({ page }) => ({
    page: (table, query) => (table === 'files' ? down : page(table, query)),
  }),
  'the read of a file’s row': ({ get }) => ({
    get: (table, id, options) => (table === 'files' ? down : get(table, id, options)),
  }),
  'the replacement of a file': () => ({ replaceBlob: () => down }),
  'the read of a file’s bytes': () => ({ getBlob: () => down }),
};

const storesWithout = async (breakage: string) => {
  const driver = memoryDriver();
  await storeRecords(storesWith({ driver }), 1);
  return createRecordStore({ ...driver, ...breakages[breakage]?.(driver) }, null, sequentialIds());
};

describe('a rotation', () => {
  it('ends where instances of two releases have claimed the same device event, and keeps the first claim', async () => {
    const driver = memoryDriver();
    const older = storesWith({ driver });
    const newer = storesWith({ driver }, 'a');
    const first = { eventId: 'event-1', profileId: 'profile00000001', attempt: 1 };
    const second = { ...first, profileId: 'profile00000002' };
    expect(await mustSucceed(newer.deviceEventClaims.claim(first))).to.equal('ours');
    expect(await mustSucceed(older.deviceEventClaims.claim(second))).to.equal('ours');
    const { remaining, status } = await mustSucceed(older.rotate(aKeyring('a'), () => undefined));
    expect(remaining).to.deep.equal([]);
    expect(status.unboundCount.device_events).to.equal(0);
    expect(status.isSealed).to.equal(true);
    expect(await mustSucceed(newer.deviceEventClaims.claim(first))).to.equal('ours');
    expect(await mustSucceed(newer.deviceEventClaims.claim(second))).to.equal('taken');
  });
});

/** A driver that does something else right before the first write to the lists. */
const withRace = (driver: RecordDriver, meanwhile: () => Promise<unknown>): RecordDriver => {
  let isRun = false;
  const race = async (isOfLists: boolean): Promise<void> => {
    if (isRun || !isOfLists) return;
    isRun = true;
    await meanwhile();
  };
  const isOfLists = ({ kind, ...write }: Write) => kind === 'update' && 'table' in write && write.table === lists;
  return {
    ...driver,
    transaction: (writes, options) => async () => {
      await race(writes.some(isOfLists));
      return driver.transaction(writes, options)();
    },
    updateIf: (update) => async () => {
      await race(update.table === lists);
      return driver.updateIf(update)();
    },
  };
};

const lists = 'sighting_lists';

describe('a rotation beside a change of an entry of a list', () => {
  const { profile } = aNew();
  const made = aListEntry({ profileId: profile.id });
  const turned = aListEntry({ list: 'allowed', note: 'It was found again.' });
  const changes = {
    'that turns it': ({ listStore }: Stores) => listStore.replace(turned.entry, [made.removal, ...turned.ledger]),
    'that erases its profile': ({ eraser }: Stores) => eraser.erase(profile),
    'that takes it off': ({ listStore }: Stores, id: string) => listStore.remove(id, made.removal),
  };
  for (const [name, change] of Object.entries(changes))
    it(`keeps the one ${name}, and leaves nothing in clear`, async () => {
      const driver = memoryDriver();
      const clear = storesWith({ driver });
      const service = storesWith({ driver }, 'a');
      const { id } = await mustSucceed(clear.listStore.add(made.entry, made.ledger));
      const before: unknown[] = [];
      const raced = withRace(driver, async () => {
        await mustSucceed<unknown>(change(service, id));
        before.push(await mustSucceed(service.listStore.find(id)));
      });
      const { remaining } = await mustSucceed(storesWith({ driver: raced }).rotate(aKeyring('a'), () => undefined));
      expect(remaining).to.deep.equal([]);
      expect(before).to.have.length(1);
      expect(await mustSucceed(storesWith({ driver }, 'a').listStore.find(id))).to.deep.equal(before[0]);
      expect(await mustSucceed(clear.keys.findPlaintext)).to.deep.equal([]);
    });

  it('seals no row with a text that no service has written there', async () => {
    const driver = memoryDriver();
    const stores = storesWith({ driver });
    const { id } = await mustSucceed(stores.listStore.add(made.entry, made.ledger));
    await mustSucceed(driver.transaction([{ kind: 'update', table: lists, id, columns: { note: "it's" } }]));
    const { remaining } = await mustSucceed(stores.rotate(aKeyring('a'), () => undefined));
    expect(remaining.join()).to.include(`lists ${id}: a text of it is not written as the service does`);
  });
});

describe('an outage during a rotation', () => {
  for (const breakage of Object.keys(breakages)) {
    const service = breakage.endsWith('bytes') ? 'files' : 'database';

    it(`is one of the ${service} in ${breakage}`, async () => {
      const { rotate } = await storesWithout(breakage);
      const failure = await mustFail(rotate(aKeyring('a'), () => undefined));
      expect(failure).to.deep.equal(unavailable(service, 'the storage is down'));
    });
  }

  it('is one of the database in the search for plaintext at the start', async () => {
    const { keys } = await storesWithout('the search for plaintext files');
    expect(await mustFail(keys.findPlaintext)).to.deep.equal(unavailable('database', 'the storage is down'));
  });
});
