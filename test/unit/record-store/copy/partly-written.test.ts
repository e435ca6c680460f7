import { E } from '@portcullis/domain';
import type { RecordDriver, TableName } from '@portcullis/record-store/driver';
import { type MemoryTables, memoryDriver, memoryTables } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import {
  beginOf,
  contentOf,
  copyIn,
  copyOver,
  filledDatabase,
  refusalOf,
  whole,
} from '../../../support/records/record-copies.ts';
import { mustSucceed } from '../../../support/run.ts';

const table = 'device_events';
const idOf = (n: number): string => `event${String(n).padStart(10, '0')}`;

/** A database that loses every answer, and takes a transaction for done where one row that it inserts is there. */
const forgetful = (tables: MemoryTables): RecordDriver => {
  const driver = memoryDriver(tables);
  const isThere = (name: TableName, id: unknown): boolean => tables.rows.get(name)?.has(String(id)) === true;
  return {
    ...driver,
    transaction: (writes, options) => async () =>
      writes.some((write) => write.kind === 'insert' && isThere(write.table, write.row['id']))
        ? E.right(undefined)
        : driver.transaction(writes, options)(),
  };
};

describe('a copy into a target that has a part of the rows', function () {
  this.timeout(60_000);

  /** A database with twenty rows of one table, and one into which all was copied apart from some of these. */
  const partlyCopied = async (missing: readonly number[]) => {
    const { tables: from } = await filledDatabase();
    const to = memoryTables();
    const rows = [...Array(20).keys()].map((n) => ({ event: `e${n}`, profile: 'p', attempt: 1, id: idOf(n) }));
    const inserts = rows.map((row) => ({ kind: 'insert', table, row }) as const);
    await mustSucceed(memoryDriver(from).transaction(inserts));
    const copy = copyIn(from, to);
    await mustSucceed(copy.copy(await beginOf(copy), () => undefined));
    for (const n of missing) to.rows.get(table)?.delete(idOf(n));
    return { from, to };
  };

  it('writes what is absent, although a lost answer is settled by a row that was there before', async () => {
    const { from, to } = await partlyCopied([17, 19]);
    const before = contentOf(from);
    await mustSucceed(whole(copyOver(memoryDriver(from), forgetful(to), 8)));
    expect(contentOf(to)).to.deep.equal(before);
  });

  it('goes through a table from its beginning before it believes that a row is missing', async () => {
    const { from, to } = await partlyCopied([2, 3]);
    const before = contentOf(from);
    await mustSucceed(whole(copyIn(from, to)));
    expect(contentOf(to)).to.deep.equal(before);
  });

  it('is refused by a target that has more rows than the source', async () => {
    const { from, to } = await partlyCopied([]);
    const row = { event: 'other', profile: 'p', attempt: 1, id: 'another00000000' };
    await mustSucceed(memoryDriver(to).transaction([{ kind: 'insert', table, row }]));
    expect(await refusalOf(whole(copyIn(from, to)))).to.match(
      /^The source has \d+ rows of device_events, and the target \d+\.$/,
    );
  });
});
