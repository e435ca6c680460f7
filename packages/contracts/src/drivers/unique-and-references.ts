import assert from 'node:assert/strict';
import { type Row, type TableName, tableOf, tables, type Write } from '@portcullis/record-store/driver';
import {
  aDeletion,
  anInsert,
  anUpdate,
  idOf,
  keyInsert,
  ledgerInsert,
  profileInsert,
  profileOf,
  sessionInsert,
} from '../builders/driver-rows.ts';
import { assertFields, assertMembers, type Runner, reasonOf, resultOf } from '../shared/runner.ts';
import { type OpenDriver, opening, rowIn, rowsIn } from './driver-under-test.ts';

/** A row of every table with a unique set. */
const rows: { readonly [Table in TableName]?: Row } = {
  data_keys: { profile: profileOf(1), key_id: 'k', wrapped: 'w' },
  service_keys: { name: 'a', key_id: 'k', wrapped: 'w' },
  ledger: { profile: profileOf(1), seq: 1, kind: 'event', data: { a: 1 } },
  ledger_heads: {
    log: 'l',
    size: 1,
    hash: 'h',
    at: 'a',
    public_key: 'k',
    signature: 's',
  },
  feed_heads: { partner_key: 'acme', place: 1, first: 1 },
  liveness_sessions: { session: 's', profile: idOf(90) },
  device_events: { event: 'e', profile: profileOf(1), attempt: 1 },
  policies: { policy_id: 'p', version: 'v', position: 1, digest: 'd', data: { a: 1 } },
  sighting_keys: { partner_key: 'a', key: 'k' },
  sightings: { partner_key: 'a', kind: 'k', digest: 'd', reference: 'r' },
  sighting_lists: { partner_key: 'a', kind: 'k', digest: 'd', list: 'l' },
  idempotency_keys: { key: 'k', request: 'r', operation: 'o', held_until: 'h', kept_until: 'u' },
  token_states: { kind: 'k', digest: 'd', recorded_at: 'r', expires_at: 'e' },
  usage_counters: { name: 'n', day: 'd', partner_key: 'a', amount: 1 },
  webhook_states: { endpoint: 'e', generation: 1, place: 1, data: 'd' },
  webhook_deliveries: {
    endpoint: 'e',
    place: 1,
    event: 'v',
    state: 's',
    attempts: 1,
    due_at: 'd',
    at: 'a',
  },
  work_leases: { work: 'w', generation: 1, holder: 'h', held_until: 'u' },
  settings: { name: 'n', value: 1 },
};

const names = Object.keys(tables).filter((name): name is TableName => Object.hasOwn(tables, name));

/** Every unique set of every table. */
const uniqueSets = names.flatMap((table) => tableOf(table).unique.map((set) => ({ table, set })));

/** Another value of the same kind: of a text, one that differs in case alone. */
const otherValue = (value: unknown, n: number): unknown =>
  typeof value === 'number' ? value + 10 + n : String(value).toUpperCase();

/**
 * The row with another value in every column except some. References and JSON remain, because nothing is unique in
 * them.
 */
const otherRow = (table: TableName, row: Row, except: readonly string[], n: number): Row => {
  const { columns, references = {} } = tableOf(table);
  const remains = (column: string) => except.includes(column) || column in references || columns[column] === 'json';
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, remains(column) ? value : otherValue(value, n)]),
  );
};

/** Tests what a RecordDriver rejects because of other rows. */
export const recordDriverUniqueAndReferencesContract = (runner: Runner, name: string, open: OpenDriver): void => {
  runner.describe(`RecordDriver contract, unique sets and references: ${name}`, () => {
    const { database, it } = opening(runner, open);
    const write = (...writes: readonly Write[]) => resultOf(database().driver.transaction(writes));
    const reject = async (...writes: readonly Write[]) => {
      const failure = await reasonOf(database().driver.transaction(writes));
      if (failure._tag === 'Unavailable') throw new Error('an outage instead of a rejection', { cause: failure });
      return failure;
    };
    const missing = (...columns: readonly string[]) => ({ _tag: 'MissingReference', write: 0, columns });
    const taken = (...columns: readonly string[]) => ({ _tag: 'NotUnique', write: 0, columns });

    it('rejects an id that is taken, and values that another row has', async () => {
      await write(keyInsert(1), ledgerInsert(1));
      assert.deepEqual(await reject(keyInsert(1, { profile: profileOf(2) })), taken('id'));
      assert.deepEqual(await reject(keyInsert(2, { profile: profileOf(1) })), taken('profile'));
      assertFields(await reject(ledgerInsert(1, { id: idOf(9) })), { _tag: 'NotUnique' });
    });

    for (const { table, set } of uniqueSets) {
      it(`keeps ${table} unique by ${set.join(', ')}: by all of it together, and in its case`, async () => {
        const row = rows[table] ?? {};
        if (table === 'liveness_sessions') await write(profileInsert(90));
        await write(anInsert(table, { ...row, id: idOf(1) }));
        const failure = await reject(anInsert(table, { ...otherRow(table, row, set, 0), id: idOf(2) }));
        assertFields(failure, { _tag: 'NotUnique', write: 0 });
        assertMembers('columns' in failure ? failure.columns : [], [...set]);
        // With another value in one column of the set, and in the columns of the other sets, the row is another.
        for (const [n, column] of set.entries()) {
          const others = set.filter((one) => one !== column);
          await write(anInsert(table, { ...otherRow(table, row, others, n), id: idOf(10 + n) }));
        }
      });
    }

    it('rejects a second current key, unless it is empty', async () => {
      await write(profileInsert(1, { current_key: 'same' }));
      assert.deepEqual(await reject(profileInsert(2, { current_key: 'same' })), taken('current_key'));
      await write(profileInsert(2, { current_key: '' }), profileInsert(3, { current_key: '' }));
      await write(anUpdate('profiles', 1, { current_key: '' }), profileInsert(4, { current_key: 'same' }));
    });

    it('keeps rows unique when they are updated, and lets a row keep its own values', async () => {
      await write(profileInsert(1, { current_key: 'a' }), profileInsert(2, { current_key: 'b' }));
      const update = anUpdate('profiles', 2, { current_key: 'a', status: 'x' });
      assert.deepEqual(await reject(update), taken('current_key'));
      await write(anUpdate('profiles', 2, { current_key: 'b', status: 'y' }));
      await write(anUpdate('profiles', 1, { current_key: 'A' }));
      const now = (await rowsIn(database(), 'profiles')).map((row) => [row['current_key'], row['status']]);
      assert.deepEqual(now, [
        ['A', 'created'],
        ['b', 'y'],
      ]);
    });

    it('rejects an upsert with values of another row, and changes neither', async () => {
      await write(profileInsert(1), sessionInsert(1), sessionInsert(3));
      for (const n of [2, 3]) {
        const upsert: Write = { ...sessionInsert(n, { session: 's1' }), kind: 'upsert' };
        assert.deepEqual(await reject(upsert), taken('session'), `row ${n}`);
      }
      assert.deepEqual(
        (await rowsIn(database(), 'liveness_sessions')).map(({ session }) => session),
        ['s1', 's3'],
      );
    });

    it('makes free what an earlier write of the transaction released', async () => {
      await write(ledgerInsert(1));
      await write(aDeletion('ledger', 1), ledgerInsert(1, { kind: 'second' }));
      assert.deepEqual(
        (await rowsIn(database(), 'ledger')).map(({ kind }) => kind),
        ['second'],
      );
      const release = anUpdate('profiles', 1, { current_key: '' });
      await write(profileInsert(1, { current_key: 'k' }), release, profileInsert(2, { current_key: 'k' }));
    });

    it('rejects a reference to a row that is missing, in every kind of write', async () => {
      await write(profileInsert(1));
      assert.deepEqual(await reject(profileInsert(2, { key: idOf(7) })), missing('key'));
      assert.deepEqual(await reject(anUpdate('profiles', 1, { key: idOf(7) })), missing('key'));
      const upsert: Write = { ...sessionInsert(4, { profile: idOf(5) }), kind: 'upsert' };
      assert.deepEqual(await reject(upsert), missing('profile'));
    });

    it('rejects a reference to a row that only a later write creates, and to the row itself', async () => {
      assert.deepEqual(await reject(ledgerInsert(2), ledgerInsert(1)), missing('follows'));
      assert.deepEqual(await reject(ledgerInsert(1, { follows: idOf(1) })), missing('follows'));
    });

    it('rejects a row for its missing reference before its taken values', async () => {
      await write(ledgerInsert(1), profileInsert(1), profileInsert(2));
      assert.deepEqual(await reject(ledgerInsert(1, { id: idOf(8), follows: idOf(7) })), missing('follows'));
      const update = anUpdate('profiles', 2, { current_key: 'c-1', key: idOf(7) });
      assert.deepEqual(await reject(update), missing('key'));
    });

    it('deletes a row to which another refers', async () => {
      await write(keyInsert(7), profileInsert(1, { key: idOf(7) }));
      await write(aDeletion('data_keys', 7));
      assert.deepEqual(await rowsIn(database(), 'data_keys'), []);
    });

    it('keeps the columns that an update or an upsert does not name', async () => {
      await write(ledgerInsert(1, { personal: 'p' }));
      await write(anUpdate('ledger', 1, { kind: 'k' }));
      const kept = { kind: 'k', personal: 'p', data: { seq: 1 }, seq: 1 };
      assertFields(await rowIn(database(), 'ledger', idOf(1)), kept);
      await write({ ...ledgerInsert(1, { kind: 'l' }), kind: 'upsert' });
      assertFields(await rowIn(database(), 'ledger', idOf(1)), { ...kept, kind: 'l' });
    });
  });
};
