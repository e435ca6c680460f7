import { type Row, type TableName, tableOf, type Write } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import {
  aBlob,
  anInsert,
  fileRow,
  idOf,
  ledgerInsert,
  profileInsert,
  settingInsert,
} from '../support/records/driver-rows.ts';
import {
  type OpenRecordDatabase,
  type RecordDatabase,
  rowIn,
  useRecordDatabase,
  rowsIn as wholeRowsIn,
} from '../support/records/record-database.ts';
import { mustSucceed } from '../support/run.ts';

/** The rows of a table, which are the same where a command reads their columns. */
const rowsIn = async (database: RecordDatabase, table: TableName): Promise<readonly Row[]> => {
  const rows = await wholeRowsIn(database, table);
  const columns = ['id', ...Object.keys(tableOf(table).columns)];
  const query = { columns, sort: ['id'], limit: 100, deadline: 'maintenance' } as const;
  const known = rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])));
  expect(await mustSucceed(database.driver.page(table, query))).to.deep.equal(known);
  return rows;
};

/** Tests that a RecordDriver answers every value as it was written. */
export const recordDriverValuesContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`RecordDriver contract, values: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);
    const write = (...writes: readonly Write[]) => mustSucceed(database().driver.transaction(writes));

    it('fills what was not written: an empty text, 0 and null', async () => {
      const times = { held_until: '2026', kept_until: '2027' };
      const row = { id: idOf(1), key: 'k', request: 'r', operation: 'o', ...times };
      await write(anInsert('idempotency_keys', row), profileInsert(2));
      expect(await rowIn(database(), 'idempotency_keys', idOf(1))).to.deep.include({ profile: '', answer: null });
      expect(await rowIn(database(), 'profiles', idOf(2))).to.deep.include({ team_key: '', due_at: '', key: '' });
      expect(await rowsIn(database(), 'idempotency_keys')).to.have.length(1);
      const { size: _, ...file } = fileRow(3);
      expect(await mustSucceed(database().driver.putBlob(file, aBlob('x')))).to.include({ size: 0 });
      expect(await rowIn(database(), 'files', idOf(3))).to.include({ size: 0 });
    });

    it('gives an id to a row that was written without one', async () => {
      const use = (event: string) => anInsert('device_events', { event, profile: 'profile00000001', attempt: 1 });
      await write(use('a'), use('b'));
      const ids = (await rowsIn(database(), 'device_events')).map(({ id }) => id);
      const { id: _, ...file } = fileRow(1);
      const stored = await mustSucceed(database().driver.putBlob(file, aBlob('x')));
      expect(new Set(ids).size).to.equal(2);
      for (const id of [...ids, stored['id']]) expect(id).to.match(/^[a-z0-9]{15}$/);
    });

    it('keeps numbers up to the largest whole one', async () => {
      const numbers = [1, 2 ** 31, 2 ** 32 + 1, 16_777_217, Number.MAX_SAFE_INTEGER];
      await write(...numbers.map((seq, n) => ledgerInsert(n + 1, { seq, follows: '' })));
      expect((await rowsIn(database(), 'ledger')).map(({ seq }) => seq)).to.deep.equal(numbers);
    });

    it('keeps texts letter by letter, with spaces, marks and NUL', async () => {
      const marks = ['\n', "'", '\\', '\u2028', 'a\0b'];
      const texts = ['é', 'e\u0301', '😀 田', ' a ', 'A', '007', '1e3', 'null', ...marks];
      await write(...texts.map((personal, n) => ledgerInsert(n + 1, { personal })));
      expect((await rowsIn(database(), 'ledger')).map(({ personal }) => personal)).to.deep.equal(texts);
    });

    it('keeps a text of 100,000 letters and JSON of a million', async () => {
      const personal = 'x'.repeat(100_000);
      const data = { text: 'y'.repeat(1_000_000) };
      await write(ledgerInsert(1, { personal, data }));
      // The rows are not shown when they differ.
      const [row = {}] = await rowsIn(database(), 'ledger');
      expect([row['personal'] === personal, JSON.stringify(row['data']) === JSON.stringify(data)]).to.deep.equal([
        true,
        true,
      ]);
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
      expect((await rowsIn(database(), 'settings')).map(({ value }) => value)).to.deep.equal(values);
    });

    it('keeps a member with the name __proto__', async () => {
      const text = '{"__proto__":{"a":1},"b":2}';
      await write(settingInsert(1, JSON.parse(text)));
      const [row] = await rowsIn(database(), 'settings');
      expect(JSON.stringify(row?.['value'])).to.equal(text);
    });

    it('keeps a text in a JSON column as a text, whatever it looks like', async () => {
      const values = ['text', '123', 'true', 'null', '"q"', 'say "q"', '{"a":1}', '[1]', ''];
      const inserts = values.map((value, n) => settingInsert(n, value));
      await write(...inserts);
      expect((await rowsIn(database(), 'settings')).map(({ value }) => value)).to.deep.equal(values);
      for (const kind of ['insert', 'update', 'upsert'] as const) {
        const n = 20;
        const { row } = settingInsert(n, kind === 'insert' ? '1' : `"${kind}"`);
        const one = { table: 'settings', id: idOf(n), row, columns: row } as const;
        await write({ kind, ...one });
        expect((await rowIn(database(), 'settings', idOf(n)))['value'], kind).to.equal(row['value']);
      }
    });
  });
};
