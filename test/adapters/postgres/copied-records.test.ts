import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { type BegunCopy, createRecordStore, type RecordCopy, recordCopy } from '@portcullis/record-store';
import { type RecordDriver, type Row, type TableName, tableNames, tables } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { aKeyring } from '../../support/builders/keyrings.ts';
import { fakeClock } from '../../support/clock/fake-clock.ts';
import { describePostgres, usePostgres } from '../../support/postgres/postgres.ts';
import { fillEveryTable } from '../../support/records/every-table.ts';
import { aPerson } from '../../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { useOwnPocketbase } from '../../support/servers/pocketbase.ts';

const copiedTables = tableNames.filter((table) => table !== 'installation');

/** All rows of a table with the columns of the record store, apart from the name that an engine gives bytes. */
const rowsOf = async (driver: RecordDriver, table: TableName): Promise<readonly Row[]> => {
  const columns = ['id', ...Object.keys(tables[table].columns)].filter((name) => name !== 'content');
  return mustSucceed(driver.page(table, { columns, sort: ['id'], limit: 1000 }));
};

describePostgres('the records of a PocketBase, copied into a PostgreSQL', () => {
  const pocketbase = useOwnPocketbase();
  const postgres = usePostgres();

  const keyring = aKeyring('a');
  const clock = fakeClock('2999-01-01T00:00:00.000Z');
  const stores = () => createRecordStore(pocketbase().driver, keyring, sequentialIds());
  const copyOf = () =>
    recordCopy({
      source: pocketbase().driver,
      target: postgres().driver,
      keyring,
      clock,
      ids: sequentialIds('copies'),
      rowsAtOnce: 3,
    });

  const begin = async (copy: RecordCopy): Promise<BegunCopy> => {
    const begun = await mustSucceed(copy.begin);
    if (begun === 'complete') throw new Error('nothing was copied yet');
    return begun;
  };

  before('fill the PocketBase', async () => {
    await fillEveryTable(pocketbase().driver, stores());
  });
  beforeEach(() => postgres().empty());

  it('stay where they are when somebody writes meanwhile', async () => {
    const copy = copyOf();
    const begun = await begin(copy);
    await mustSucceed(copy.copy(begun, () => undefined));
    await mustSucceed(stores().profiles.insert(aPerson(), null));
    const written = /^Somebody has written to the source since the copy was begun/;
    expect(await mustFail(copy.finish(begun)))
      .to.have.property('why')
      .that.matches(written);
    expect(await mustFail(copy.begin))
      .to.have.property('why')
      .that.matches(/^The target is not empty/);
    expect((await mustSucceed(stores().installation.look)).installation).to.equal(begun.installation);
  });

  it('are the same in every table, with the bytes of files, their places and their keys', async () => {
    const source = pocketbase().driver;
    const target = postgres().driver;
    const copy = copyOf();
    const begun = await begin(copy);
    const seen = new Map<string, number>();
    await mustSucceed(copy.copy(begun, ({ copied, table }) => void seen.set(table, copied)));
    for (const table of copiedTables) {
      const rows = await rowsOf(source, table);
      expect(rows.length, table).to.be.greaterThan(0);
      expect(await rowsOf(target, table), table).to.deep.equal(rows);
      expect(seen.get(table), table).to.equal(rows.length);
    }
    for (const row of await mustSucceed(source.page('files', { limit: 100 }))) {
      const there = await mustSucceed(target.get('files', String(row['id'])));
      const bytesIn = async (driver: RecordDriver, { id, content }: Row) =>
        Buffer.from((await mustSucceed(driver.getBlob({ id: String(id), content: String(content) }))) ?? []).toString(
          'hex',
        );
      expect(await bytesIn(target, there ?? {})).to.equal(await bytesIn(source, row));
    }
    await mustSucceed(copy.finish(begun));
    expect(await mustSucceed(copy.begin)).to.equal('complete');
    const [installation] = await mustSucceed(target.page('installation', { limit: 2 }));
    expect(installation).to.include({ installation: begun.installation });
  });
});
