import { aChangeOf, aNew } from '@portcullis/contracts/builders';
import { deterministicId } from '@portcullis/domain/kernel';
import { remainingCount } from '@portcullis/record-store';
import { expect } from 'chai';
import { blobOf } from '#contracts/builders/driver-rows';
import { rowIn, rowsIn } from '#contracts/drivers/driver-under-test';
import { aKeyring } from '../support/builders/keyrings.ts';
import { runs } from '../support/effort.ts';
import {
  changeRow,
  deleteRow,
  type OpenRecordDatabase,
  useRecordDatabase,
} from '../support/records/record-database.ts';
import { aFileOf, aPerson, readStoredRecords, storeRecords, storesWith } from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const quiet = (): void => undefined;

/** Tests that everything is rotated to the first key of a keyring, whatever driver is below the record store. */
export const keyRotationContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`key rotation: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);

    const rotate = (...words: readonly string[]) =>
      mustSucceed(storesWith(database()).rotate(aKeyring(...words), quiet));
    it('wraps the data keys again, after which the old key is useless and unnecessary', async () => {
      const records = await storeRecords(storesWith(database(), 'a'), 3);
      const before = await readStoredRecords(storesWith(database(), 'a'), records);
      const sealedBefore = await rowsIn(database(), 'profiles');
      expect(await rotate('b', 'a')).to.deep.equal({
        status: [{ keyId: 'b', dataKeys: 3, serviceKeys: 3 }],
        remaining: [],
        isPurged: true,
      });
      expect(remainingCount(await mustSucceed(storesWith(database(), 'b').keys.status), 'b')).to.equal(0);
      expect(await readStoredRecords(storesWith(database(), 'b'), records)).to.deep.equal(before);
      expect(await rowsIn(database(), 'profiles')).to.deep.equal(sealedBefore);
      const id = records.kept[0]?.change.profile.id ?? '';
      expect(await mustFail(storesWith(database(), 'a').profiles.getAny(id))).to.include({
        _tag: 'Unavailable',
        kind: 'rejected',
        cause: 'the service has no data key b',
      });
    });

    it('changes nothing the second time', async () => {
      await storeRecords(storesWith(database(), 'a'), 2);
      await rotate('b', 'a');
      const rows = await database().allRows();
      await rotate('b', 'a');
      expect(await database().allRows()).to.equal(rows);
    });

    it('loses no concurrent write, by instances with the new key first and second', async () => {
      const older = storesWith(database(), 'a', 'b');
      const newer = storesWith(database(), 'b', 'a');
      for (let round = 0; round < runs(12, 4); round += 1) {
        const { profile, entries } = aPerson();
        await mustSucceed(older.profiles.insert({ profile, entries }, null));
        const first = aChangeOf(profile, { language: 'sv' });
        const second = aChangeOf(first.profile, { language: 'de' });
        const writer = async (): Promise<void> => {
          await mustSucceed(older.profiles.commit(first));
          await mustSucceed((round % 2 === 0 ? older : newer).profiles.commit(second));
        };
        await Promise.all([rotate('b', 'a'), writer()]);
        const row = await rowIn(database(), 'profiles', profile.id);
        const read = await mustSucceed(newer.profiles.getAny(profile.id));
        expect([row['version'], read.version, read.language]).to.deep.equal([3, 3, 'de']);
        const ledger = await mustSucceed(storesWith(database()).chains.entries(profile.id, { afterSeq: 0, limit: 9 }));
        expect(ledger.map(({ seq }) => seq)).to.deep.equal([1, 2, 3]);
      }
      const { status: after } = await rotate('b', 'a');
      expect(remainingCount(after, 'b')).to.equal(0);
    });

    it('leaves the profile of a person whose data was destroyed readable, and makes it no key', async () => {
      const sealed = storesWith(database(), 'a');
      const person = aPerson();
      await mustSucceed(sealed.profiles.insert(person, null));
      const empty = { reference: '', current: false, claimed: {}, metadata: {}, salt: '' };
      await mustSucceed(sealed.profiles.commit(aChangeOf(person.profile, empty)));
      await deleteRow(database(), 'data_keys', deterministicId(`data_key/${person.profile.id}`));
      const { remaining: left, status: after } = await rotate('b', 'a');
      expect(left).to.deep.equal([]);
      expect(after).to.deep.equal([{ keyId: 'b', dataKeys: 0, serviceKeys: 3 }]);
      const read = await mustSucceed(storesWith(database(), 'b').profiles.getAny(person.profile.id));
      expect(read).to.include({ reference: '', salt: '', version: 2 });
      expect(await mustFail(storesWith(database(), 'b').files.put(aFileOf(person.profile.id)))).to.include({
        _tag: 'Unavailable',
        kind: 'rejected',
      });
    });

    it('names a key that it cannot rotate, and rotates the others', async () => {
      await storeRecords(storesWith(database(), 'a'), 2);
      const [one] = await rowsIn(database(), 'data_keys');
      const id = String(one?.['id']);
      await changeRow(database(), 'data_keys', id, { key_id: 'gone' });
      const { remaining: left, status: after, isPurged } = await rotate('b', 'a');
      expect([left, isPurged]).to.deep.equal([[`data_keys ${id}: the service has no data key gone`], false]);
      expect(after).to.have.deep.members([
        { keyId: 'b', dataKeys: 1, serviceKeys: 3 },
        { keyId: 'gone', dataKeys: 1, serviceKeys: 0 },
      ]);
    });

    it('finds a long reference of a partner with a long name', async () => {
      const tenant = { partnerId: '日'.repeat(40), teamId: null };
      const { profiles } = storesWith(database(), 'a');
      const added = aNew({ tenant, reference: '本'.repeat(128) });
      await mustSucceed(profiles.insert(added, null));
      const { profile } = added;
      expect((await mustSucceed(profiles.findCurrent(tenant, profile.reference)))?.id).to.equal(profile.id);
      const listed = await mustSucceed(profiles.list(tenant, { reference: profile.reference, limit: 5 }));
      expect(listed.items.map(({ id }) => id)).to.deep.equal([profile.id]);
    });

    it('keeps the hashed part of an entry in plaintext, and answers the rest to an instance with the key', async () => {
      const sealed = storesWith(database(), 'a');
      const { profile, entries } = aPerson();
      await mustSucceed(sealed.profiles.insert({ profile, entries }, null));
      const query = { afterSeq: 0, limit: 9 };
      expect(await mustSucceed(sealed.ledgerReader.entries(profile.id, query))).to.deep.equal(entries);
      const hashed = entries.map(({ personal: _, ...others }) => others);
      expect(await mustSucceed(storesWith(database()).chains.entries(profile.id, query))).to.deep.equal(hashed);
      expect(await mustFail(storesWith(database(), 'b').ledgerReader.entries(profile.id, query))).to.include({
        cause: 'the service has no data key a',
      });
      await deleteRow(database(), 'data_keys', deterministicId(`data_key/${profile.id}`));
      const without = await mustSucceed(storesWith(database(), 'a').ledgerReader.entries(profile.id, query));
      expect(without, 'the key destroyed').to.deep.equal(hashed);
    });

    it('opens nothing that was moved into another row or column', async () => {
      const sealed = storesWith(database(), 'a');
      const one = aPerson();
      const two = aPerson();
      for (const person of [one, two]) await mustSucceed(sealed.profiles.insert(person, null));
      const fileOne = aFileOf(one.profile.id);
      const fileTwo = aFileOf(one.profile.id);
      for (const file of [fileOne, fileTwo]) await mustSucceed(sealed.files.put(file));
      const { driver } = database();
      const id = one.profile.id;
      const rowOne = await rowIn(database(), 'profiles', id);
      const rowTwo = await rowIn(database(), 'profiles', two.profile.id);
      const fresh = () => storesWith(database(), 'a');
      const refusal = { _tag: 'Unavailable' };

      await changeRow(database(), 'profiles', id, { data: rowTwo['data'] });
      expect(await mustFail(fresh().profiles.getAny(id)), 'data').to.include(refusal);
      await changeRow(database(), 'profiles', id, { data: rowTwo['data'], key: rowTwo['key'] });
      expect(await mustFail(fresh().profiles.getAny(id)), 'data and key').to.include(refusal);
      await changeRow(database(), 'profiles', id, { data: rowOne['data'], key: rowOne['key'] });
      expect((await mustSucceed(fresh().profiles.getAny(id))).id).to.equal(id);

      const bytes = await mustSucceed(driver.getBlob(blobOf(await rowIn(database(), 'files', fileTwo.id))));
      if (bytes === null) throw new Error('the file has no bytes');
      const moved = { bytes, contentType: 'application/octet-stream', name: 'x' };
      const { kind, content_type, size, sha256 } = await rowIn(database(), 'files', fileOne.id);
      await mustSucceed(driver.removeBlob(fileOne.id));
      const row = {
        id: fileOne.id,
        profile: id,
        kind,
        content_type,
        size,
        sha256,
      };
      await mustSucceed(driver.putBlob(row, moved));
      expect(await mustFail(fresh().files.get(one.profile.id, fileOne.id)), 'bytes').to.include(refusal);
    });
  });
};
