import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { aChangeOf, aKeyClaim, attemptFingerprints } from '@portcullis/contracts/builders';
import { createRecordStore } from '@portcullis/record-store';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { rowsIn } from '#contracts/drivers/driver-under-test';
import { aKeyring } from '../support/builders/keyrings.ts';
import { type DriverFault, withFaults } from '../support/records/driver-faults.ts';
import { type OpenRecordDatabase, useRecordDatabase } from '../support/records/record-database.ts';
import { aFileOf, aPerson, storesWith } from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const timeout = { _tag: 'Unavailable', kind: 'timeout' };
const claim = aKeyClaim();

/** Tests what follows a write whose answer was lost: it may have been executed, and a repetition does no harm. */
export const ambiguousWritesContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`ambiguous writes: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);
    const direct = () => storesWith(database(), 'a');
    const storesThrough = (faultOf: (call: keyof RecordDriver) => DriverFault | null) =>
      createRecordStore(withFaults(database().driver, faultOf), aKeyring('a'), sequentialIds());
    /** The stores of a process that loses the answers of all of these calls. */
    const losing = (...calls: readonly (keyof RecordDriver)[]) =>
      storesThrough((call) => (calls.includes(call) ? 'ambiguous' : null));
    /** The stores of a process whose writes do not reach the database. */
    const unreached = () => storesThrough((call) => (call === 'transaction' ? 'lost' : null));

    it('are not a success and not sent twice, and a later read shows the commit', async () => {
      const added = aPerson();
      await mustSucceed(direct().profiles.insert(added, null));
      const next = aChangeOf(added.profile, { status: 'in_progress' });
      // The key is found by a read, so the only write is the commit.
      expect(await mustFail(losing('transaction').profiles.commit(next))).to.include(timeout);
      expect(await mustSucceed(direct().profiles.getAny(added.profile.id))).to.deep.equal(next.profile);
      const entries = direct().ledgerReader.entries(added.profile.id, { afterSeq: 0, limit: 10 });
      expect(await mustSucceed(entries)).to.deep.equal([...added.entries, ...next.entries]);
      expect(await mustFail(direct().profiles.commit(next))).to.deep.equal({ _tag: 'VersionConflict' });
    });

    it('leave nothing of a commit that did not reach the database', async () => {
      const added = aPerson();
      await mustSucceed(direct().profiles.insert(added, null));
      const next = aChangeOf(added.profile, { status: 'in_progress' });
      expect(await mustFail(unreached().profiles.commit(next))).to.include({ _tag: 'Unavailable' });
      expect(await mustSucceed(direct().profiles.getAny(added.profile.id))).to.deep.equal(added.profile);
      await mustSucceed(direct().profiles.commit(next));
    });

    it('of a new profile are found by its reference, and a repetition is AlreadyExists', async () => {
      await mustSucceed(direct().keys.ofService.keyNamed('lookup'));
      const added = aPerson();
      expect(await mustFail(losing('transaction').profiles.insert(added, null))).to.include(timeout);
      const { tenant, reference, id } = added.profile;
      expect((await mustSucceed(direct().profiles.findCurrent(tenant, reference)))?.id).to.equal(id);
      expect(await mustFail(direct().profiles.insert(added, null))).to.deep.equal({ _tag: 'AlreadyExists' });
    });

    it('of a file keep the first one, which a repetition answers', async () => {
      const { profile, entries } = aPerson();
      await mustSucceed(direct().profiles.insert({ profile, entries }, null));
      const file = aFileOf(profile.id);
      expect(await mustFail(losing('putBlob').files.put(file))).to.include(timeout);
      const again = await mustSucceed(direct().files.put({ ...file, bytes: Buffer.from('another') }));
      expect(again).to.include({ id: file.id, size: file.bytes.length, sha256: file.sha256 });
      expect(Buffer.from((await mustSucceed(direct().files.get(profile.id, file.id))).bytes)).to.deep.equal(file.bytes);
    });

    it('of a device event are ours when they are repeated', async () => {
      const use = { eventId: 'event-1', profileId: 'profile00000001', attempt: 1 };
      expect(await mustFail(losing('transaction').deviceEventClaims.claim(use))).to.include(timeout);
      expect(await mustSucceed(direct().deviceEventClaims.claim(use))).to.equal('ours');
      expect(await mustSucceed(direct().deviceEventClaims.claim({ ...use, attempt: 2 }))).to.equal('taken');
    });

    it('of an idempotency key hold it until its claim expires, and then the operation continues', async () => {
      expect(await mustFail(losing('transaction').idempotencyKeys.claim(claim))).to.include(timeout);
      const again = { ...claim, owner: 'owner0000000002', operation: 'd4'.repeat(32) };
      const { idempotencyKeys } = direct();
      expect(await mustSucceed(idempotencyKeys.claim(again))).to.deep.equal({ state: 'in_progress' });
      const later = { ...again, now: '2026-05-01T10:00:10.000Z' };
      expect(await mustSucceed(idempotencyKeys.claim(later))).to.deep.equal({
        state: 'acquired',
        operation: claim.operation,
        isRetry: true,
      });
    });

    it('of an attempt count it once', async () => {
      const attempt = attemptFingerprints();
      expect(await mustFail(losing('transaction').duplicateIndex.record(attempt, 86_400))).to.include(timeout);
      const rows = async () => [
        ...(await rowsIn(database(), 'sightings')),
        ...(await rowsIn(database(), 'sighting_times')),
      ];
      const before = await rows();
      const { attempts } = await mustSucceed(direct().duplicateIndex.record(attempt, 86_400));
      expect(attempts.reference).to.equal(1);
      expect(await rows()).to.deep.equal(before);
    });

    it('of an erasure are continued by its repetition', async () => {
      const { profile, entries } = aPerson();
      await mustSucceed(direct().profiles.insert({ profile, entries }, null));
      await mustSucceed(direct().files.put(aFileOf(profile.id)));
      expect(await mustFail(losing('transaction').eraser.erase(profile))).to.include(timeout);
      expect(await mustFail(losing('removeBlobs').eraser.erase(profile))).to.include(timeout);
      await mustSucceed(direct().eraser.erase(profile));
      expect(await rowsIn(database(), 'files')).to.deep.equal([]);
      const [key] = await rowsIn(database(), 'data_keys');
      expect(key?.['wrapped']).to.match(/^0+$/);
    });
  });
};
