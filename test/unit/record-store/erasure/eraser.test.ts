import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { aNew, anEntry } from '@portcullis/contracts/builders';
import { TE } from '@portcullis/domain';
import { createRecordStore } from '@portcullis/record-store';
import type { PageQuery, RecordDriver } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { anEventText } from '../../../support/records/feed-entries.ts';
import { ledgerRowOf } from '../../../support/records/log-entries.ts';
import { aFileOf } from '../../../support/records/stored-records.ts';
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
    const { eraser, profiles } = createRecordStore(driver, aKeyring(), sequentialIds());
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
    const { eraser, profiles } = createRecordStore(driver, aKeyring(), sequentialIds());
    const { entries, profile } = aNew({ reference: 'ANNA MARIA ERIKSSON' });
    await mustSucceed(profiles.insert({ profile, entries }, null));
    const damaged = { surname: 'ERIKSSON' };
    const update = { kind: 'update', table: 'profiles', id: profile.id, columns: { data: damaged } } as const;
    await mustSucceed(driver.transaction([update]));
    await mustFail(profiles.getAny(profile.id));
    expect(await mustSucceed(eraser.isBlanked(profile.id))).to.equal(false);
    await mustSucceed(eraser.eraseUnopened(profile.id));
    const row = await mustSucceed(driver.get('profiles', profile.id));
    expect(row).to.deep.include({
      data: { erased: '' },
      reference_key: '',
      current_key: '',
      due_at: '',
      partner_key: 'acme',
    });
    expect(await mustSucceed(eraser.isBlanked(profile.id))).to.equal(true);
    await mustSucceed(eraser.eraseUnopened(profile.id));
    await mustSucceed(eraser.eraseUnopened('no row of the database'));
    expect(await mustSucceed(eraser.isBlanked('no row of the database'))).to.equal(false);
    expect(await mustSucceed(eraser.isBlanked('neverstored1234'))).to.equal(false);
  });

  it('is read back table by table, so that an engine is found that undoes what it was told to erase', async () => {
    const engine = memoryDriver();
    let isUndone = true;
    const undoing: RecordDriver = {
      ...engine,
      transaction: (writes, options) =>
        engine.transaction(isUndone ? writes.filter(({ kind }) => kind !== 'update') : writes, options),
      removeBlobs: (profile, ids) => (isUndone ? TE.right(undefined) : engine.removeBlobs(profile, ids)),
    };
    const { eraser, files, profiles } = createRecordStore(undoing, aKeyring('erasure'), sequentialIds());
    const { profile } = aNew({ reference: 'ANNA MARIA ERIKSSON' });
    const note = { note: 'ERIKSSON' };
    const entry = anEntry({ profile_id: profile.id, personal: note, personal_digest: 'd'.repeat(64) });
    await mustSucceed(profiles.insert({ profile, entries: [entry] }, null));
    await mustSucceed(files.put(aFileOf(profile.id)));
    await mustSucceed(eraser.eraseUnopened(profile.id));
    const remaining = ['profiles', 'data_keys', 'files', 'ledger'];
    expect(await mustSucceed(eraser.remainsOf(profile.id))).to.deep.equal(remaining);
    isUndone = false;
    await mustSucceed(eraser.eraseUnopened(profile.id));
    expect(await mustSucceed(eraser.remainsOf(profile.id))).to.deep.equal([]);
  });

  it('is read back event by event, so that one is found that still says how it went for the person', async () => {
    const driver = memoryDriver();
    const { eraser, profiles } = createRecordStore(driver, aKeyring(), sequentialIds());
    const { entries, profile } = aNew();
    await mustSucceed(profiles.insert({ profile, entries }, null));
    await mustSucceed(eraser.eraseUnopened(profile.id));
    expect(await mustSucceed(eraser.remainsOf(profile.id))).to.deep.equal([]);
    const id = ledgerRowOf(profile.id, 1);
    const [erased, whole] = [{ type: 'profile.erased' }, { reasons: ['face_mismatch'] }].map((more) =>
      anEventText(more),
    );
    for (const [event, remaining] of [
      [erased, []],
      [whole, ['ledger']],
      ['{"surname":"ERIKSSON"}', ['ledger']],
    ] as const) {
      await mustSucceed(driver.transaction([{ kind: 'update', table: 'ledger', id, columns: { event } }]));
      expect(await mustSucceed(eraser.remainsOf(profile.id)), event).to.deep.equal(remaining);
    }
  });
});
