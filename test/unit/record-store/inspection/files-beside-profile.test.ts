import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { type Profile, TE, unavailable } from '@portcullis/domain';
import { withOutageCause } from '@portcullis/domain/kernel';
import { createRecordStore } from '@portcullis/record-store';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { memoryDatabase, useRecordDatabase } from '../../../support/records/record-database.ts';
import { aFileOf, aPerson, storesWith } from '../../../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

describe('the files of a profile that are held against its evidence', () => {
  const database = useRecordDatabase(memoryDatabase);

  /** A profile whose evidence names sixty files, stored among a thousand others that it does not name. */
  const aFloodedProfile = async (): Promise<{ readonly profile: Profile; readonly named: readonly string[] }> => {
    const { files } = storesWith(database());
    const { profile } = aPerson();
    const all = Array.from({ length: 1060 }, () => aFileOf(profile.id));
    const stored = [];
    for (const file of all) stored.push(await mustSucceed(files.put(file)));
    const byId = stored.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const evidence = [...byId.slice(0, 30), ...byId.slice(-30)].map(
      (file) => ({ kind: 'file', file, attempt: 1, at: profile.createdAt }) as const,
    );
    return { profile: { ...profile, evidence }, named: evidence.map(({ file }) => file.id) };
  };

  it('are found however many others an upload that failed half-way has left, and one that is gone is missed', async () => {
    const { inspector } = storesWith(database());
    const { named, profile } = await aFloodedProfile();
    expect(await mustSucceed(inspector.besideProfile(profile))).to.deep.equal([]);
    for (const id of [named[0], named.at(-1)]) {
      const row = (await mustSucceed(database().driver.get('files', id ?? ''))) ?? {};
      await database().removeRow('files', id ?? '');
      expect(await mustSucceed(inspector.besideProfile(profile)), String(row['id'])).to.deep.include({
        fault: 'file',
        file: id,
      });
    }
  });

  it('are those of this profile: a file of another one that has the name does not stand for it', async () => {
    const { files, inspector } = storesWith(database());
    const owner = aPerson().profile;
    const other = aPerson().profile;
    const file = await mustSucceed(files.put(aFileOf(other.id)));
    const evidence = [{ kind: 'file', file, attempt: 1, at: owner.createdAt }] as const;
    expect(await mustSucceed(inspector.besideProfile({ ...owner, evidence }))).to.deep.equal([
      { fault: 'file', file: file.id },
    ]);
    expect(await mustSucceed(inspector.besideProfile({ ...other, evidence }))).to.deep.equal([]);
  });

  it('are neither missing nor altered where their store refuses, or somebody else answers', async () => {
    const { files } = storesWith(database());
    const { profile } = aPerson();
    const file = await mustSucceed(files.put(aFileOf(profile.id)));
    const named = { ...profile, evidence: [{ kind: 'file', file, attempt: 1, at: profile.createdAt } as const] };
    for (const [kind, word] of [
      ['rejected', 'login_refused'],
      ['invalid_response', 'bad_answer'],
    ] as const) {
      const refused = withOutageCause(unavailable('files', 'refused', kind), word);
      const refusing: RecordDriver = { ...database().driver, getBlob: () => TE.left(refused) };
      const { inspector } = createRecordStore(refusing, aKeyring(), sequentialIds());
      expect(await mustFail(inspector.filesOf(named)), word).to.deep.equal(refused);
    }
  });

  it('are read: each one is named whose bytes are missing, altered or of another file', async () => {
    const { driver } = database();
    const kept = new Map<string, Uint8Array>();
    const altering: RecordDriver = {
      ...driver,
      getBlob: (row) => (kept.has(row.id) ? TE.right(kept.get(row.id) ?? null) : driver.getBlob(row)),
    };
    const { files, inspector } = createRecordStore(altering, aKeyring('files'), sequentialIds());
    const { profile } = aPerson();
    const stored = [];
    for (let n = 0; n < 4; n += 1) stored.push(await mustSucceed(files.put(aFileOf(profile.id))));
    const evidence = stored.map((file) => ({ kind: 'file', file, attempt: 1, at: profile.createdAt }) as const);
    const named = { ...profile, evidence };
    expect(await mustSucceed(inspector.filesOf(named))).to.deep.equal([]);
    const [altered = '', exchanged = '', missing = ''] = stored.map(({ id }) => id);
    const bytesOf = async (id: string): Promise<Uint8Array> => {
      const row = await mustSucceed(driver.get('files', id));
      return (await mustSucceed(driver.getBlob({ id, content: String(row?.['content']) }))) ?? new Uint8Array(0);
    };
    kept.set(altered, (await bytesOf(altered)).with(-1, 0));
    kept.set(exchanged, await bytesOf(stored[3]?.id ?? ''));
    await database().removeBytes(missing);
    expect(await mustSucceed(inspector.filesOf(named))).to.deep.equal([
      { fault: 'file_altered', file: altered },
      { fault: 'file_altered', file: exchanged },
      { fault: 'file_missing', file: missing },
    ]);
  });
});
