import { allOf, maxWrites, type Write } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import {
  aBlob,
  aDeletion,
  anUpdate,
  fileRow,
  idOf,
  keyInsert,
  ledgerInsert,
  profileInsert,
  sessionInsert,
  settingInsert,
  sightingInsert,
} from '../support/records/driver-rows.ts';
import { type OpenRecordDatabase, rowIn, rowsIn, useRecordDatabase } from '../support/records/record-database.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

/** Tests what every RecordDriver guarantees of transactions, reads, tasks and the purge. */
export const recordDriverContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`RecordDriver contract: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);
    const write = (...writes: readonly Write[]) => database().driver.transaction(writes);
    const reject = async (...writes: readonly Write[]) => {
      const failure = await mustFail(write(...writes));
      if (failure._tag === 'Unavailable') throw new Error('an outage instead of a rejection', { cause: failure });
      return failure;
    };

    it('executes the writes of a transaction in order, and a later one sees the earlier ones', async () => {
      await mustSucceed(write(ledgerInsert(1), ledgerInsert(2), ledgerInsert(3)));
      expect((await rowsIn(database(), 'ledger')).map(({ seq, follows }) => [seq, follows])).to.deep.equal([
        [1, ''],
        [2, idOf(1)],
        [3, idOf(2)],
      ]);
    });

    it('executes nothing of a transaction that it rejects, and says which write it was', async () => {
      await mustSucceed(write(ledgerInsert(1)));
      const update = anUpdate('ledger', 1, { kind: 'other' });
      const failure = await reject(update, ledgerInsert(2), ledgerInsert(1));
      expect(failure).to.deep.include({ _tag: 'NotUnique', write: 2 });
      expect((await rowsIn(database(), 'ledger')).map(({ kind }) => kind)).to.deep.equal(['event']);
    });

    it('rejects the update and the deletion of a row that is missing', async () => {
      const update = anUpdate('ledger', 5, { kind: 'other' });
      expect(await reject(update)).to.deep.equal({ _tag: 'NoSuchRow', write: 0 });
      expect(await reject(keyInsert(1), aDeletion('ledger', 5))).to.deep.equal({
        _tag: 'NoSuchRow',
        write: 1,
      });
      expect(await rowsIn(database(), 'data_keys')).to.deep.equal([]);
    });

    it('replaces a row by an upsert, and creates it when it is missing', async () => {
      const upsert = (list: string): Write => ({
        kind: 'upsert',
        table: 'sighting_lists',
        row: { id: idOf(1), partner_key: 'acme', kind: 'document', digest: 'd', list },
      });
      for (const list of ['blocked', 'allowed']) {
        await mustSucceed(write(upsert(list)));
        expect(await rowIn(database(), 'sighting_lists', idOf(1))).to.include({ list });
      }
      expect(await rowsIn(database(), 'sighting_lists')).to.have.length(1);
    });

    it('adds to a number of a row, creates the row when it is missing, and keeps its other columns', async () => {
      const row = { id: idOf(1), name: 'n', day: 'd', partner_key: 'acme' };
      const add = (amount: number): Write => ({ kind: 'add', table: 'usage_counters', row, column: 'amount', amount });
      await mustSucceed(write(add(5)));
      await mustSucceed(write(keyInsert(1), add(-7), add(2 ** 40)));
      expect(await rowIn(database(), 'usage_counters', idOf(1))).to.include({ ...row, amount: 2 ** 40 - 2 });
      await reject(add(1), keyInsert(1));
      await Promise.all(Array.from({ length: 20 }, () => mustSucceed(write(add(1)))));
      expect(await rowIn(database(), 'usage_counters', idOf(1))).to.include({ ...row, amount: 2 ** 40 + 18 });
      expect(await rowsIn(database(), 'usage_counters')).to.have.length(1);
    });

    it('lets one of twenty concurrent writers of the same position win', async () => {
      const writers = Array.from({ length: 20 }, (_, n) => write(ledgerInsert(1, { kind: `by ${n}` }))());
      const won = (await Promise.all(writers)).filter(({ _tag }) => _tag === 'Right');
      expect([won.length, (await rowsIn(database(), 'ledger')).length]).to.deep.equal([1, 1]);
    });

    it('reads a row with the rows to which it refers, and null for one that is missing', async () => {
      await mustSucceed(write(keyInsert(1), profileInsert(2, { key: idOf(1) }), profileInsert(3)));
      const sessions = [sessionInsert(4, { profile: idOf(2) }), sessionInsert(5, { profile: idOf(3) })];
      await mustSucceed(write(...sessions));
      const { driver } = database();
      const profile = await mustSucceed(driver.get('profiles', idOf(2), { related: 'key' }));
      expect(profile).to.have.nested.property('related.key.wrapped', 'sealed:1');
      expect(await mustSucceed(driver.get('profiles', idOf(2)))).to.not.have.nested.property('related.key');
      const query = { sort: ['id'], limit: 5, related: 'profile.key' } as const;
      const [one, other] = await mustSucceed(driver.page('liveness_sessions', query));
      expect(one).to.have.nested.property('related.profile.related.key.key_id', 'a');
      expect(other).to.have.nested.property('related.profile.reference_key', 'r-3');
      expect(other).to.not.have.nested.property('related.profile.related.key');
      expect(await mustSucceed(driver.get('profiles', idOf(9)))).to.equal(null);
      expect(await mustSucceed(driver.get('profiles', 'not an id/../x'))).to.equal(null);
    });

    it('answers the columns that were asked and no others', async () => {
      await mustSucceed(write(profileInsert(1)));
      const { driver } = database();
      expect(await mustSucceed(driver.get('profiles', idOf(1), { columns: ['data'] }))).to.deep.equal({
        data: { n: 1 },
      });
      expect(await mustSucceed(driver.get('profiles', idOf(1).toUpperCase()))).to.equal(null);
      const page = driver.page('profiles', { columns: ['version'], limit: 1 });
      expect(await mustSucceed(page)).to.deep.equal([{ version: 1 }]);
    });

    it('counts, limits and skips a thousand rows exactly', async () => {
      for (let from = 1; from <= 1001; from += maxWrites) {
        const writes = Array.from({ length: Math.min(maxWrites, 1002 - from) }, (_, n) => ledgerInsert(from + n));
        await mustSucceed(write(...writes));
      }
      await mustSucceed(write(ledgerInsert(1, { id: idOf(2001), profile: 'profile00000002' })));
      const { driver } = database();
      expect(await mustSucceed(driver.count('ledger', allOf([])))).to.equal(1002);
      for (const limit of [999, 1000]) {
        const page = await mustSucceed(driver.page('ledger', { sort: ['id'], limit, columns: ['id'] }));
        expect([page.length, page.at(-1)]).to.deep.equal([limit, { id: idOf(limit) }]);
      }
      const first = driver.distinct('ledger', 'profile', null, 1);
      expect(await mustSucceed(first)).to.deep.equal(['profile00000001']);
      const following = driver.distinct('ledger', 'profile', 'profile00000001', 2);
      expect(await mustSucceed(following)).to.deep.equal(['profile00000002']);
    });

    it('executes nothing of the most writes when the last is rejected, and nothing of none', async () => {
      const writes = Array.from({ length: maxWrites - 1 }, (_, n) => ledgerInsert(n + 1));
      const failure = await reject(...writes, ledgerInsert(1));
      expect(failure).to.include({ _tag: 'NotUnique', write: maxWrites - 1 });
      await mustSucceed(write());
      expect(await rowsIn(database(), 'ledger')).to.deep.equal([]);
    });

    it('shows no reader a part of a transaction', async () => {
      const { driver } = database();
      const seen = new Set<number>();
      const writes = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => ledgerInsert(n));
      let isDone = false;
      const read = async () => {
        while (!isDone) {
          seen.add(await mustSucceed(driver.count('ledger', allOf([]))));
          await new Promise((resolve) => setImmediate(resolve));
        }
      };
      const reading = read();
      for (let time = 0; time < 3; time += 1) await reject(...writes, ledgerInsert(1));
      await mustSucceed(write(...writes));
      isDone = true;
      await reading;
      expect([0, 8]).to.include.members([...seen]);
    });

    it('executes a task when it is run, and again each time', async () => {
      const { driver } = database();
      const insert = write(sightingInsert(1));
      const put = driver.putBlob(fileRow(1), aBlob('x'));
      const reads = {
        count: driver.count('sightings', allOf([])),
        get: driver.get('sightings', idOf(1), { columns: ['id'] }),
        page: driver.page('sightings', { limit: 1, columns: ['id'] }),
        distinct: driver.distinct('sightings', 'digest', null, 3),
      };
      const readAll = async () => ({
        count: await mustSucceed(reads.count),
        get: await mustSucceed(reads.get),
        page: await mustSucceed(reads.page),
        distinct: await mustSucceed(reads.distinct),
      });
      const removal = driver.removeBlob(idOf(1));
      const removals = driver.removeBlobs('profile00000001', [idOf(1)]);
      const nothing = { count: 0, get: null, page: [], distinct: [] };
      expect([await readAll(), await rowsIn(database(), 'files')]).to.deep.equal([nothing, []]);
      await mustSucceed(insert);
      const id = { id: idOf(1) };
      expect(await readAll()).to.deep.equal({ count: 1, get: id, page: [id], distinct: ['d1'] });
      expect(await mustFail(insert)).to.include({ _tag: 'NotUnique' });
      await mustSucceed(put);
      expect(await mustFail(put)).to.include({ _tag: 'NotUnique' });
      await mustSucceed(removal);
      expect(await mustFail(removal)).to.include({ _tag: 'NoSuchRow' });
      await mustSucceed(put);
      for (let time = 0; time < 2; time += 1) await mustSucceed(removals);
      expect(await rowsIn(database(), 'files')).to.deep.equal([]);
      await mustSucceed(write(aDeletion('sightings', 1)));
      expect(await readAll()).to.deep.equal(nothing);
    });

    it('leaves nothing of rows that grew, shrank and were deleted after a purge', async () => {
      const purge = database().driver.purge(true);
      const all = Array.from({ length: 20 }, (_, n) => n);
      await mustSucceed(write(...all.map((n) => settingInsert(n, { said: `QQSAID${n}QQ ${'z'.repeat(n * 180)}` }))));
      await mustSucceed(write(...all.slice(10).map((n) => anUpdate('settings', n, { value: { said: 'gone' } }))));
      await mustSucceed(write(...all.map((n) => aDeletion('settings', n))));
      await mustSucceed(purge);
      expect(await database().placesOf('QQSAID')).to.deep.equal([]);
    });

    it('leaves nothing of an overwritten row after the purge that it says is enough', async () => {
      const { driver } = database();
      const keyOf = (n: number) => `QQKEY${String(n).padStart(4, '0')}QQ`.repeat(8);
      for (let n = 1; n <= 60; n += 20) {
        const inserts = Array.from({ length: 20 }, (_, at) => keyInsert(n + at, { wrapped: keyOf(n + at) }));
        await mustSucceed(write(...inserts));
      }
      await mustSucceed(driver.purge(true));
      const mayHoldCopies = await mustSucceed(driver.mayHoldCopies('data_keys', idOf(30)));
      await mustSucceed(write(anUpdate('data_keys', 30, { wrapped: '0'.repeat(88) })));
      await mustSucceed(driver.purge(mayHoldCopies));
      expect(await database().placesOf('QQKEY0030QQ'), `may hold copies: ${mayHoldCopies}`).to.deep.equal([]);
      expect(await database().placesOf('QQKEY0031QQ')).to.not.deep.equal([]);
    });

    it('counts the connections that were begun', async () => {
      const { driver } = database();
      await mustSucceed(driver.page('profiles', { limit: 1 }));
      expect(driver.connections()).to.be.at.least(0);
    });
  });
};
