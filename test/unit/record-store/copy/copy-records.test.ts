import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { E } from '@portcullis/domain';
import { createRecordStore } from '@portcullis/record-store';
import { markFaults, type RecordDriver, tableNames } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { bytesKey, type MemoryTables, memoryTables } from '#record-store/memory/tables';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { runs } from '../../../support/effort.ts';
import { type DriverFault, withFaults } from '../../../support/records/driver-faults.ts';
import {
  beginOf,
  cloneOf,
  contentOf,
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

const killed = 'at which it is killed';

/** How a copy ends: others of the calls that were sent with the one that is lost may be executed. */
const endings: readonly (readonly [string, DriverFault])[] = [
  ['that is lost', 'lost'],
  ['that is executed without an answer', 'ambiguous'],
  [killed, 'lost'],
];

describe('a copy of the records of one database into another', function () {
  this.timeout(60_000);
  let filled: MemoryTables;
  let erased: string;

  before(async () => {
    ({ erased, tables: filled } = await filledDatabase());
  });

  const source = () => cloneOf(filled);
  const refusal = (from: MemoryTables, to: MemoryTables): Promise<string> => refusalOf(whole(copyIn(from, to)));

  it('begins with a database that has something in every table', () => {
    const empty = tableNames.filter((table) => (filled.rows.get(table)?.size ?? 0) === 0);
    expect(empty).to.deep.equal([]);
  });

  it('has every row and every byte, makes the target the installation and marks the source', async () => {
    const from = source();
    const to = memoryTables();
    expect(await mustSucceed(whole(copyIn(from, to)))).to.equal('moved');
    expect(contentOf(to)).to.deep.equal(contentOf(filled));
    expect(installationOf(to)).to.deep.equal(installationOf(filled));
    const stores = storesIn(to, 'target');
    expect((await mustSucceed(stores.installation.look)).installation).to.equal(
      installationOf(filled)?.['installation'],
    );
    expect(await mustFail(stores.files.get(erased, 'f'))).to.have.property('_tag', 'NotFound');
    const failure = await mustFail(storesIn(from, 'source').installation.look);
    expect(failure.cause).to.equal(markFaults.moved.found);
  });

  it('changes nothing when it is repeated after it was complete, and says so', async () => {
    const from = source();
    const to = memoryTables();
    await mustSucceed(whole(copyIn(from, to)));
    const before = [cloneOf(from), cloneOf(to)];
    expect(await mustSucceed(whole(copyIn(from, to)))).to.equal('complete');
    expect([from, to].map(({ rows, bytes }) => ({ rows, bytes }))).to.deep.equal(
      before.map(({ rows, bytes }) => ({ rows, bytes })),
    );
  });

  /** Counts the calls of a whole copy to one of the two databases. */
  const callsOf = async (side: 'source' | 'target'): Promise<number> => {
    let calls = 0;
    const counted = (driver: RecordDriver): RecordDriver =>
      withFaults(driver, () => {
        calls += 1;
        return null;
      });
    const from = memoryDriver(source());
    const to = memoryDriver(memoryTables());
    await mustSucceed(side === 'source' ? whole(copyOver(counted(from), to)) : whole(copyOver(from, counted(to))));
    return calls;
  };

  for (const side of ['source', 'target'] as const)
    for (const [phase, [how, fault]] of endings.entries())
      it(`ends at any call of the ${side} ${how}, and is completed by another call, or in an empty target`, async () => {
        const calls = await callsOf(side);
        const every = Math.min(calls, runs(calls, 8));
        for (let n = 0; n < every; n += 1) {
          // A quick run has each way to end at other calls.
          const failing = Math.floor(((n + phase / endings.length) * calls) / every);
          const from = source();
          const to = memoryTables();
          let call = -1;
          const faulty = (driver: RecordDriver): RecordDriver =>
            withFaults(driver, () => {
              call += 1;
              return call === failing || (how === killed && call > failing) ? fault : null;
            });
          const left = memoryDriver(from);
          const right = memoryDriver(to);
          const first = await (side === 'source'
            ? whole(copyOver(faulty(left), right))
            : whole(copyOver(left, faulty(right))))();
          if (E.isLeft(first)) expect(first.left, `call ${failing}`).to.include({ _tag: 'NoAnswer', database: side });
          // Until the end one of both is marked, so that never both are served.
          const served = [from, to].filter((tables) =>
            /^[0-9a-f]{64}$/.test(String(installationOf(tables)?.['installation'])),
          );
          expect(served.length, `call ${failing}`).to.be.lessThan(2);
          const again = await whole(copyOver(left, right))();
          if (E.isLeft(again)) expect(String(Reflect.get(again.left, 'why'))).to.match(/^The target is not empty/);
          const end = E.isLeft(again) ? memoryTables() : to;
          if (E.isLeft(again)) await mustSucceed(whole(copyOver(left, memoryDriver(end))));
          expect(contentOf(end), `call ${failing}`).to.deep.equal(contentOf(filled));
          expect(installationOf(end), `call ${failing}`).to.deep.equal(installationOf(filled));
        }
      });

  it('is refused where somebody else writes to the target', async () => {
    const from = source();
    const to = memoryTables();
    const copy = copyIn(from, to);
    const begun = await beginOf(copy);
    const [id = '', row = {}] = [...(from.rows.get('sightings') ?? [])][0] ?? [];
    to.rows.set('sightings', new Map([[id, { ...row, kind: 'device' }]]));
    expect(await refusalOf(copy.copy(begun, () => undefined))).to.match(
      /^The target has a record \w{15} of sightings already/,
    );
  });

  it('is refused where the target has other rows of those that are replaced in place', async () => {
    const from = source();
    const to = memoryTables();
    const copy = copyIn(from, to);
    const begun = await beginOf(copy);
    await mustSucceed(copy.copy(begun, () => undefined));
    const [id, row] = [...(to.rows.get('usage_counters') ?? [])][0] ?? [];
    if (id === undefined || row === undefined) throw new Error('there is no counter');
    to.rows.get('usage_counters')?.set(id, { ...row, amount: 99 });
    expect(await refusalOf(copy.finish(begun))).to.match(/^The target does not hold what the source does/);
    expect(installationOf(from)).to.deep.equal(installationOf(filled));
  });

  it('has the row alone of a file whose bytes are in an object store', async () => {
    const from = source();
    const to = memoryTables();
    const [id = '', row] = [...(from.rows.get('files') ?? [])][0] ?? [];
    from.rows.get('files')?.set(id, { ...row, object_key: 'a/b/c', content: 'moved_1' });
    from.bytes.delete(bytesKey(id, row?.['content']));
    await mustSucceed(whole(copyIn(from, to)));
    expect(contentOf(to).rows).to.deep.equal(contentOf(from).rows);
    expect(to.rows.get('files')?.get(id)).to.include({ object_key: 'a/b/c', content: '' });
  });

  it('is refused where the bytes of a file are missing, or other keys have sealed the source', async () => {
    const from = source();
    const [file] = [...from.bytes.keys()];
    from.bytes.delete(file ?? '');
    expect(await refusal(from, memoryTables())).to.match(/^The source has no bytes of the file /);

    const clear = memoryTables();
    const stores = createRecordStore(memoryDriver(clear), aKeyring('other'), sequentialIds('clear'));
    await mustSucceed(stores.installation.look);
    await mustSucceed(stores.profiles.insert(aPerson(), null));
    expect(await refusal(clear, memoryTables())).to.match(
      /^The record database is sealed under the data key other, which this service does not have\./,
    );
  });
});
