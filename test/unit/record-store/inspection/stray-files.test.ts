import { type ProfileId, pipe, TE } from '@portcullis/domain';
import { allOf } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { memoryDatabase, useRecordDatabase } from '../../../support/records/record-database.ts';
import { aFileOf, aPerson, type Stores, storesWith } from '../../../support/records/stored-records.ts';
import { mustSucceed } from '../../../support/run.ts';

describe('a file whose row names another profile', () => {
  const database = useRecordDatabase(memoryDatabase);
  const nobody = 'aaaaaaaaaaaaaaa';

  const aPersonIn = async (stores: Stores): Promise<ProfileId> => {
    const { entries, profile } = aPerson();
    await mustSucceed(stores.profiles.insert({ profile, entries }, null));
    return profile.id;
  };
  const give = async (id: string, profile: string): Promise<void> => {
    const update = { kind: 'update', table: 'files', id, columns: { profile } } as const;
    await mustSucceed(database().driver.transaction([update]));
  };

  it('is found where that one does not exist, and an upload that failed is not', async () => {
    const stores = storesWith(database());
    const anna = await aPersonIn(stores);
    const kept = aFileOf(anna);
    const moved = aFileOf(anna);
    for (const file of [kept, moved]) await mustSucceed(stores.files.put(file));
    expect(await mustSucceed(stores.inspector.strayFiles())).to.deep.equal([]);
    for (const profile of [nobody, 'no row of the database']) {
      await give(moved.id, profile);
      const found = await mustSucceed(stores.inspector.strayFiles());
      expect(found, profile).to.deep.equal([{ id: moved.id, profile, isGone: true }]);
    }
    await mustSucceed(stores.eraser.removeFilesOf('no row of the database'));
    expect(await mustSucceed(stores.inspector.strayFiles())).to.deep.equal([]);
    expect(await mustSucceed(database().driver.get('files', kept.id))).to.not.equal(null);
  });

  it('is found where everything is sealed, also when that one exists: it does not open with its key', async () => {
    const stores = storesWith(database(), 'a');
    await mustSucceed(
      pipe(
        stores.keys.prepare,
        TE.map(() => undefined),
      ),
    );
    const anna = await aPersonIn(stores);
    const ben = await aPersonIn(stores);
    const file = aFileOf(anna);
    await mustSucceed(stores.files.put(file));
    expect(await mustSucceed(stores.inspector.strayFiles())).to.deep.equal([]);
    await give(file.id, ben);
    const found = await mustSucceed(stores.inspector.strayFiles());
    expect(found).to.deep.equal([{ id: file.id, profile: ben, isGone: false }]);
  });

  it('is found by the erasure of the profile whose ledger or evidence names it, and removed', async () => {
    const stores = storesWith(database());
    const { eraser } = stores;
    const anna = await aPersonIn(stores);
    const file = aFileOf(anna);
    await mustSucceed(stores.files.put(file));
    expect(await mustSucceed(eraser.misplacedFiles(anna, [file.id]))).to.deep.equal([]);
    await give(file.id, nobody);
    expect(await mustSucceed(eraser.misplacedFiles(anna, []))).to.deep.equal([]);
    expect(await mustSucceed(eraser.misplacedFiles(anna, [file.id]))).to.deep.equal([file.id]);
    await mustSucceed(eraser.removeFiles([file.id, file.id]));
    expect(await mustSucceed(eraser.misplacedFiles(anna, [file.id]))).to.deep.equal([]);
    expect(await database().allRows()).to.not.include(file.id);
  });
});

describe('keys of profiles that were exchanged', () => {
  const database = useRecordDatabase(memoryDatabase);

  it('are faults of their profiles, and no other key; one of another keyring is', async () => {
    const stores = storesWith(database(), 'a');
    await mustSucceed(
      pipe(
        stores.keys.prepare,
        TE.map(() => undefined),
      ),
    );
    for (const _ of [1, 2]) {
      const { entries, profile } = aPerson();
      await mustSucceed(stores.profiles.insert({ profile, entries }, null));
    }
    const { driver } = database();
    const rows = await mustSucceed(driver.page('data_keys', { filter: allOf([]), limit: 2 }));
    for (const [n, { id }] of rows.entries()) {
      const columns = { wrapped: rows[1 - n]?.['wrapped'] };
      await mustSucceed(driver.transaction([{ kind: 'update', table: 'data_keys', id: String(id), columns }]));
    }
    const opening = (word: string) => storesWith(database(), word).keys.checkOpening;
    expect(await mustSucceed(opening('a'))).to.deep.equal([]);
    expect(await mustSucceed(opening('b'))).to.have.length.above(0);
  });
});
