import { migrate, postgresClient, postgresDriver } from '@portcullis/adapter-postgres';
import { verifyInThreads } from '@portcullis/cli';
import { E } from '@portcullis/domain';
import type { Examined } from '@portcullis/domain/use-cases';
import { createRecordStore } from '@portcullis/record-store';
import { expect } from 'chai';
import { dataKeysText, keyringFrom } from '../../support/builders/keyrings.ts';
import { aNew } from '../../support/builders/profiles.ts';
import { sequentialIds } from '../../support/clock/sequential-ids.ts';
import { describePostgres, newDatabase } from '../../support/postgres/postgres.ts';
import { changeRow } from '../../support/records/record-database.ts';
import { mustSucceed } from '../../support/run.ts';

const DATA_KEYS = dataKeysText('a');

/** Ids of profiles all over the range of ids. */
const ids = ['0', '4', '8', 'b', 'c', 'f', 'k', 'o', 's', 'z'].map((first) => `${first}00000000000ada`.slice(0, 15));
const [, , , damaged = ''] = ids;

describePostgres('the verification of all ledgers in threads', () => {
  let target: Awaited<ReturnType<typeof newDatabase>>;

  before('store some profiles, of which one is damaged', async () => {
    target = await newDatabase();
    const client = postgresClient({ url: target.url });
    try {
      await mustSucceed(migrate(client));
      const driver = postgresDriver(client);
      const { keys, profiles } = createRecordStore(driver, keyringFrom(DATA_KEYS), sequentialIds());
      await mustSucceed(keys.prepare);
      for (const id of ids) await mustSucceed(profiles.insert(aNew({ id, reference: id }), null));
      await changeRow({ driver }, 'profiles', damaged, { data: 'not what was sealed' });
    } finally {
      await client.close();
    }
  });
  after(() => target.drop());

  const verified = async (threads: number, url = target.url) => {
    const found: Examined[] = [];
    const all = await verifyInThreads({ DATABASE_URL: url, DATA_KEYS }, (one) => void found.push(one), threads);
    return { all, found: found.toSorted((a, b) => (a.profileId < b.profileId ? -1 : 1)) };
  };

  it('finds the same by any number of threads: each profile once, and what is wrong with it', async () => {
    const alone = await verified(1);
    expect(alone.all).to.deep.equal(E.right(undefined));
    expect(alone.found.map(({ profileId }) => profileId)).to.deep.equal(ids);
    const isDamaged = ({ faults }: Examined) => faults.some(({ fault }) => fault === 'row_unreadable');
    expect(alone.found.filter(isDamaged).map(({ profileId }) => profileId)).to.deep.equal([damaged]);
    expect(await verified(3)).to.deep.equal(alone);
  });

  it('is no verification where one thread gets no answer', async () => {
    const { all, found } = await verified(2, 'postgres://nobody@127.0.0.1:1/nothing');
    expect(found).to.deep.equal([]);
    expect(all).to.have.nested.property('left.code', 2);
  });
});
