import { E, type Either, type TaskEither } from '@portcullis/domain';
import { type CopyFailure, createRecordStore, type RecordCopy, recordCopy } from '@portcullis/record-store';
import { markFaults, type RecordDriver, type Row, tableNames } from '@portcullis/record-store/driver';
import { bytesKey, type MemoryTables, memoryDriver, memoryTables } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { sequentialIds } from '../../../support/clock/sequential-ids.ts';
import { runs } from '../../../support/effort.ts';
import { type DriverFault, withFaults } from '../../../support/records/driver-faults.ts';
import { fillEveryTable } from '../../../support/records/every-table.ts';
import { aPerson } from '../../../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

const keyring = aKeyring('a');
const clock = fakeClock('2999-01-01T00:00:00.000Z');

const storesOver = (driver: RecordDriver, words = 'ids') => createRecordStore(driver, keyring, sequentialIds(words));

const copyOf = ({ rows, bytes, named }: MemoryTables): MemoryTables => ({
  rows: new Map([...rows].map(([table, all]) => [table, new Map<string, Row>(all)])),
  bytes: new Map(bytes),
  named: { ...named },
});

/** The rows of a database by table, without the name that an engine gives bytes, and the bytes by the id of the file. */
const contentOf = ({ rows, bytes }: MemoryTables) => ({
  rows: tableNames
    .filter((table) => table !== 'installation')
    .map((table) => [
      table,
      [...(rows.get(table)?.values() ?? [])]
        .map((row) => (table === 'files' ? { ...row, content: '' } : row))
        .toSorted((one, other) => (String(one['id']) < String(other['id']) ? -1 : 1)),
    ]),
  bytes: Object.fromEntries(
    [...(rows.get('files')?.values() ?? [])].map((row) => [
      row['id'],
      Buffer.from(bytes.get(bytesKey(row['id'], row['content'])) ?? []).toString('hex'),
    ]),
  ),
});

const installationOf = ({ rows }: MemoryTables) => rows.get('installation')?.get('installation001');

type Outcome = Either<CopyFailure, 'moved' | 'complete'>;

const allSteps =
  ({ begin, copy, finish }: RecordCopy): TaskEither<CopyFailure, 'moved' | 'complete'> =>
  async (): Promise<Outcome> => {
    const begun = await begin();
    if (E.isLeft(begun) || begun.right === 'complete') return E.map((): 'complete' => 'complete')(begun);
    const copied = await copy(() => undefined)();
    if (E.isLeft(copied)) return copied;
    return E.map((): 'moved' => 'moved')(await finish(begun.right)());
  };

const copyBetween = (source: RecordDriver, target: RecordDriver, rowsAtOnce = 3) =>
  allSteps(recordCopy({ source, target, keyring, clock, rowsAtOnce }));

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
    filled = memoryTables();
    const driver = memoryDriver(filled);
    const stores = storesOver(driver);
    await mustSucceed(stores.installation.look);
    ({ erased } = await fillEveryTable(driver, stores));
  });

  const source = () => copyOf(filled);

  const refusal = async (from: MemoryTables, to: MemoryTables): Promise<string> => {
    const failure = await mustFail(copyBetween(memoryDriver(from), memoryDriver(to)));
    if (failure._tag !== 'CopyRefused') throw new Error('it was not refused');
    return failure.why;
  };

  it('begins with a database that has something in every table', () => {
    const empty = tableNames.filter((table) => (filled.rows.get(table)?.size ?? 0) === 0);
    expect(empty).to.deep.equal([]);
  });

  it('has every row and every byte, makes the target the installation and marks the source', async () => {
    const [from, to] = [source(), memoryTables()];
    expect(await mustSucceed(copyBetween(memoryDriver(from), memoryDriver(to)))).to.equal('moved');
    expect(contentOf(to)).to.deep.equal(contentOf(filled));
    expect(installationOf(to)).to.deep.equal(installationOf(filled));
    const stores = storesOver(memoryDriver(to), 'target');
    expect((await mustSucceed(stores.installation.look)).installation).to.equal(
      installationOf(filled)?.['installation'],
    );
    expect(await mustFail(stores.files.get(erased, 'f'))).to.have.property('_tag', 'NotFound');
    const failure = await mustFail(storesOver(memoryDriver(from), 'source').installation.look);
    expect(failure.cause).to.equal(markFaults.moved.found);
  });

  it('changes nothing when it is repeated after it was complete, and says so', async () => {
    const [from, to] = [source(), memoryTables()];
    await mustSucceed(copyBetween(memoryDriver(from), memoryDriver(to)));
    const before = [copyOf(from), copyOf(to)];
    expect(await mustSucceed(copyBetween(memoryDriver(from), memoryDriver(to)))).to.equal('complete');
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
    const [from, to] = [memoryDriver(source()), memoryDriver(memoryTables())];
    await mustSucceed(side === 'source' ? copyBetween(counted(from), to) : copyBetween(from, counted(to)));
    return calls;
  };

  for (const side of ['source', 'target'] as const)
    for (const [how, fault] of endings)
      it(`ends at any call of the ${side} ${how}, and goes on from there`, async () => {
        const calls = await callsOf(side);
        const every = runs(calls, 60);
        for (let n = 0; n < every; n += 1) {
          const failing = Math.floor((n * calls) / every);
          const [from, to] = [source(), memoryTables()];
          let call = -1;
          const faulty = (driver: RecordDriver): RecordDriver =>
            withFaults(driver, () => {
              call += 1;
              return call === failing || (how === killed && call > failing) ? fault : null;
            });
          const [left, right] = [memoryDriver(from), memoryDriver(to)];
          const first = await (side === 'source'
            ? copyBetween(faulty(left), right)
            : copyBetween(left, faulty(right)))();
          if (E.isLeft(first)) expect(first.left, `call ${failing}`).to.include({ _tag: 'NoAnswer', database: side });
          // Until the end one of both is marked, so that never both are served.
          const served = [from, to].filter((tables) =>
            /^[0-9a-f]{64}$/.test(String(installationOf(tables)?.['installation'])),
          );
          expect(served.length, `call ${failing}`).to.be.lessThan(2);
          await mustSucceed(copyBetween(left, right));
          expect(contentOf(to), `call ${failing}`).to.deep.equal(contentOf(filled));
          expect(installationOf(to), `call ${failing}`).to.deep.equal(installationOf(filled));
        }
      });

  it('is not served before it is complete', async () => {
    const [from, to] = [source(), memoryTables()];
    await mustSucceed(recordCopy({ source: memoryDriver(from), target: memoryDriver(to), keyring, clock }).begin);
    const failure = await mustFail(storesOver(memoryDriver(to), 'target').installation.look);
    expect(failure.cause).to.equal(markFaults.incomplete.found);
  });

  it('is refused where somebody writes to the source meanwhile, which is served as before', async () => {
    for (const isMarked of [false, true]) {
      const [from, to] = [source(), memoryTables()];
      const [driver, target] = [memoryDriver(from), memoryDriver(to)];
      const writing = async (): Promise<void> => {
        await mustSucceed(storesOver(memoryDriver(from), 'late').profiles.insert(aPerson(), null));
      };
      const watched: RecordDriver = {
        ...driver,
        updateIf: (update) => async () => {
          if (isMarked && update.table === 'installation' && update.columns['writes'] !== undefined) {
            const marked = await driver.updateIf(update)();
            if (String(update.columns['installation']).startsWith('moved')) await writing();
            return marked;
          }
          return driver.updateIf(update)();
        },
      };
      const copy = recordCopy({ source: watched, target, keyring, clock });
      const begun = await mustSucceed(copy.begin);
      if (begun === 'complete') throw new Error('it has only begun');
      await mustSucceed(copy.copy(() => undefined));
      if (!isMarked) await writing();
      expect(await mustFail(copy.finish(begun)))
        .to.have.property('why')
        .that.match(/^Somebody has written to the source since the copy was begun/);
      expect(installationOf(from)).to.deep.equal(installationOf(filled));
      expect(await refusal(from, to)).to.match(/^Somebody has written to the source/);
    }
  });

  it('is refused while a service has a lease at the source', async () => {
    const from = source();
    const log = [...(from.rows.get('ledger_log')?.values() ?? [])][0];
    if (log === undefined) throw new Error('there is no log');
    from.rows.get('ledger_log')?.set(String(log['id']), { ...log, held_until: '2999-01-01T00:00:10.000Z' });
    expect(await refusal(from, memoryTables())).to.match(/^A service works with the source/);
  });

  it('is refused by a target that has other records, or is of another copy', async () => {
    const foreign = memoryTables();
    await fillEveryTable(memoryDriver(foreign), storesOver(memoryDriver(foreign), 'foreign'));
    const before = copyOf(foreign);
    expect(await refusal(source(), foreign)).to.match(/^The target has records that are not of a copy/);
    expect(foreign.rows).to.deep.equal(before.rows);

    const [other, to] = [memoryTables(), memoryTables()];
    const stores = storesOver(memoryDriver(other), 'other');
    await mustSucceed(stores.installation.look);
    await mustSucceed(stores.keys.prepare);
    await mustSucceed(recordCopy({ source: memoryDriver(other), target: memoryDriver(to), keyring, clock }).begin);
    expect(await refusal(source(), to)).to.equal('The target is of an incomplete copy of another database.');
    expect(await refusal(to, memoryTables())).to.equal('The source is not the whole database of an installation.');
  });

  it('is refused where the records were moved elsewhere, or the target is in use already', async () => {
    const [from, to] = [source(), memoryTables()];
    await mustSucceed(copyBetween(memoryDriver(from), memoryDriver(to)));
    expect(await refusal(from, memoryTables())).to.equal(
      'The records of the source were moved to another database already.',
    );
    expect(await refusal(source(), to)).to.match(/^The target is the database of this installation already/);
  });

  it('is refused where a record differs that the target has already', async () => {
    const [from, to] = [source(), memoryTables()];
    const copy = recordCopy({ source: memoryDriver(from), target: memoryDriver(to), keyring, clock });
    await mustSucceed(copy.begin);
    await mustSucceed(copy.copy(() => undefined));
    const [id, row] = [...(to.rows.get('sightings') ?? [])].toSorted().at(-1) ?? [];
    if (id === undefined || row === undefined) throw new Error('there is no sighting');
    to.rows.get('sightings')?.set(id, { ...row, kind: 'device' });
    expect(await refusal(from, to)).to.match(/^The target has another record \w{15} of sightings than the source/);
  });

  it('has the row alone of a file whose bytes are in an object store', async () => {
    const [from, to] = [source(), memoryTables()];
    const [id = '', row] = [...(from.rows.get('files') ?? [])][0] ?? [];
    from.rows.get('files')?.set(id, { ...row, object_key: 'a/b/c', content: 'moved_1' });
    from.bytes.delete(bytesKey(id, row?.['content']));
    await mustSucceed(copyBetween(memoryDriver(from), memoryDriver(to)));
    expect(contentOf(to).rows).to.deep.equal(contentOf(from).rows);
    expect(to.rows.get('files')?.get(id)).to.include({ object_key: 'a/b/c', content: '' });
  });

  it('is refused where the bytes of a file are missing, or the source is not sealed', async () => {
    const from = source();
    const [file] = [...from.bytes.keys()];
    from.bytes.delete(file ?? '');
    expect(await refusal(from, memoryTables())).to.match(/^The source has no bytes of the file /);

    const clear = memoryTables();
    const stores = createRecordStore(memoryDriver(clear), null, sequentialIds('clear'));
    await mustSucceed(stores.installation.look);
    await mustSucceed(stores.profiles.insert(aPerson(), null));
    expect(await refusal(clear, memoryTables())).to.match(/^Not everything in the source is sealed/);
  });
});
