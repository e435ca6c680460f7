import { aChangeOf, acme, aKeyClaim, aListEntry, attemptFingerprints } from '@portcullis/contracts/builders';
import { TE, unavailable } from '@portcullis/domain';
import type { TableName } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { rowsIn } from '#contracts/drivers/driver-under-test';
import { type Denial, denyingDriver } from '../support/records/denying-driver.ts';
import { type OpenRecordDatabase, useRecordDatabase } from '../support/records/record-database.ts';
import { aFileOf, aPerson, storesWith } from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const contradiction = { _tag: 'Unavailable', outageCause: 'missing_row_contradiction' } as const;
const claim = aKeyClaim();
const answer = { status: 201, headers: {}, body: '{}' };

/**
 * Tests that rows which exist are never taken for missing when the engine says so of single rows: its lists are right.
 */
export const falseAbsenceContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`an engine that denies rows that exist: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);

    /** Stores that have read nothing yet, over an engine that denies this. */
    const denying = (...denied: readonly Denial[]) => {
      const isDenied = ({ of, table }: Denial) => denied.some((one) => one.of === of && one.table === table);
      return storesWith({ driver: denyingDriver(database().driver, isDenied) }, 'a');
    };
    const truthful = () => storesWith(database(), 'a');
    const storedPerson = async () => {
      const added = aPerson();
      await mustSucceed(truthful().profiles.insert(added, null));
      const file = aFileOf(added.profile.id);
      await mustSucceed(truthful().files.put(file));
      return { file, profile: added.profile };
    };

    it('makes no profile missing, for its partner or the service', async () => {
      const { profile } = await storedPerson();
      const { profiles } = denying({ table: 'profiles', of: 'read' });
      expect(await mustFail(profiles.get(acme, profile.id))).to.include(contradiction);
      expect(await mustFail(profiles.getAny(profile.id))).to.include(contradiction);
    });

    it('is believed of what no list has, and passed over where the next answer has the row', async () => {
      const { profile } = await storedPerson();
      const { profiles } = denying({ table: 'profiles', of: 'read' });
      expect(await mustFail(profiles.getAny('missing00000001'))).to.deep.equal({ _tag: 'NotFound' });
      let left = 1;
      const once = denyingDriver(database().driver, ({ of, table }) => {
        left -= table === 'profiles' && of === 'read' ? 1 : 0;
        return table === 'profiles' && of === 'read' && left >= 0;
      });
      expect(await mustSucceed(storesWith({ driver: once }, 'a').profiles.getAny(profile.id))).to.deep.equal(profile);
    });

    for (const denied of [
      { table: 'profiles', of: 'write' },
      { table: 'ledger', of: 'reference' },
      { table: 'data_keys', of: 'read' },
    ] as const) {
      it(`makes no change a conflict, where it denies a ${denied.of} of ${denied.table}`, async () => {
        const { profile } = await storedPerson();
        const change = aChangeOf(profile);
        expect(await mustFail(denying(denied).profiles.commit(change))).to.include(contradiction);
        expect(await mustSucceed(truthful().profiles.getAny(profile.id))).to.deep.equal(profile);
        await mustSucceed(truthful().profiles.commit(change));
      });
    }

    it('makes no file missing, by its row or its bytes, and none is removed', async () => {
      const { file, profile } = await storedPerson();
      for (const of of ['read', 'bytes'] as const) {
        const failure = await mustFail(denying({ table: 'files', of }).files.get(profile.id, file.id));
        expect(failure, of).to.include({ ...contradiction, service: 'files' });
      }
      for (const of of ['read', 'write'] as const) {
        const failure = await mustFail(denying({ table: 'files', of }).files.remove(profile.id, file.id));
        expect(failure, of).to.include(contradiction);
      }
      expect(await mustSucceed(truthful().files.get(profile.id, file.id))).to.have.property('bytes');
    });

    it('makes no data key an erased one, and no key is made in its place', async () => {
      const { profile } = await storedPerson();
      const { files } = denying({ table: 'data_keys', of: 'read' });
      expect(await mustFail(files.put(aFileOf(profile.id)))).to.include(contradiction);
      expect(await rowsIn(database(), 'data_keys')).to.have.length(1);
    });

    it('makes no key of the service missing, and no other is made in its place', async () => {
      const before = await mustSucceed(truthful().keys.ofService.keyNamed('signing'));
      const { ofService } = denying({ table: 'service_keys', of: 'read' }).keys;
      expect(await mustFail(ofService.keyNamed('signing'))).to.include(contradiction);
      expect(await mustSucceed(truthful().keys.ofService.keyNamed('signing'))).to.deep.equal(before);
    });

    it('gives no idempotency key to somebody else, and loses no answer', async () => {
      await mustSucceed(truthful().idempotencyKeys.claim(claim));
      const { idempotencyKeys } = denying({ table: 'idempotency_keys', of: 'write' });
      expect(await mustFail(idempotencyKeys.renew(claim, claim.keptUntil))).to.include(contradiction);
      expect(await mustFail(idempotencyKeys.complete(claim, answer, null))).to.include(contradiction);
      const later = aKeyClaim({ now: '2026-05-01T11:00:00.000Z' });
      expect(await mustFail(idempotencyKeys.claim(later))).to.include(contradiction);
      expect(await mustSucceed(truthful().idempotencyKeys.complete(claim, answer, null))).to.equal(true);
      const again = await mustSucceed(idempotencyKeys.claim(later));
      expect(again).to.deep.equal({ state: 'completed', answer, profileId: null });
    });

    it('takes nobody off a list', async () => {
      const { entry, ledger, removal } = aListEntry();
      const { id } = await mustSucceed(truthful().listStore.add(entry, ledger));
      const read = denying({ table: 'sighting_lists', of: 'read' }).listStore;
      expect(await mustFail(read.find(id))).to.include(contradiction);
      const write = denying({ table: 'sighting_lists', of: 'write' }).listStore;
      expect(await mustFail(write.remove(id, removal))).to.include(contradiction);
      expect(await mustSucceed(truthful().listStore.find(id))).to.include({ list: 'blocked' });
    });

    const erased: readonly TableName[] = [
      'data_keys',
      'idempotency_keys',
      'liveness_sessions',
      'device_events',
      'ledger',
      'sightings',
      'sighting_times',
    ];
    for (const table of erased) {
      it(`ends no erasure early, where it denies rows of ${table}`, async () => {
        const { profile } = await storedPerson();
        const stores = truthful();
        await mustSucceed(stores.idempotencyKeys.claim(claim));
        await mustSucceed(stores.idempotencyKeys.complete(claim, answer, profile.id));
        await mustSucceed(stores.deviceEventClaims.claim({ eventId: 'event-1', profileId: profile.id, attempt: 1 }));
        await mustSucceed(stores.duplicateIndex.record(attemptFingerprints({ profileId: profile.id }), 86_400));
        const session = { id: 'session00000001', session: 'a-session', profile: profile.id };
        await mustSucceed(
          database().driver.transaction([{ kind: 'insert', table: 'liveness_sessions', row: session }]),
        );
        const { eraser } = denying({ table, of: 'write' });
        expect(await mustFail(eraser.erase(profile))).to.include(contradiction);
        await mustSucceed(truthful().eraser.erase(profile));
        for (const gone of ['files', 'liveness_sessions', 'sightings', 'sighting_times'] as const)
          expect(await rowsIn(database(), gone), gone).to.deep.equal([]);
        const keys = await rowsIn(database(), 'data_keys');
        expect(keys.map(({ wrapped }) => /^0+$/.test(String(wrapped)))).to.deep.equal([true]);
      });
    }

    it('is no answer of a failing list, which is an outage', async () => {
      const { profile } = await storedPerson();
      const { driver } = database();
      const failing = denyingDriver(
        { ...driver, page: () => TE.left(unavailable('database', 'no answer', 'timeout')) },
        ({ of }) => of === 'read',
      );
      expect(await mustFail(storesWith({ driver: failing }, 'a').profiles.getAny(profile.id))).to.include({
        kind: 'timeout',
      });
    });
  });
};
