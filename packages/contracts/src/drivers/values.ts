import assert from 'node:assert/strict';
import { parseJson } from '@portcullis/domain/kernel';
import { type Row, type TableName, tableOf, type Write } from '@portcullis/record-store/driver';
import { aBlob, anInsert, fileRow, idOf, ledgerInsert, profileInsert, settingInsert } from '../builders/driver-rows.ts';
import { assertFields, type Runner, resultOf } from '../shared/runner.ts';
import { type DriverUnderTest, type OpenDriver, opening, rowIn, rowsIn as wholeRowsIn } from './driver-under-test.ts';

/** The rows of a table, which are the same where a command reads their columns. */
const rowsIn = async (database: DriverUnderTest, table: TableName): Promise<readonly Row[]> => {
  const rows = await wholeRowsIn(database, table);
  const columns = ['id', ...Object.keys(tableOf(table).columns)];
  const query = { columns, sort: ['id'], limit: 100, deadline: 'maintenance' } as const;
  const known = rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])));
  assert.deepEqual(await resultOf(database.driver.page(table, query)), known);
  return rows;
};

/** Tests that a RecordDriver answers every value as it was written. */
export const recordDriverValuesContract = (runner: Runner, name: string, open: OpenDriver): void => {
  runner.describe(`RecordDriver contract, values: ${name}`, () => {
    const { database, it } = opening(runner, open);
    const write = (...writes: readonly Write[]) => resultOf(database().driver.transaction(writes));

    it('fills what was not written: an empty text, 0 and null', async () => {
      const times = { held_until: '2026', kept_until: '2027' };
      const row = { id: idOf(1), key: 'k', request: 'r', operation: 'o', ...times };
      await write(anInsert('idempotency_keys', row), profileInsert(2));
      assertFields(await rowIn(database(), 'idempotency_keys', idOf(1)), { profile: '', answer: null });
      assertFields(await rowIn(database(), 'profiles', idOf(2)), { team_key: '', due_at: '', key: '' });
      assert.equal((await rowsIn(database(), 'idempotency_keys')).length, 1);
      const { size: _, ...file } = fileRow(3);
      assertFields(await resultOf(database().driver.putBlob(file, aBlob('x'))), { size: 0 });
      assertFields(await rowIn(database(), 'files', idOf(3)), { size: 0 });
    });

    it('gives an id to a row that was written without one', async () => {
      const use = (event: string) => anInsert('device_events', { event, profile: 'profile00000001', attempt: 1 });
      await write(use('a'), use('b'));
      const ids = (await rowsIn(database(), 'device_events')).map(({ id }) => id);
      const { id: _, ...file } = fileRow(1);
      const stored = await resultOf(database().driver.putBlob(file, aBlob('x')));
      assert.equal(new Set(ids).size, 2);
      for (const id of [...ids, stored['id']]) assert.match(String(id), /^[a-z0-9]{15}$/);
    });

    it('keeps numbers up to the largest whole one', async () => {
      const numbers = [1, 2 ** 31, 2 ** 32 + 1, 16_777_217, Number.MAX_SAFE_INTEGER];
      await write(...numbers.map((seq, n) => ledgerInsert(n + 1, { seq, follows: '' })));
      assert.deepEqual(
        (await rowsIn(database(), 'ledger')).map(({ seq }) => seq),
        numbers,
      );
    });

    it('keeps texts letter by letter, with spaces, marks and NUL', async () => {
      const marks = ['\n', "'", '\\', '\u2028', 'a\0b'];
      const texts = ['é', 'e\u0301', '😀 田', ' a ', 'A', '007', '1e3', 'null', ...marks];
      await write(...texts.map((personal, n) => ledgerInsert(n + 1, { personal })));
      assert.deepEqual(
        (await rowsIn(database(), 'ledger')).map(({ personal }) => personal),
        texts,
      );
    });

    it('keeps a text of 100,000 letters and JSON of a million', async () => {
      const personal = 'x'.repeat(100_000);
      const data = { text: 'y'.repeat(1_000_000) };
      await write(ledgerInsert(1, { personal, data }));
      // The rows are not shown when they differ.
      const [row = {}] = await rowsIn(database(), 'ledger');
      assert.deepEqual(
        [row['personal'] === personal, JSON.stringify(row['data']) === JSON.stringify(data)],
        [true, true],
      );
    });

    it('keeps JSON: null and what is empty, numbers and letters', async () => {
      const values = [
        {
          a: null,
          b: [],
          c: {},
          d: '',
          e: [null],
          f: false,
          g: 0,
        },
        { a: Number.MAX_SAFE_INTEGER, b: 0.1, c: 1e21, d: -1.5 },
        { a: 'e\u0301', b: '😀', c: ' x ', d: '\u2028', e: 'x\0y' },
        { list: [{ z: 1, a: 2 }, ['b', ['a']]] },
      ];
      await write(...values.map((value, n) => settingInsert(n, value)));
      assert.deepEqual(
        (await rowsIn(database(), 'settings')).map(({ value }) => value),
        values,
      );
    });

    it('keeps a member with the name __proto__', async () => {
      const text = '{"__proto__":{"a":1},"b":2}';
      await write(settingInsert(1, parseJson(text)));
      const [row] = await rowsIn(database(), 'settings');
      assert.equal(JSON.stringify(row?.['value']), text);
    });

    it('keeps a text in a JSON column as a text, whatever it looks like', async () => {
      const values = ['text', '123', 'true', 'null', '"q"', 'say "q"', '{"a":1}', '[1]', ''];
      const inserts = values.map((value, n) => settingInsert(n, value));
      await write(...inserts);
      assert.deepEqual(
        (await rowsIn(database(), 'settings')).map(({ value }) => value),
        values,
      );
      for (const kind of ['insert', 'update', 'upsert'] as const) {
        const n = 20;
        const { row } = settingInsert(n, kind === 'insert' ? '1' : `"${kind}"`);
        const one = { table: 'settings', id: idOf(n), row, columns: row } as const;
        await write({ kind, ...one });
        assert.equal((await rowIn(database(), 'settings', idOf(n)))['value'], row['value'], kind);
      }
    });
  });
};
