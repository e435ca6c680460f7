import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { createRecordStore } from '@portcullis/record-store';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { rowsIn } from '#contracts/drivers/driver-under-test';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { aPolicy } from '../../../support/builders/policies.ts';
import { deleteRow } from '../../../support/records/record-database.ts';
import { mustSucceed } from '../../../support/run.ts';

const storesOf = (driver: RecordDriver) => createRecordStore(driver, aKeyring('a'), sequentialIds());

describe('the inspection of the positions of policies', () => {
  it('raises no alarm while a policy is added between its two reads, and one for a policy that is gone', async () => {
    const driver = memoryDriver();
    const writer = storesOf(driver);
    await mustSucceed(writer.keys.prepare);
    for (const version of ['1', '2']) await mustSucceed(writer.policyRepository.add(aPolicy({ version }), null));
    let added = false;
    const beside: RecordDriver = {
      ...driver,
      page: (table, query) => async () => {
        const rows = await driver.page(table, query)();
        if (table === 'policies' && query.sort?.[0] === '-position' && !added) {
          added = true;
          await mustSucceed(writer.policyRepository.add(aPolicy({ version: '3' }), null));
        }
        return rows;
      },
    };
    expect(await mustSucceed(storesOf(beside).inspector.ofService())).to.deep.equal([]);
    expect(added).to.equal(true);
    const second = (await rowsIn({ driver }, 'policies')).find(({ version }) => version === '2');
    await deleteRow({ driver }, 'policies', String(second?.['id']));
    expect(await mustSucceed(storesOf(driver).inspector.ofService())).to.deep.equal(['policies']);
  });
});
