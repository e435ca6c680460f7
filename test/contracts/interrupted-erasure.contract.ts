import { aChangeOf, acme, attemptFingerprints, digestNo } from '@portcullis/contracts/builders';
import type { Profile } from '@portcullis/domain';
import { deterministicId } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { rowIn, rowsIn } from '#contracts/drivers/driver-under-test';
import { aKeyring } from '../support/builders/keyrings.ts';
import { changeRow, type OpenRecordDatabase, useRecordDatabase } from '../support/records/record-database.ts';
import { aFileOf, aPerson, storeRecords, storesWith } from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const destroyed = { reference: '', current: false, claimed: {}, metadata: {}, salt: '' };

/** Tests that an erasure that was interrupted harms nothing, and can be continued. */
export const interruptedErasureContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`interrupted erasure: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);

    const eraserWith = (...words: readonly string[]) => storesWith(database(), ...words).eraser;

    /** Leaves a profile whose row is empty and whose key is overwritten, as a process that died there would. */
    const diedAtTheKey = async (): Promise<Profile> => {
      const { profiles } = storesWith(database(), 'a');
      const person = aPerson();
      await mustSucceed(profiles.insert(person, null));
      const tombstone = aChangeOf(person.profile, destroyed);
      await mustSucceed(profiles.commit(tombstone));
      const id = deterministicId(`data_key/${person.profile.id}`);
      const { wrapped } = await rowIn(database(), 'data_keys', id);
      await changeRow(database(), 'data_keys', id, { wrapped: '0'.repeat(String(wrapped).length) });
      return tombstone.profile;
    };

    it('stops no start and no rotation where its process died after it overwrote the key', async () => {
      const profile = await diedAtTheKey();
      expect(await mustSucceed(storesWith(database(), 'a').keys.check)).to.deep.equal([]);
      expect(await mustSucceed(storesWith(database(), 'b', 'a').keys.check)).to.deep.equal([]);
      const rotated = await mustSucceed(storesWith(database()).rotate(aKeyring('b', 'a'), () => undefined));
      expect({ left: rotated.remaining, wraps: rotated.status, scrubbed: rotated.isPurged }).to.deep.equal({
        left: [],
        wraps: [{ keyId: 'b', dataKeys: 0, serviceKeys: 3 }],
        scrubbed: true,
      });
      expect(await mustSucceed(storesWith(database(), 'b').profiles.getAny(profile.id))).to.deep.equal(profile);
    });

    it('stores nothing more under the overwritten key, and any instance can continue it', async () => {
      const profile = await diedAtTheKey();
      const { files, ledgerReader } = storesWith(database(), 'a');
      const cause = 'the data of this profile was destroyed';
      expect(await mustFail(files.put(aFileOf(profile.id)))).to.include({ _tag: 'Unavailable', cause });
      const entries = await mustSucceed(ledgerReader.entries(profile.id, { afterSeq: 0, limit: 9 }));
      expect(entries.map(({ personal }) => personal)).to.deep.equal([undefined, undefined]);
      await mustSucceed(eraserWith('a').erase(profile));
      const [row] = await rowsIn(database(), 'data_keys');
      expect(row?.['wrapped']).to.match(/^0+$/);
      expect(await mustSucceed(storesWith(database()).keys.status)).to.deep.equal([
        { keyId: 'a', dataKeys: 0, serviceKeys: 3 },
      ]);
    });

    it('leaves nothing of a reference whose profiles are all erased concurrently', async () => {
      const { profiles, duplicateIndex } = storesWith(database());
      const erasing: Profile[] = [];
      for (let n = 0; n < 3; n += 1) {
        const person = aPerson();
        await mustSucceed(profiles.insert(person, null));
        await mustSucceed(
          duplicateIndex.record(attemptFingerprints({ profileId: person.profile.id, reference: digestNo(77) }), 86_400),
        );
        const tombstone = aChangeOf(person.profile, destroyed);
        await mustSucceed(profiles.commit(tombstone));
        erasing.push(tombstone.profile);
      }
      await Promise.all(erasing.map((profile) => mustSucceed(eraserWith().erase(profile))));
      expect(await rowsIn(database(), 'sighting_times')).to.deep.equal([]);
      expect(await rowsIn(database(), 'sightings')).to.deep.equal([]);
    });

    for (const damaged of [['gone'], 'gone']) {
      it(`is not stopped by a damaged response, or by an entry that is ${JSON.stringify(damaged)}`, async () => {
        const stores = storesWith(database(), 'a');
        const { kept, claim } = await storeRecords(stores, 1);
        const id = kept[0]?.change.profile.id ?? '';
        for (const row of await rowsIn(database(), 'ledger')) {
          await changeRow(database(), 'ledger', String(row['id']), { data: damaged });
        }
        for (const row of await rowsIn(database(), 'idempotency_keys')) {
          await changeRow(database(), 'idempotency_keys', String(row['id']), { answer: { else: 1 } });
        }
        await mustSucceed(stores.duplicateIndex.record(attemptFingerprints({ profileId: id }), 86_400));
        await mustSucceed(eraserWith('a').erase({ id, tenant: acme }));
        for (const table of ['files', 'sightings', 'sighting_times'] as const) {
          expect(await rowsIn(database(), table), table).to.deep.equal([]);
        }
        const entries = await rowsIn(database(), 'ledger');
        expect(entries.map(({ data, personal }) => [data, personal])).to.deep.equal([[damaged, '']]);
        const again = await mustSucceed(stores.idempotencyKeys.claim({ ...claim, now: '2026-05-01T11:00:00.000Z' }));
        expect(again).to.deep.equal({ state: 'erased' });
      });
    }
  });
};
