import { createRecordStore } from '@portcullis/record-store';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { sequentialIds } from '../../../support/clock/sequential-ids.ts';
import { aPerson, storesWith } from '../../../support/records/stored-records.ts';
import { mustSucceed } from '../../../support/run.ts';

/** The driver of an instance that stops at its n-th call until something else has been done. */
const interrupted = (driver: RecordDriver, at: number, meanwhile: () => Promise<unknown>): RecordDriver => {
  let calls = 0;
  const after =
    <A extends readonly unknown[], B>(call: (...args: A) => () => Promise<B>) =>
    (...args: A) =>
    async () => {
      calls += 1;
      if (calls === at) await meanwhile();
      return call(...args)();
    };
  return {
    ...driver,
    get: after(driver.get),
    page: after(driver.page),
    transaction: after(driver.transaction),
  };
};

/** Two instances, of which the second starts and stores a profile while the first is at its n-th call. */
const startBoth = async (at: number) => {
  const driver = memoryDriver();
  let isDone = false;
  const second = storesWith({ driver }, 'a');
  const start = async () => {
    isDone = true;
    await mustSucceed(second.keys.prepare);
    await mustSucceed(second.profiles.insert(aPerson(), null));
  };
  const first = createRecordStore(interrupted(driver, at, start), aKeyring('a'), sequentialIds());
  return { isSealed: await mustSucceed(first.keys.prepare), isDone };
};

describe('two instances that start at once on an empty database', () => {
  it('both find it sealed, wherever the first one is when the second declares it', async () => {
    let at = 1;
    for (; ; at += 1) {
      const { isDone, isSealed } = await startBoth(at);
      if (!isDone) break;
      expect(isSealed, `at call ${at}`).to.equal(true);
    }
    expect(at).to.be.greaterThan(20);
  });
});
