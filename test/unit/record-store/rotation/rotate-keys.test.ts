import { TE, unavailable } from '@portcullis/domain';
import { createRecordStore } from '@portcullis/record-store';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { sequentialIds } from '../../../support/clock/sequential-ids.ts';
import { storeRecords, storesWith } from '../../../support/records/stored-records.ts';
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
    const [older, newer] = [storesWith({ driver }), storesWith({ driver }, 'a')];
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
