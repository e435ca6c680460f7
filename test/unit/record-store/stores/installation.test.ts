import { type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { createRecordStore, type RecordStore } from '@portcullis/record-store';
import type { RecordDriver, Row } from '@portcullis/record-store/driver';
import { type MemoryTables, memoryDriver, memoryTables } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { acme, aNew } from '../../../support/builders/profiles.ts';
import { sequentialIds } from '../../../support/clock/sequential-ids.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

const otherDatabase = { _tag: 'Unavailable', kind: 'rejected', outageCause: 'other_database' } as const;

/** An address behind which the database can be exchanged; whoever exchanges it cuts the connections. */
const address = (first: MemoryTables) => {
  let behind = memoryDriver(first);
  let connections = 1;
  let writes: TaskEither<Unavailable, boolean> | null = null;
  const driver: RecordDriver = {
    transaction:
      (...args) =>
      () =>
        behind.transaction(...args)(),
    updateIf:
      (...args) =>
      () =>
        (writes ?? behind.updateIf(...args))(),
    entriesWithoutPlace:
      (...args) =>
      () =>
        behind.entriesWithoutPlace(...args)(),
    get:
      (...args) =>
      () =>
        behind.get(...args)(),
    page:
      (...args) =>
      () =>
        behind.page(...args)(),
    size: () => behind.size(),
    count:
      (...args) =>
      () =>
        behind.count(...args)(),
    distinct:
      (...args) =>
      () =>
        behind.distinct(...args)(),
    putBlob:
      (...args) =>
      () =>
        behind.putBlob(...args)(),
    replaceBlob:
      (...args) =>
      () =>
        behind.replaceBlob(...args)(),
    getBlob:
      (...args) =>
      () =>
        behind.getBlob(...args)(),
    removeBlob:
      (...args) =>
      () =>
        behind.removeBlob(...args)(),
    removeBlobs:
      (...args) =>
      () =>
        behind.removeBlobs(...args)(),
    mayHoldCopies:
      (...args) =>
      () =>
        behind.mayHoldCopies(...args)(),
    purge:
      (...args) =>
      () =>
        behind.purge(...args)(),
    connections: () => connections,
  };
  return {
    driver,
    put: (tables: MemoryTables): void => {
      behind = memoryDriver(tables);
      connections += 1;
    },
    failWrites: (failure: Unavailable | null): void => {
      writes = failure === null ? null : TE.left(failure);
    },
  };
};

/** Ids that differ from those of every other store of this file. */
let opened = 0;
const storesAt = (driver: RecordDriver, expected: string | null = null): RecordStore => {
  opened += 1;
  return createRecordStore(driver, null, sequentialIds(`store ${opened}`), false, expected);
};

const rowsOf = ({ rows }: MemoryTables): number =>
  [...rows].reduce((sum, [table, all]) => sum + (table === 'installation' ? 0 : all.size), 0);

/** A copy of a database as it is now. */
const copyOf = ({ rows, bytes, named }: MemoryTables): MemoryTables => ({
  rows: new Map([...rows].map(([table, all]) => [table, new Map<string, Row>(all)])),
  bytes: new Map(bytes),
  named: { ...named },
});

describe('the installation that a database belongs to', () => {
  it('leaves a database empty that is declared to be sealed at the first start', async () => {
    const tables = memoryTables();
    await mustSucceed(storesAt(memoryDriver(tables)).installation.look);
    const records = createRecordStore(memoryDriver(tables), aKeyring('a'), sequentialIds('sealed'));
    expect(await mustSucceed(records.keys.prepare)).to.equal(true);
  });

  it('gets an id with the first look, which every later look finds', async () => {
    const tables = memoryTables();
    const first = await mustSucceed(storesAt(memoryDriver(tables)).installation.look);
    expect(first.installation).to.match(/^[0-9a-f]{64}$/);
    expect(await mustSucceed(storesAt(memoryDriver(tables)).installation.look)).to.deep.equal(first);
  });

  it('is given one id by two instances that look at once', async () => {
    const tables = memoryTables();
    const both = [storesAt(memoryDriver(tables)), storesAt(memoryDriver(tables))];
    const [one, two] = await Promise.all(both.map(({ installation }) => mustSucceed(installation.look)));
    expect(one).to.deep.equal(two);
  });

  it('makes another database behind the address an outage for every call, and writes nothing there', async () => {
    const right = memoryTables();
    const { driver, put } = address(right);
    const stores = storesAt(driver);
    await mustSucceed(stores.healthProbe.database());
    const added = aNew();
    await mustSucceed(stores.profiles.insert(added, null));
    const wrong = memoryTables();
    await mustSucceed(storesAt(memoryDriver(wrong)).installation.look);
    put(wrong);
    expect(await mustFail(stores.profiles.insert(aNew(), null))).to.include(otherDatabase);
    expect(await mustFail(stores.profiles.get(acme, added.profile.id))).to.include(otherDatabase);
    expect(await mustFail(stores.eraser.erase(added.profile))).to.include(otherDatabase);
    expect(await mustFail(stores.healthProbe.database())).to.include(otherDatabase);
    expect(rowsOf(wrong)).to.equal(0);
    put(right);
    await mustSucceed(stores.profiles.get(acme, added.profile.id));
    await mustSucceed(stores.profiles.insert(aNew({ reference: 'another' }), null));
  });

  it('makes an empty database another one, which gets no id', async () => {
    const { driver, put } = address(memoryTables());
    const stores = storesAt(driver);
    await mustSucceed(stores.healthProbe.database());
    const empty = memoryTables();
    put(empty);
    expect(await mustFail(stores.profiles.insert(aNew(), null))).to.include(otherDatabase);
    expect(empty.rows.get('installation')?.size ?? 0).to.equal(0);
  });

  it('makes an older state of the same database another one', async () => {
    const tables = memoryTables();
    const { driver, put } = address(tables);
    const stores = storesAt(driver);
    await mustSucceed(stores.installation.look);
    const backup = copyOf(tables);
    await mustSucceed(stores.installation.write);
    put(backup);
    expect(await mustFail(stores.installation.look)).to.include(otherDatabase);
    put(tables);
    await mustSucceed(stores.installation.look);
  });

  it('counts no write of another instance as missing', async () => {
    const tables = memoryTables();
    const both = [storesAt(memoryDriver(tables)), storesAt(memoryDriver(tables))];
    for (let round = 0; round < 3; round += 1) {
      for (const { installation } of both) await mustSucceed(installation.look);
      for (const { installation } of both) await mustSucceed(installation.write);
    }
    for (const { installation } of both) expect(await mustSucceed(installation.look)).to.include({ writes: 3 });
  });

  it('is required from the first call on where an operator has named it', async () => {
    const tables = memoryTables();
    const { installation } = await mustSucceed(storesAt(memoryDriver(tables)).installation.look);
    await mustSucceed(storesAt(memoryDriver(tables), installation).profiles.insert(aNew(), null));
    const other = storesAt(memoryDriver(tables), '0'.repeat(64));
    expect(await mustFail(other.profiles.insert(aNew(), null))).to.include(otherDatabase);
    const empty = memoryTables();
    expect(await mustFail(storesAt(memoryDriver(empty), installation).installation.look)).to.include(otherDatabase);
    expect(rowsOf(empty)).to.equal(0);
  });

  it('is neither looked at nor written to by a store that nobody has asked for its health', async () => {
    const tables = memoryTables();
    await mustSucceed(storesAt(memoryDriver(tables)).profiles.insert(aNew(), null));
    expect(tables.rows.has('installation')).to.equal(false);
  });

  it('is not healthy while it cannot be written to', async () => {
    const { driver, failWrites } = address(memoryTables());
    const { healthProbe } = storesAt(driver);
    const full = { ...unavailable('database', 'full', 'rejected'), outageCause: 'disk_full' } as const;
    failWrites(full);
    expect(await mustFail(healthProbe.database())).to.deep.equal(full);
    failWrites(null);
    expect(await mustFail(healthProbe.database()), 'it is tried again a second later').to.deep.equal(full);
  });
});
