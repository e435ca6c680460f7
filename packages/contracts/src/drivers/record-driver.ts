import assert from 'node:assert/strict';
import { allOf, maxWrites, type Write } from '@portcullis/record-store/driver';
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
} from '../builders/driver-rows.ts';
import { assertFields, type Runner, reasonOf, resultOf } from '../shared/runner.ts';
import { type OpenDriver, opening, rowIn, rowsIn } from './driver-under-test.ts';

/** The value at a path of names below a row, `undefined` where there is none. */
const valueAt = (row: unknown, path: string): unknown =>
  path.split('.').reduce((value, name) => Reflect.get(Object(value), name), row);

/** Tests what every RecordDriver guarantees of transactions, reads, tasks and the purge. */
export const recordDriverContract = (runner: Runner, name: string, open: OpenDriver): void => {
  runner.describe(`RecordDriver contract: ${name}`, () => {
    const { database, it } = opening(runner, open);
    const write = (...writes: readonly Write[]) => database().driver.transaction(writes);
    const reject = async (...writes: readonly Write[]) => {
      const failure = await reasonOf(write(...writes));
      if (failure._tag === 'Unavailable') throw new Error('an outage instead of a rejection', { cause: failure });
      return failure;
    };

    it('executes the writes of a transaction in order, and a later one sees the earlier ones', async () => {
      await resultOf(write(ledgerInsert(1), ledgerInsert(2), ledgerInsert(3)));
      assert.deepEqual(
        (await rowsIn(database(), 'ledger')).map(({ seq, follows }) => [seq, follows]),
        [
          [1, ''],
          [2, idOf(1)],
          [3, idOf(2)],
        ],
      );
    });

    it('executes nothing of a transaction that it rejects, and says which write it was', async () => {
      await resultOf(write(ledgerInsert(1)));
      const update = anUpdate('ledger', 1, { kind: 'other' });
      const failure = await reject(update, ledgerInsert(2), ledgerInsert(1));
      assertFields(failure, { _tag: 'NotUnique', write: 2 });
      assert.deepEqual(
        (await rowsIn(database(), 'ledger')).map(({ kind }) => kind),
        ['event'],
      );
    });

    it('rejects the update and the deletion of a row that is missing', async () => {
      const update = anUpdate('ledger', 5, { kind: 'other' });
      assert.deepEqual(await reject(update), { _tag: 'NoSuchRow', write: 0 });
      assert.deepEqual(await reject(keyInsert(1), aDeletion('ledger', 5)), {
        _tag: 'NoSuchRow',
        write: 1,
      });
      assert.deepEqual(await rowsIn(database(), 'data_keys'), []);
    });

    it('replaces a row by an upsert, and creates it when it is missing', async () => {
      const upsert = (list: string): Write => ({
        kind: 'upsert',
        table: 'sighting_lists',
        row: { id: idOf(1), partner_key: 'acme', kind: 'document', digest: 'd', list },
      });
      for (const list of ['blocked', 'allowed']) {
        await resultOf(write(upsert(list)));
        assertFields(await rowIn(database(), 'sighting_lists', idOf(1)), { list });
      }
      assert.equal((await rowsIn(database(), 'sighting_lists')).length, 1);
    });

    it('adds to a number of a row, creates the row when it is missing, and keeps its other columns', async () => {
      const row = { id: idOf(1), name: 'n', day: 'd', partner_key: 'acme' };
      const add = (amount: number): Write => ({ kind: 'add', table: 'usage_counters', row, column: 'amount', amount });
      await resultOf(write(add(5)));
      await resultOf(write(keyInsert(1), add(-7), add(2 ** 40)));
      assertFields(await rowIn(database(), 'usage_counters', idOf(1)), { ...row, amount: 2 ** 40 - 2 });
      await reject(add(1), keyInsert(1));
      await Promise.all(Array.from({ length: 20 }, () => resultOf(write(add(1)))));
      assertFields(await rowIn(database(), 'usage_counters', idOf(1)), { ...row, amount: 2 ** 40 + 18 });
      assert.equal((await rowsIn(database(), 'usage_counters')).length, 1);
    });

    it('lets one of twenty concurrent writers of the same position win', async () => {
      const writers = Array.from({ length: 20 }, (_, n) => write(ledgerInsert(1, { kind: `by ${n}` }))());
      const won = (await Promise.all(writers)).filter(({ _tag }) => _tag === 'Right');
      assert.deepEqual([won.length, (await rowsIn(database(), 'ledger')).length], [1, 1]);
    });

    it('reads a row with the rows to which it refers, and null for one that is missing', async () => {
      await resultOf(write(keyInsert(1), profileInsert(2, { key: idOf(1) }), profileInsert(3)));
      const sessions = [sessionInsert(4, { profile: idOf(2) }), sessionInsert(5, { profile: idOf(3) })];
      await resultOf(write(...sessions));
      const { driver } = database();
      const profile = await resultOf(driver.get('profiles', idOf(2), { related: 'key' }));
      assert.equal(valueAt(profile, 'related.key.wrapped'), 'sealed:1');
      assert.equal(valueAt(await resultOf(driver.get('profiles', idOf(2))), 'related.key'), undefined);
      const query = { sort: ['id'], limit: 5, related: 'profile.key' } as const;
      const [one, other] = await resultOf(driver.page('liveness_sessions', query));
      assert.equal(valueAt(one, 'related.profile.related.key.key_id'), 'a');
      assert.equal(valueAt(other, 'related.profile.reference_key'), 'r-3');
      assert.equal(valueAt(other, 'related.profile.related.key'), undefined);
      assert.equal(await resultOf(driver.get('profiles', idOf(9))), null);
      assert.equal(await resultOf(driver.get('profiles', 'not an id/../x')), null);
    });

    it('answers the columns that were asked and no others', async () => {
      await resultOf(write(profileInsert(1)));
      const { driver } = database();
      assert.deepEqual(await resultOf(driver.get('profiles', idOf(1), { columns: ['data'] })), {
        data: { n: 1 },
      });
      assert.equal(await resultOf(driver.get('profiles', idOf(1).toUpperCase())), null);
      const page = driver.page('profiles', { columns: ['version'], limit: 1 });
      assert.deepEqual(await resultOf(page), [{ version: 1 }]);
    });

    it('counts, limits and skips a thousand rows exactly', async () => {
      for (let from = 1; from <= 1001; from += maxWrites) {
        const writes = Array.from({ length: Math.min(maxWrites, 1002 - from) }, (_, n) => ledgerInsert(from + n));
        await resultOf(write(...writes));
      }
      await resultOf(write(ledgerInsert(1, { id: idOf(2001), profile: 'profile00000002' })));
      const { driver } = database();
      assert.equal(await resultOf(driver.count('ledger', allOf([]))), 1002);
      for (const limit of [999, 1000]) {
        const page = await resultOf(driver.page('ledger', { sort: ['id'], limit, columns: ['id'] }));
        assert.deepEqual([page.length, page.at(-1)], [limit, { id: idOf(limit) }]);
      }
      const first = driver.distinct('ledger', 'profile', null, 1);
      assert.deepEqual(await resultOf(first), ['profile00000001']);
      const following = driver.distinct('ledger', 'profile', 'profile00000001', 2);
      assert.deepEqual(await resultOf(following), ['profile00000002']);
    });

    it('executes nothing of the most writes when the last is rejected, and nothing of none', async () => {
      const writes = Array.from({ length: maxWrites - 1 }, (_, n) => ledgerInsert(n + 1));
      const failure = await reject(...writes, ledgerInsert(1));
      assertFields(failure, { _tag: 'NotUnique', write: maxWrites - 1 });
      await resultOf(write());
      assert.deepEqual(await rowsIn(database(), 'ledger'), []);
    });

    it('shows no reader a part of a transaction', async () => {
      const { driver } = database();
      const seen = new Set<number>();
      const writes = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => ledgerInsert(n));
      let isDone = false;
      const read = async () => {
        while (!isDone) {
          seen.add(await resultOf(driver.count('ledger', allOf([]))));
          await new Promise((resolve) => setImmediate(resolve));
        }
      };
      const reading = read();
      for (let time = 0; time < 3; time += 1) await reject(...writes, ledgerInsert(1));
      await resultOf(write(...writes));
      isDone = true;
      await reading;
      assert.deepEqual(
        [...seen].filter((count) => count !== 0 && count !== 8),
        [],
      );
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
        count: await resultOf(reads.count),
        get: await resultOf(reads.get),
        page: await resultOf(reads.page),
        distinct: await resultOf(reads.distinct),
      });
      const removal = driver.removeBlob(idOf(1));
      const removals = driver.removeBlobs('profile00000001', [idOf(1)]);
      const nothing = { count: 0, get: null, page: [], distinct: [] };
      assert.deepEqual([await readAll(), await rowsIn(database(), 'files')], [nothing, []]);
      await resultOf(insert);
      const id = { id: idOf(1) };
      assert.deepEqual(await readAll(), { count: 1, get: id, page: [id], distinct: ['d1'] });
      assertFields(await reasonOf(insert), { _tag: 'NotUnique' });
      await resultOf(put);
      assertFields(await reasonOf(put), { _tag: 'NotUnique' });
      await resultOf(removal);
      assertFields(await reasonOf(removal), { _tag: 'NoSuchRow' });
      await resultOf(put);
      for (let time = 0; time < 2; time += 1) await resultOf(removals);
      assert.deepEqual(await rowsIn(database(), 'files'), []);
      await resultOf(write(aDeletion('sightings', 1)));
      assert.deepEqual(await readAll(), nothing);
    });

    it('leaves nothing of rows that grew, shrank and were deleted after a purge', async () => {
      const purge = database().driver.purge(true);
      const all = Array.from({ length: 20 }, (_, n) => n);
      await resultOf(write(...all.map((n) => settingInsert(n, { said: `QQSAID${n}QQ ${'z'.repeat(n * 180)}` }))));
      await resultOf(write(...all.slice(10).map((n) => anUpdate('settings', n, { value: { said: 'gone' } }))));
      await resultOf(write(...all.map((n) => aDeletion('settings', n))));
      await resultOf(purge);
      assert.deepEqual(await database().placesOf('QQSAID'), []);
    });

    it('leaves nothing of an overwritten row after the purge that it says is enough', async () => {
      const { driver } = database();
      const keyOf = (n: number) => `QQKEY${String(n).padStart(4, '0')}QQ`.repeat(8);
      for (let n = 1; n <= 60; n += 20) {
        const inserts = Array.from({ length: 20 }, (_, at) => keyInsert(n + at, { wrapped: keyOf(n + at) }));
        await resultOf(write(...inserts));
      }
      await resultOf(driver.purge(true));
      const mayHoldCopies = await resultOf(driver.mayHoldCopies('data_keys', idOf(30)));
      await resultOf(write(anUpdate('data_keys', 30, { wrapped: '0'.repeat(88) })));
      await resultOf(driver.purge(mayHoldCopies));
      assert.deepEqual(await database().placesOf('QQKEY0030QQ'), [], `may hold copies: ${mayHoldCopies}`);
      assert.notDeepEqual(await database().placesOf('QQKEY0031QQ'), []);
    });

    it('counts the connections that were begun', async () => {
      const { driver } = database();
      await resultOf(driver.page('profiles', { limit: 1 }));
      assert.ok(driver.connections() >= 0);
    });
  });
};
