import { createRecordStore } from '@portcullis/record-store';
import type { PageQuery, RecordDriver } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { aNew, anEntry } from '../../../support/builders/profiles.ts';
import { sequentialIds } from '../../../support/clock/sequential-ids.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

/** A driver that notes what it is asked of the ledger, and which files it is told to remove. */
const notingDriver = () => {
  const pages: PageQuery[] = [];
  const removed: (readonly string[])[] = [];
  const driver = memoryDriver();
  const noting: RecordDriver = {
    ...driver,
    page: (table, query) => {
      if (table === 'ledger') pages.push(query);
      return driver.page(table, query);
    },
    removeBlobs: (profileId, ids) => {
      removed.push(ids);
      return driver.removeBlobs(profileId, ids);
    },
  };
  return { driver: noting, pages, removed };
};

describe('an erasure', () => {
  it('reads the personal parts of a ledger once, and removes the files of its file entries alone', async () => {
    const { driver, pages, removed } = notingDriver();
    const { eraser, profiles } = createRecordStore(driver, null, sequentialIds());
    const { profile } = aNew({ version: 2 });
    const entries = ['file.added', 'evidence_added'].map((type, n) =>
      anEntry({ profile_id: profile.id, seq: n + 1, type, data: { file_id: `file0000000000${n + 1}` } }),
    );
    await mustSucceed(profiles.insert({ profile, entries }, null));
    await mustSucceed(eraser.erase(profile));
    expect(pages.map(({ columns }) => columns)).to.deep.equal([['id', 'data'], undefined]);
    expect(removed).to.deep.equal([['file00000000001']]);
  });

  it('overwrites the row of a profile that does not open', async () => {
    const driver = memoryDriver();
    const { eraser, profiles } = createRecordStore(driver, null, sequentialIds());
    const { entries, profile } = aNew({ reference: 'ANNA MARIA ERIKSSON' });
    await mustSucceed(profiles.insert({ profile, entries }, null));
    const damaged = { surname: 'ERIKSSON' };
    const update = { kind: 'update', table: 'profiles', id: profile.id, columns: { data: damaged } } as const;
    await mustSucceed(driver.transaction([update]));
    await mustFail(profiles.getAny(profile.id));
    await mustSucceed(eraser.eraseUnopened(profile.id));
    const row = await mustSucceed(driver.get('profiles', profile.id));
    expect(row).to.deep.include({
      data: { erased: '' },
      reference_key: '',
      current_key: '',
      due_at: '',
      partner_key: 'acme',
    });
    await mustSucceed(eraser.eraseUnopened(profile.id));
    await mustSucceed(eraser.eraseUnopened('no row of the database'));
  });
});
