import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { acme, aNew } from '@portcullis/contracts/builders';
import { pipe, TE, unavailable } from '@portcullis/domain';
import { createRecordStore, type RecordStore } from '@portcullis/record-store';
import type { RecordDriver, Row } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { type MemoryTables, memoryTables } from '#record-store/memory/tables';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { exchangedDatabase } from '../../../support/records/exchanged-database.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

const otherDatabase = { _tag: 'Unavailable', kind: 'rejected', outageCause: 'other_database' } as const;

/** An address behind which the database can be exchanged; whoever exchanges it cuts the connections. */
const address = (first: MemoryTables) => {
  const { driver, exchange, cut, ...rest } = exchangedDatabase(first);
  const put = (tables: MemoryTables): void => {
    exchange(tables);
    cut();
  };
  return { driver, exchange, cut, put, ...rest };
};

/** Ids that differ from those of every other store of this file. */
let opened = 0;
const storesAt = (driver: RecordDriver, expected: string | null = null): RecordStore => {
  opened += 1;
  return createRecordStore(driver, aKeyring(), sequentialIds(`store ${opened}`), expected);
};

/** A first look, which begins a connection, and one that knows of it. */
const settled = ({ installation }: RecordStore) =>
  pipe(
    installation.look,
    TE.flatMap(() => installation.look),
  );

const rowsOf = ({ rows }: MemoryTables): number =>
  [...rows].reduce((sum, [table, all]) => sum + (table === 'installation' ? 0 : all.size), 0);

/** A copy of a database as it is now. */
const copyOf = ({ rows, bytes, named }: MemoryTables): MemoryTables => ({
  rows: new Map([...rows].map(([table, all]) => [table, new Map<string, Row>(all)])),
  bytes: new Map(bytes),
  named: { ...named },
});

describe('the installation that a database belongs to', () => {
  it('leaves a database new, which gets its keys at the first start', async () => {
    const tables = memoryTables();
    const { feedNumbers, installation } = storesAt(memoryDriver(tables));
    await mustSucceed(installation.look);
    // The migrations of PocketBase write both rows.
    await mustSucceed(feedNumbers.followed());
    const records = createRecordStore(memoryDriver(tables), aKeyring('a'), sequentialIds('sealed'));
    await mustSucceed(records.keys.prepare);
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
    await mustSucceed(stores.installation.look);
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

  it('is looked at before a first write, which is not sent to an older state', async () => {
    const tables = memoryTables();
    const { driver, put } = address(tables);
    const stores = storesAt(driver);
    await mustSucceed(settled(stores));
    const older = copyOf(tables);
    await mustSucceed(stores.installation.write);
    put(older);
    expect(await mustFail(stores.profiles.insert(aNew(), null))).to.include(otherDatabase);
    expect(rowsOf(older)).to.equal(0);
  });

  it('is looked at before the answer of a first read, which is there in the other database', async () => {
    const tables = memoryTables();
    const { driver, put } = address(tables);
    const stores = storesAt(driver);
    await mustSucceed(settled(stores));
    const other = memoryTables();
    const added = aNew();
    const elsewhere = storesAt(memoryDriver(other));
    await mustSucceed(elsewhere.installation.look);
    await mustSucceed(elsewhere.profiles.insert(added, null));
    put(other);
    expect(await mustFail(stores.profiles.get(acme, added.profile.id))).to.include(otherDatabase);
  });

  it('is vouched for by no look over a connection that was begun earlier', async () => {
    const { driver, exchange, cut, holdLooks } = address(memoryTables());
    const stores = storesAt(driver);
    await mustSucceed(settled(stores));
    const release = holdLooks();
    const look = stores.installation.look();
    const other = memoryTables();
    exchange(other);
    cut();
    const insert = stores.profiles.insert(aNew(), null)();
    release();
    await look;
    expect(await insert)
      .to.deep.include({ _tag: 'Left' })
      .and.to.have.nested.include({ 'left.outageCause': 'other_database' });
    expect(rowsOf(other)).to.equal(0);
  });

  it('is vouched for by no look over an earlier connection, which leads to the right one', async () => {
    const { driver, exchange, occupy } = address(memoryTables());
    const stores = storesAt(driver);
    await mustSucceed(settled(stores));
    const other = memoryTables();
    exchange(other);
    occupy();
    expect(await mustFail(stores.profiles.insert(aNew(), null))).to.include(otherDatabase);
    expect(rowsOf(other)).to.equal(0);
  });

  it('is not taken for an older one by a look whose answer comes after a write', async () => {
    const { driver, holdLooks } = address(memoryTables());
    const stores = storesAt(driver);
    await mustSucceed(settled(stores));
    const release = holdLooks();
    const look = stores.installation.look();
    await mustSucceed(stores.installation.write);
    release();
    expect(await look).to.have.nested.include({ _tag: 'Right', 'right.writes': 0 });
    expect(await mustSucceed(stores.installation.look)).to.include({ writes: 1 });
  });

  it('is looked at once for a connection, and not again while no other is begun', async () => {
    let looks = 0;
    const { driver, cut } = address(memoryTables());
    const get: RecordDriver['get'] = (table, ...rest) => {
      looks += table === 'installation' ? 1 : 0;
      return driver.get(table, ...rest);
    };
    const stores = storesAt({ ...driver, get });
    await mustSucceed(stores.installation.look);
    cut();
    await mustSucceed(stores.profiles.insert(aNew({ reference: 'first' }), null));
    const before = looks;
    for (const reference of ['second', 'third']) await mustSucceed(stores.profiles.insert(aNew({ reference }), null));
    expect(looks).to.equal(before);
    cut();
    await mustSucceed(stores.profiles.insert(aNew({ reference: 'fourth' }), null));
    expect(looks).to.equal(before + 1);
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

  it('leaves no file behind when it is probed, and removes one that a process has left which died', async () => {
    const tables = memoryTables();
    const left = address(tables);
    const stores = storesAt(left.driver);
    await mustSucceed(stores.testWrite);
    expect([rowsOf(tables), tables.bytes.size]).to.deep.equal([0, 0]);
    const dying = storesAt({ ...memoryDriver(tables), removeBlob: () => TE.left(unavailable('files', 'died')) });
    await mustFail(dying.testWrite);
    expect([rowsOf(tables), tables.bytes.size]).to.deep.equal([1, 1]);
    const sealed = createRecordStore(memoryDriver(tables), aKeyring('a'), sequentialIds('sealed'));
    // It is no record.
    await mustSucceed(sealed.keys.prepare);
    await mustSucceed(stores.testWrite);
    expect(tables.bytes.size).to.equal(0);
  });

  it('is neither looked at nor written to by a store that nobody has asked for its health', async () => {
    const tables = memoryTables();
    await mustSucceed(storesAt(memoryDriver(tables)).profiles.insert(aNew(), null));
    expect(tables.rows.has('installation')).to.equal(false);
  });

  it('is not healthy while it cannot be written to', async () => {
    const { driver, refuseWrites } = address(memoryTables());
    const { healthProbe, installation } = storesAt(driver);
    await mustSucceed(installation.look);
    const full = { ...unavailable('database', 'full', 'rejected'), outageCause: 'disk_full' } as const;
    refuseWrites(full);
    expect(await mustFail(healthProbe.database())).to.deep.equal(full);
    refuseWrites(null);
    expect(await mustFail(healthProbe.database()), 'it is tried again a second later').to.deep.equal(full);
  });
});
