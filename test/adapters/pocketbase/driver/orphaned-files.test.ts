import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pocketbaseClient } from '@portcullis/adapter-pocketbase';
import { aNew, anEntry } from '@portcullis/contracts/builders';
import type { LedgerEntry } from '@portcullis/domain';
import type { NewFile, ProfileChange } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { aFileOf, canaryWord, storesWith } from '../../../support/records/stored-records.ts';
import { storesOver } from '../../../support/records/stores-over.ts';
import { filesWith } from '../../../support/repository/find-bytes.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { useGates } from '../../../support/servers/gated-proxy.ts';
import { usePocketbase } from '../../../support/servers/pocketbase.ts';

/** A profile whose ledger names these files. */
const aProfileWith = (id: string, ...fileIds: readonly string[]): ProfileChange => {
  const added = aNew({ id, reference: `of-${id}`, version: 1 + fileIds.length });
  const named = fileIds.map(
    (file_id, n): LedgerEntry =>
      anEntry({ profile_id: id, seq: n + 2, type: 'file.added', data: { file_id, kind: 'document_front' } }),
  );
  return { profile: added.profile, entries: [...added.entries.slice(0, 1), ...named] };
};

describe('file bytes that a crash of PocketBase orphaned', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  beforeEach(() => database().empty());

  const gateTo = useGates();

  const folderOf = async (fileId: string): Promise<string> => {
    const { id } = await database().admin.collections.getOne('files');
    return join(database().dataDir, 'storage', id, fileId);
  };

  /**
   * Leaves what remains when PocketBase is killed after it deleted the row of a file, and part of an earlier upload.
   */
  const orphan = async ({ id, bytes, kind }: NewFile): Promise<string> => {
    const folder = await folderOf(id);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${kind}_abcdefghij.jpg`), bytes);
    await writeFile(join(folder, `${kind}_abcdefghij.jpg.attrs`), '{}');
    await writeFile(join(folder, `${kind}_bcdefghijk.jpg.0123abcd.tmp`), bytes.slice(0, bytes.length / 2));
    return folder;
  };

  const fileRows = () => database().admin.collection('files').getFullList({ sort: 'id' });
  const eraserAt = (url: string) => {
    const { email, password } = database();
    return storesOver(pocketbaseClient({ email, password, url })).eraser;
  };

  it('go with the profile whose ledger names them', async () => {
    const { url } = database();
    const { files, profiles } = storesWith(database());
    const profileId = aNew().profile.id;
    const lost = aFileOf(profileId);
    const there = aFileOf(profileId);
    const nobodys = aFileOf(profileId);
    const change = aProfileWith(profileId, lost.id, there.id);
    await mustSucceed(profiles.insert(change, null));
    await mustSucceed(files.put(there));
    const folder = await orphan(lost);
    const others = await orphan(nobodys);
    await mustSucceed(eraserAt(url).erase(change.profile));
    expect([existsSync(folder), existsSync(await folderOf(there.id))]).to.deep.equal([false, false]);
    expect(existsSync(others), 'no ledger names it').to.equal(true);
    expect(await fileRows()).to.deep.equal([]);
  });

  it('are removed when the erasure is run again', async () => {
    const { url } = database();
    const file = aFileOf(aNew().profile.id);
    const change = aProfileWith(file.profileId, file.id);
    await mustSucceed(storesWith(database()).profiles.insert(change, null));
    await mustSucceed(eraserAt(url).erase(change.profile));
    const folder = await orphan(file);
    await mustSucceed(eraserAt(url).erase(change.profile));
    expect([existsSync(folder), await fileRows()]).to.deep.equal([false, []]);
  });

  it('are not those of another profile, whatever a ledger says', async () => {
    const { url } = database();
    const { files, profiles } = storesWith(database());
    const theirs = aFileOf(aNew().profile.id);
    await mustSucceed(profiles.insert(aProfileWith(theirs.profileId, theirs.id), null));
    await mustSucceed(files.put(theirs));
    const change = aProfileWith(aNew().profile.id, theirs.id, '../../data.db');
    await mustSucceed(profiles.insert(change, null));
    await mustSucceed(eraserAt(url).erase(change.profile));
    const kept = await mustSucceed(files.get(theirs.profileId, theirs.id));
    expect(Buffer.from(kept.bytes).toString()).to.equal(Buffer.from(theirs.bytes).toString());
  });

  it('are removed before the row is, for a file that no ledger names', async () => {
    const { url } = database();
    const { files, profiles } = storesWith(database());
    const stray = aFileOf(aNew().profile.id);
    const change = aProfileWith(stray.profileId);
    await mustSucceed(profiles.insert(change, null));
    await mustSucceed(files.put(stray));
    await orphan(stray);
    const gate = await gateTo(url, (method) => (method === 'DELETE' ? 'cut' : 'on'));
    expect(await mustFail(eraserAt(gate.url).erase(change.profile))).to.include({ _tag: 'Unavailable' });
    expect((await fileRows()).map(({ id }) => id)).to.deep.equal([stray.id]);
    const left = filesWith(await folderOf(stray.id), canaryWord);
    expect(left.filter((name) => !name.includes('fghij'))).to.deep.equal([]);
    await mustSucceed(eraserAt(url).erase(change.profile));
    expect([existsSync(await folderOf(stray.id)), await fileRows()]).to.deep.equal([false, []]);
  });

  it('do not stop an erasure where a file is already gone', async () => {
    const { url } = database();
    const { files, profiles } = storesWith(database());
    const stray = aFileOf('p');
    const named = aFileOf('p');
    const change = aProfileWith(aNew().profile.id, named.id);
    const profileId = change.profile.id;
    await mustSucceed(profiles.insert(change, null));
    for (const file of [stray, named]) await mustSucceed(files.put({ ...file, profileId }));
    for (const { id } of [stray, named]) await rm(await folderOf(id), { recursive: true });
    await mustSucceed(eraserAt(url).erase(change.profile));
    expect(await fileRows()).to.deep.equal([]);
  });
});
