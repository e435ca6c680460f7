import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { aMember, aStaffSession } from '@portcullis/contracts/builders';
import { createRecordStore } from '@portcullis/record-store';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

/** A driver on which `before` happens just before rows are deleted. */
const withAnother = (driver: RecordDriver, before: (ids: readonly string[]) => Promise<unknown>): RecordDriver => ({
  ...driver,
  transaction: (writes, options) => async () => {
    const ids = writes.flatMap((write) => (write.kind === 'delete' ? [write.id] : []));
    if (ids.length > 0) await before(ids);
    return driver.transaction(writes, options)();
  },
});

describe('ending all sessions of a member', () => {
  const { staffId } = aMember();
  const ids = Array.from({ length: 6 }, (_, n) => `session0000000${n}`);
  const open = async () => {
    const driver = memoryDriver();
    const { staffSessions } = createRecordStore(driver, aKeyring(), sequentialIds());
    for (const id of ids) await mustSucceed(staffSessions.insert(aStaffSession(id)));
    return { driver, staffSessions };
  };

  it('ends those that are left where another is signed out just before, each time', async () => {
    const { driver, staffSessions } = await open();
    const signOuts = [...ids.slice(0, 4)];
    const racing = withAnother(driver, async () => {
      const id = signOuts.pop();
      if (id !== undefined) await mustSucceed(staffSessions.end(id));
    });
    const { endAll } = createRecordStore(racing, aKeyring(), sequentialIds()).staffSessions;
    expect(await mustSucceed(endAll(staffId))).to.equal(2);
    for (const id of ids) expect(await mustSucceed(staffSessions.find(id)), id).to.equal(null);
  });

  it('answers an outage where sessions begin and end as fast as they are deleted', async () => {
    const { driver, staffSessions } = await open();
    let begun = 0;
    const racing = withAnother(driver, async ([first = '']) => {
      begun += 1;
      await mustSucceed(staffSessions.end(first));
      await mustSucceed(staffSessions.insert(aStaffSession(`other${`${begun}`.padStart(10, '0')}`)));
    });
    const { endAll } = createRecordStore(racing, aKeyring(), sequentialIds()).staffSessions;
    expect(await mustFail(endAll(staffId))).to.include({ _tag: 'Unavailable', service: 'database' });
  });
});
