import { deterministicId } from '@portcullis/domain/kernel';
import { remainingCount } from '@portcullis/record-store';
import { expect } from 'chai';
import { aKeyring } from '../support/builders/keyrings.ts';
import { aChangeOf, aNew } from '../support/builders/profiles.ts';
import { runs } from '../support/effort.ts';
import { blobOf } from '../support/records/driver-rows.ts';
import {
  changeRow,
  deleteRow,
  type OpenRecordDatabase,
  rowIn,
  rowsIn,
  useRecordDatabase,
} from '../support/records/record-database.ts';
import {
  aFileOf,
  aPerson,
  canaryWord,
  readStoredRecords,
  storeRecords,
  storesWith,
} from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const quiet = (): void => undefined;

/** Tests that everything is rotated to the first key of a keyring, whatever driver is below the record store. */
export const keyRotationContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`key rotation: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);

    const rotate = (...words: readonly string[]) =>
      mustSucceed(storesWith(database()).rotate(aKeyring(...words), quiet));
    const status = () => mustSucceed(storesWith(database()).keys.status);
    const noneInClear = {
      profiles: 0,
      files: 0,
      entries: 0,
      sighting_keys: 0,
      service_keys: 0,
      answers: 0,
      notes: 0,
    };
    const allBound = {
      profiles: 0,
      files: 0,
      policies: 0,
      settings: 0,
      lists: 0,
      device_events: 0,
      access_log: 0,
      webhook_endpoints: 0,
      staff_members: 0,
      staff_sessions: 0,
      review_claims: 0,
      clients: 0,
      policy_drafts: 0,
    };

    it('seals what was stored in plaintext, and everything reads as before', async () => {
      const clear = storesWith(database());
      const records = await storeRecords(clear, 3);
      await mustSucceed(clear.keys.ofService.keyNamed('signing'));
      const before = await readStoredRecords(clear, records);
      expect(await database().allRows()).to.include(canaryWord);
      expect(await database().placesOf(canaryWord)).to.not.deep.equal([]);
      expect((await status()).plaintextCount).to.deep.equal({
        profiles: 3,
        files: 3,
        entries: 3,
        sighting_keys: 1,
        service_keys: 1,
        answers: 1,
        notes: 0,
      });

      expect(await rotate('a')).to.deep.equal({
        status: {
          keyUsage: [{ keyId: 'a', dataKeys: 3, serviceKeys: 4 }],
          plaintextCount: noneInClear,
          unboundCount: allBound,
          isSealed: true,
        },
        remaining: [],
        isPurged: true,
      });
      expect(await readStoredRecords(storesWith(database(), 'a'), records)).to.deep.equal(before);
      const rows = await database().allRows();
      expect(rows).to.not.include(canaryWord);
      expect(rows).to.not.include(records.partnerKey);
      expect(rows).to.not.include(records.kept[0]?.file.sha256);
      expect(await database().placesOf(canaryWord)).to.deep.equal([]);
    });

    it('finds records from before there were keys by reference, until they are sealed and after that', async () => {
      const before = aPerson();
      await mustSucceed(storesWith(database()).profiles.insert(before, null));
      const sealed = storesWith(database(), 'a').profiles;
      const { tenant, reference, id } = before.profile;
      expect((await mustSucceed(sealed.findCurrent(tenant, reference)))?.id).to.equal(id);
      const again = aPerson();
      const same = { ...again, profile: { ...again.profile, reference } };
      await mustSucceed(sealed.commit(aChangeOf(before.profile, { language: 'sv' })));
      expect(await mustFail(sealed.insert(same, null))).to.deep.equal({ _tag: 'AlreadyExists' });
      expect((await mustSucceed(sealed.findCurrent(tenant, reference)))?.language).to.equal('sv');
      expect((await mustSucceed(sealed.list(tenant, { reference, limit: 5 }))).items).to.have.length(1);
    });

    it('finds a long reference of a partner with a long name, sealed or not', async () => {
      const tenant = { partnerId: '日'.repeat(40), teamId: null };
      const reference = '本'.repeat(128);
      const plain = storesWith(database()).profiles;
      const sealed = storesWith(database(), 'a').profiles;
      for (const profiles of [plain, sealed]) {
        const added = aNew({ tenant, reference: `${reference.slice(1)}${profiles === plain ? 'p' : 's'}` });
        await mustSucceed(profiles.insert(added, null));
        const { profile } = added;
        expect((await mustSucceed(sealed.findCurrent(tenant, profile.reference)))?.id).to.equal(profile.id);
        const listed = await mustSucceed(sealed.list(tenant, { reference: profile.reference, limit: 5 }));
        expect(listed.items.map(({ id }) => id)).to.deep.equal([profile.id]);
      }
    });

    it('wraps the data keys again, after which the old key is useless and unnecessary', async () => {
      const records = await storeRecords(storesWith(database(), 'a'), 3);
      const before = await readStoredRecords(storesWith(database(), 'a'), records);
      const sealedBefore = await rowsIn(database(), 'profiles');
      const { remaining: left, status: after } = await rotate('b', 'a');
      expect({ left, wraps: after.keyUsage }).to.deep.equal({
        left: [],
        wraps: [{ keyId: 'b', dataKeys: 3, serviceKeys: 4 }],
      });
      expect(await readStoredRecords(storesWith(database(), 'b'), records)).to.deep.equal(before);
      expect(await rowsIn(database(), 'profiles')).to.deep.equal(sealedBefore);
      const id = records.kept[0]?.change.profile.id ?? '';
      expect(await mustFail(storesWith(database(), 'a').profiles.getAny(id))).to.include({
        _tag: 'Unavailable',
        kind: 'rejected',
        cause: 'DATA_KEYS has no key b',
      });
    });

    it('changes nothing the second time', async () => {
      await storeRecords(storesWith(database()), 2);
      await rotate('a');
      const rows = await database().allRows();
      await rotate('a');
      expect(await database().allRows()).to.equal(rows);
    });

    it('loses no concurrent write, by instances with the keys and without them', async () => {
      const clear = storesWith(database());
      const sealed = storesWith(database(), 'a');
      // A row that cannot be sealed: once everything is, what an instance without the keys writes is damage.
      const odd = aPerson();
      await mustSucceed(clear.profiles.insert(odd, null));
      await changeRow(database(), 'profiles', odd.profile.id, { version: 7 });
      for (let round = 0; round < runs(12, 4); round += 1) {
        const { profile, entries } = aPerson();
        await mustSucceed(clear.profiles.insert({ profile, entries }, null));
        const first = aChangeOf(profile, { language: 'sv' });
        const second = aChangeOf(first.profile, { language: 'de' });
        const writer = async (): Promise<void> => {
          await mustSucceed(clear.profiles.commit(first));
          await mustSucceed((round % 2 === 0 ? clear : sealed).profiles.commit(second));
        };
        await Promise.all([rotate('a'), writer()]);
        const row = await rowIn(database(), 'profiles', profile.id);
        const read = await mustSucceed(sealed.profiles.getAny(profile.id));
        expect([row['version'], read.version, read.language]).to.deep.equal([3, 3, 'de']);
        const ledger = await mustSucceed(storesWith(database()).chains.entries(profile.id, { afterSeq: 0, limit: 9 }));
        expect(ledger.map(({ seq }) => seq)).to.deep.equal([1, 2, 3]);
      }
      await changeRow(database(), 'profiles', odd.profile.id, { version: 1 });
      const { status: after } = await rotate('a');
      expect(remainingCount(after, 'a')).to.equal(0);
    });

    it('makes no key for a profile whose data was destroyed, not even for a file that is left of it', async () => {
      const sealed = storesWith(database(), 'a');
      const person = aPerson();
      await mustSucceed(sealed.profiles.insert(person, null));
      const empty = { reference: '', current: false, claimed: {}, metadata: {}, salt: '' };
      await mustSucceed(sealed.profiles.commit(aChangeOf(person.profile, empty)));
      await deleteRow(database(), 'data_keys', deterministicId(`data_key/${person.profile.id}`));
      await mustSucceed(storesWith(database()).files.put(aFileOf(person.profile.id)));

      const { remaining: left, status: after } = await rotate('b', 'a');
      expect(left).to.have.length(1);
      expect(left[0]).to.match(/^files f\w+: the data of its profile was destroyed$/);
      expect(after.keyUsage).to.deep.equal([{ keyId: 'b', dataKeys: 0, serviceKeys: 2 }]);
      const read = await mustSucceed(storesWith(database(), 'b').profiles.getAny(person.profile.id));
      expect(read).to.include({ reference: '', salt: '', version: 2 });
      expect(await mustFail(storesWith(database(), 'b').files.put(aFileOf(person.profile.id)))).to.include({
        _tag: 'Unavailable',
        kind: 'rejected',
      });
    });

    it('names a row that it cannot rotate, and rotates the others', async () => {
      const clear = storesWith(database());
      await storeRecords(clear, 2);
      const odd = aPerson();
      await mustSucceed(clear.profiles.insert(odd, null));
      await changeRow(database(), 'profiles', odd.profile.id, { version: 7 });
      const cut = aPerson();
      await mustSucceed(clear.profiles.insert(cut, null));
      for (const { id, profile } of await rowsIn(database(), 'ledger')) {
        if (profile === cut.profile.id) await database().removeRow('ledger', String(id));
      }
      const lost = aFileOf(odd.profile.id);
      await mustSucceed(clear.files.put(lost));
      await database().removeBytes(lost.id);
      const { remaining: left, status: after } = await rotate('a');
      expect(left).to.deep.equal([
        `profiles ${odd.profile.id}: the row does not have the form of a profile`,
        `profiles ${cut.profile.id}: its ledger does not end where the row says`,
        `files ${lost.id}: its file is not there`,
      ]);
      expect(after.plaintextCount).to.deep.equal({ ...noneInClear, profiles: 2, files: 1 });
    });

    it('keeps the hashed part of an entry in plaintext, and answers the rest to an instance with the key', async () => {
      const sealed = storesWith(database(), 'a');
      const { profile, entries } = aPerson();
      await mustSucceed(sealed.profiles.insert({ profile, entries }, null));
      const query = { afterSeq: 0, limit: 9 };
      expect(await mustSucceed(sealed.ledgerReader.entries(profile.id, query))).to.deep.equal(entries);
      const hashed = entries.map(({ personal: _, ...others }) => others);
      expect(await mustSucceed(storesWith(database()).chains.entries(profile.id, query))).to.deep.equal(hashed);
      expect(await mustFail(storesWith(database()).ledgerReader.entries(profile.id, query))).to.include({
        cause: 'DATA_KEYS has no key a',
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
      await mustSucceed(driver.replaceBlob(fileOne.id, {}, moved));
      expect(await mustFail(fresh().files.get(one.profile.id, fileOne.id)), 'bytes').to.include(refusal);
    });
  });
};
