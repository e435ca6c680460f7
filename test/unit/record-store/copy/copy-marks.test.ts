import { TE, unavailable } from '@portcullis/domain';
import { markFaults, type RecordDriver } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { type MemoryTables, memoryTables } from '#record-store/memory/tables';
import {
  beginOf,
  cloneOf,
  copyIn,
  copyOver,
  filledDatabase,
  installationOf,
  refusalOf,
  storesIn,
  whole,
} from '../../../support/records/record-copies.ts';
import { aPerson } from '../../../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

describe('the marks of a copy, which keep both databases from being served', function () {
  this.timeout(60_000);
  let filled: MemoryTables;

  before(async () => {
    ({ tables: filled } = await filledDatabase());
  });

  const source = () => cloneOf(filled);
  const refusal = (from: MemoryTables, to: MemoryTables): Promise<string> => refusalOf(whole(copyIn(from, to)));

  it('is not served before it is complete', async () => {
    const from = source();
    const to = memoryTables();
    await mustSucceed(copyIn(from, to).begin);
    const { installation } = storesIn(to, 'target');
    expect(await mustSucceed(installation.readMark)).to.include({ kind: 'incomplete' });
    expect(await mustFail(installation.look)).to.have.property('cause', markFaults.incomplete.found);
  });

  it('are read without giving an id to a database that has none', async () => {
    const tables = memoryTables();
    expect(await mustSucceed(storesIn(tables).installation.readMark)).to.equal(null);
    expect(installationOf(tables)).to.equal(undefined);
  });

  it('keep the id, which is read of both databases as before, and not made', async () => {
    const from = source();
    const to = memoryTables();
    const before = await mustSucceed(storesIn(from).installation.readId);
    expect(before).to.match(/^[0-9a-f]{64}$/);
    await mustSucceed(whole(copyIn(from, to)));
    for (const [tables, name] of [
      [from, 'source'],
      [to, 'target'],
    ] as const)
      expect(await mustSucceed(storesIn(tables, name).installation.readId), name).to.equal(before);
    const empty = memoryTables();
    expect(await mustSucceed(storesIn(empty).installation.readId)).to.equal(null);
    expect(installationOf(empty)).to.equal(undefined);
  });

  it('is refused where somebody has written to the source meanwhile, which is served as before', async () => {
    const from = source();
    const to = memoryTables();
    const copy = copyIn(from, to);
    const begun = await beginOf(copy);
    await mustSucceed(copy.copy(begun, () => undefined));
    await mustSucceed(storesIn(from, 'late').profiles.insert(aPerson(), null));
    expect(await refusalOf(copy.finish(begun))).to.match(
      /^Somebody has written to the source since the copy was begun/,
    );
    expect(installationOf(from)).to.deep.equal(installationOf(filled));
    expect(await refusal(from, to)).to.match(/^The target is not empty/);
    await mustSucceed(whole(copyIn(from, memoryTables())));
  });

  it('leaves neither to be served where somebody writes while the source is marked, and says how to go back', async () => {
    const from = source();
    const to = memoryTables();
    const driver = memoryDriver(from);
    const watched: RecordDriver = {
      ...driver,
      updateIf: (update) => async () => {
        const marked = await driver.updateIf(update)();
        if (String(update.columns['installation']).startsWith('moved')) from.rows.get('sightings')?.clear();
        return marked;
      },
    };
    const copy = copyOver(watched, memoryDriver(to));
    const begun = await beginOf(copy);
    await mustSucceed(copy.copy(begun, () => undefined));
    expect(await refusalOf(copy.finish(begun)))
      .to.match(/^Somebody has written to the source while it was marked as moved/)
      .and.include(`write the installation id (${installationOf(filled)?.['installation']})`);
    expect(await mustFail(storesIn(from).installation.look)).to.have.property('cause', markFaults.moved.found);
    expect(await mustFail(storesIn(to).installation.look)).to.have.property('cause', markFaults.incomplete.found);
    expect(await refusal(from, to)).to.match(/^The target does not hold what the source does/);
  });

  it('is refused while a service has a lease at the source', async () => {
    const leasedUntil = (heldUntil: string): MemoryTables => {
      const from = source();
      const log = [...(from.rows.get('ledger_log')?.values() ?? [])][0];
      if (log === undefined) throw new Error('there is no log');
      from.rows.get('ledger_log')?.set(String(log['id']), { ...log, held_until: heldUntil });
      return from;
    };
    // The clock of the service may be behind that of the database, or ahead of it.
    for (const held of ['2998-12-31T23:58:01.000Z', '2999-01-01T00:00:10.000Z', '2999-01-01T00:02:00.000Z'])
      expect(await refusal(leasedUntil(held), memoryTables()), held).to.match(/^A service works with the source/);
    await mustSucceed(whole(copyIn(leasedUntil('2998-12-31T23:57:59.000Z'), memoryTables())));
  });

  it('is refused by a target that has other records, or is of another copy', async () => {
    const { tables: foreign } = await filledDatabase('foreign');
    const before = cloneOf(foreign);
    expect(await refusal(source(), foreign)).to.match(/^The target is not empty/);
    expect(foreign.rows).to.deep.equal(before.rows);

    const other = memoryTables();
    const to = memoryTables();
    const stores = storesIn(other, 'other');
    await mustSucceed(stores.installation.look);
    await mustSucceed(stores.keys.prepare);
    await mustSucceed(copyIn(other, to).begin);
    expect(await refusal(source(), to)).to.match(/^The target is not empty/);
    expect(await refusal(to, memoryTables())).to.equal('The source is not the whole database of an installation.');
  });

  it('looks at both before anything is written', async () => {
    const { tables: foreign } = await filledDatabase('foreign');
    const from = source();
    const to = memoryTables();
    const before = cloneOf(foreign);
    expect(await refusalOf(copyIn(from, foreign).examine(true))).to.match(/^The target is not empty/);
    expect(foreign.rows).to.deep.equal(before.rows);
    for (const hasTable of [true, false]) await mustSucceed(copyIn(from, to).examine(hasTable));
    expect([...to.rows.values()].filter(({ size }) => size > 0)).to.deep.equal([]);
    await mustSucceed(whole(copyIn(from, to)));
    await mustSucceed(copyIn(from, to).examine(true));
    expect(await refusalOf(copyIn(from, memoryTables()).examine(false))).to.match(/^The records of the source were mo/);
  });

  it('is refused where the records were moved elsewhere, or the target is in use already', async () => {
    const from = source();
    const to = memoryTables();
    await mustSucceed(whole(copyIn(from, to)));
    expect(await refusal(from, memoryTables())).to.include(
      `write the installation id (${installationOf(filled)?.['installation']}) into the field "installation"`,
    );
    expect(await refusal(source(), to)).to.match(/^The target is the database of this installation already/);
  });

  it('is not completed in a target that was given up for another one', async () => {
    const from = source();
    const first = memoryTables();
    const second = memoryTables();
    const late = copyIn(from, first);
    const begun = await beginOf(late);
    await mustSucceed(late.copy(begun, () => undefined));
    await mustSucceed(whole(copyIn(from, second)));
    const marked = installationOf(from);
    const elsewhere = /^The records of the source were moved to another database already/;
    expect(await refusalOf(late.finish(begun))).to.match(elsewhere);
    expect(await refusal(from, first)).to.match(elsewhere);
    expect(installationOf(from)).to.deep.equal(marked);
    expect(installationOf(second)).to.deep.equal(installationOf(filled));
  });

  it('is begun by one of two processes with the same target, and completed by a call after its last step alone', async () => {
    const from = source();
    const to = memoryTables();
    const first = copyIn(from, to);
    const begun = await beginOf(first);
    expect(await refusal(from, to)).to.match(/^The target is not empty/);
    await mustSucceed(first.copy(begun, () => undefined));
    const driver = memoryDriver(to);
    const cut: RecordDriver = { ...driver, updateIf: () => TE.left(unavailable('database', 'is away', 'timeout')) };
    const late = copyOver(memoryDriver(from), cut);
    expect(await mustFail(late.finish(begun))).to.include({ _tag: 'NoAnswer', database: 'target' });
    expect(await mustSucceed(whole(copyIn(from, to)))).to.equal('moved');
    expect(installationOf(to)).to.deep.equal(installationOf(filled));
  });
});
