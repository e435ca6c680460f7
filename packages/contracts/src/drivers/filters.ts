import assert from 'node:assert/strict';
import type { Condition, TableName, Write } from '@portcullis/record-store/driver';
import { allOf, anyOf, compare, equal, hasMember, lacksMember, lacksPrefix } from '@portcullis/record-store/driver';
import {
  anInsert,
  idOf,
  keyInsert,
  ledgerInsert,
  numberIn,
  profileInsert,
  settingInsert,
  sightingInsert,
} from '../builders/driver-rows.ts';
import { type Runner, resultOf } from '../shared/runner.ts';
import { type OpenDriver, opening } from './driver-under-test.ts';

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Texts whose order by bytes differs from that of UTF-16, of a language, and without case. */
const unordered = ['A', 'B', 'a', 'b', 'É', 'é', 'e\u0301', '\uffff', '😀', 'aa'];

/** Tests which rows the conditions of a RecordDriver select, and in which order. */
export const recordDriverFiltersContract = (runner: Runner, name: string, open: OpenDriver): void => {
  runner.describe(`RecordDriver contract, filters: ${name}`, () => {
    const { database, it } = opening(runner, open);
    const write = (...writes: readonly Write[]) => resultOf(database().driver.transaction(writes));
    const found = async (table: TableName, filter: Condition, sort: readonly string[] = ['id']) =>
      (await resultOf(database().driver.page(table, { filter, sort, limit: 100 }))).map(({ id }) => numberIn(id));

    it('selects by every kind of condition, sorts and limits', async () => {
      const rows = [1, 2, 3, 4, 5].map((n) => profileInsert(n, { created_at: `2026-0${1 + (n % 2)}`, version: n }));
      await write(...rows, profileInsert(6, { data: { personal: { a: 1 } }, reference_key: 'sealed:x' }));
      const { driver } = database();
      const profiles = (filter: Condition) => found('profiles', filter);
      assert.deepEqual(await profiles(compare('version', '>=', 4)), [4, 5]);
      assert.deepEqual(await profiles(compare('id', '<', idOf(3))), [1, 2]);
      assert.deepEqual(await profiles(compare('partner_key', '!=', 'acme')), []);
      assert.deepEqual(await profiles(equal({ created_at: '2026-02', version: 3 })), [3]);
      assert.deepEqual(await profiles(anyOf([equal({ version: 2 }), equal({ version: 5 })])), [2, 5]);
      assert.deepEqual(await profiles(hasMember('data', 'personal')), [6]);
      assert.deepEqual(await profiles(lacksMember('data', 'personal')), [1, 2, 3, 4, 5]);
      assert.deepEqual(await profiles(lacksPrefix('reference_key', 'sealed:')), [1, 2, 3, 4, 5]);
      assert.deepEqual(await profiles(allOf([])), [1, 2, 3, 4, 5, 6]);
      assert.deepEqual(await profiles(anyOf([])), []);
      assert.deepEqual(await profiles(allOf([allOf([]), anyOf([]), compare('version', '>=', 4)])), []);
      assert.deepEqual(await profiles(anyOf([anyOf([]), compare('version', '>=', 4)])), [4, 5]);
      assert.deepEqual(await profiles(anyOf([allOf([]), compare('version', '>=', 4)])), [1, 2, 3, 4, 5, 6]);
      const nested = allOf([compare('version', '>', 0), anyOf([equal({ version: 1 }), compare('version', '>', 4)])]);
      assert.deepEqual(await profiles(nested), [1, 5, 6]);
      const query = { filter: lacksPrefix('reference_key', 'sealed:'), sort: ['-created_at', 'id'], limit: 3 };
      const sorted = await resultOf(driver.page('profiles', { ...query, columns: ['id', 'version'] }));
      assert.deepEqual(
        sorted,
        [1, 3, 5].map((n) => ({ id: idOf(n), version: n })),
      );
      assert.equal(await resultOf(driver.count('profiles', compare('version', '<=', 2))), 3);
    });

    it('selects by a member that JSON of any kind lacks', async () => {
      const values = [{ sealed: 'x' }, { sealed: null }, { other: 'x' }, 'sealed', ['sealed'], 7, null, {}];
      await write(...values.map((value, n) => settingInsert(n, value)));
      assert.deepEqual(await found('settings', lacksMember('value', 'sealed')), [1, 2, 3, 4, 5, 6, 7]);
      assert.deepEqual(await found('settings', hasMember('value', 'sealed')), [0]);
    });

    it('sorts texts by their UTF-8 bytes, and compares them in that order', async () => {
      await write(...unordered.map((digest, n) => sightingInsert(n, { digest })));
      const inOrder = unordered.toSorted(byBytes).map((text) => unordered.indexOf(text));
      assert.deepEqual(await found('sightings', allOf([]), ['digest']), inOrder);
      assert.deepEqual(await found('sightings', allOf([]), ['-digest']), inOrder.toReversed());
      for (const [n, text] of unordered.entries()) {
        const before = inOrder.slice(0, inOrder.indexOf(n));
        const after = inOrder.slice(inOrder.indexOf(n) + 1);
        const by = (operator: '<' | '>=' | '!=') => found('sightings', compare('digest', operator, text), ['digest']);
        assert.deepEqual(await by('<'), before, text);
        assert.deepEqual(await by('>='), [n, ...after], text);
        assert.deepEqual(await by('!='), [...before, ...after], text);
      }
    });

    it('takes a text letter by letter: case, spaces, numbers and wildcards mean nothing', async () => {
      const texts = [...unordered, 'a ', ' a', '%', '_', '*', '%%', '%41', '_b', '123', '0123', '123.0', 'true', '-1'];
      await write(...texts.map((digest, n) => sightingInsert(n, { digest })));
      for (const [n, text] of texts.entries())
        assert.deepEqual(await found('sightings', equal({ digest: text })), [n], text);
    });

    it('compares and sorts numbers as numbers, up to the largest', async () => {
      const numbers = [1, 9, 10, 2 ** 31, 2 ** 32 + 1, 16_777_217, Number.MAX_SAFE_INTEGER];
      await write(...numbers.map((seq, n) => ledgerInsert(n + 1, { seq, follows: '' })));
      assert.deepEqual(await found('ledger', compare('seq', '>=', 2 ** 32 + 1), ['seq']), [5, 7]);
      assert.deepEqual(await found('ledger', compare('seq', '=', Number.MAX_SAFE_INTEGER)), [7]);
      assert.deepEqual(await found('ledger', allOf([]), ['-seq']), [7, 5, 4, 6, 3, 2, 1]);
    });

    it('finds a prefix at the beginning of a text alone, in its case', async () => {
      const texts = [
        'sealed:1',
        'x sealed:1',
        'sealedX1',
        'sealed',
        'SEALED:1',
        ' sealed:',
        'sealed:',
        'sealed:😀',
        't',
      ];
      await write(...texts.map((wrapped, n) => keyInsert(n, { wrapped })));
      assert.deepEqual(await found('data_keys', lacksPrefix('wrapped', 'sealed:')), [1, 2, 3, 4, 5, 8]);
    });

    it('takes no letter of a prefix as a wildcard', async () => {
      const texts = ['a%b', 'a_b', 'a*b', 'aXb', 'a[b]'];
      await write(...texts.map((wrapped, n) => keyInsert(n, { wrapped })));
      for (const [prefix, at] of Object.entries({ 'a%': 0, a_: 1, 'a*': 2, 'a[b]': 4 })) {
        const others = [0, 1, 2, 3, 4].filter((n) => n !== at);
        assert.deepEqual(await found('data_keys', lacksPrefix('wrapped', prefix)), others, prefix);
      }
    });

    it('finds no prefix in an empty text', async () => {
      await write(profileInsert(1, { team_key: '' }), profileInsert(2, { team_key: '=a' }));
      assert.deepEqual(await found('profiles', lacksPrefix('team_key', '=')), [1]);
    });

    it('finds a member that is empty, 0 or false, and none that is null, nested or in a text', async () => {
      const with_ = [{ m: 1 }, { m: 0 }, { m: false }, { m: '' }, { m: [] }, { m: {} }];
      const without = [
        { m: null },
        {},
        { n: { m: 1 } },
        { n: '"m":' },
        { M: 1 },
        [{ m: 1 }],
        'say "m":1',
        'm',
        7,
        null,
      ];
      const times = { request: 'r', operation: 'o', held_until: '2026', kept_until: '2027' };
      const rows = [...with_, ...without].map((answer, n) => ({ id: idOf(n + 1), key: `k${n}`, ...times, answer }));
      await write(...rows.map((row) => anInsert('idempotency_keys', row)));
      assert.deepEqual(await found('idempotency_keys', hasMember('answer', 'm')), [1, 2, 3, 4, 5, 6]);
    });

    it('takes a hundred comparisons in one condition', async () => {
      const all = Array.from({ length: 50 }, (_, n) => n);
      await write(...all.map((n) => sightingInsert(n)));
      assert.deepEqual(
        await found('sightings', anyOf(all.map((n) => equal({ digest: `d${n}`, kind: 'document' })))),
        all,
      );
      const others = all.slice(1).map((n) => compare('id', '!=', idOf(n)));
      assert.deepEqual(await found('sightings', allOf(others)), [0]);
    });

    it('answers distinct values in order, after one, each once', async () => {
      const ofProfile = (profile: string, seq: number, n: number) =>
        ledgerInsert(1, { id: idOf(n), profile, seq, follows: '' });
      await write(ofProfile('b', 1, 1), ofProfile('a', 1, 2), ofProfile('a', 2, 3), ofProfile('c', 1, 4));
      const { driver } = database();
      assert.deepEqual(await resultOf(driver.distinct('ledger', 'profile', null, 2)), ['a', 'b']);
      assert.deepEqual(await resultOf(driver.distinct('ledger', 'profile', 'a', 9)), ['b', 'c']);
      assert.deepEqual(await resultOf(driver.distinct('ledger', 'profile', 'c', 9)), []);
    });

    it('answers distinct values that differ in case, accents or spaces alone', async () => {
      const texts = ['A', 'a', 'a ', 'e\u0301', 'é'];
      await write(...texts.map((profile, n) => ledgerInsert(1, { id: idOf(n), profile })));
      const { driver } = database();
      const inOrder = texts.toSorted(byBytes);
      assert.deepEqual(await resultOf(driver.distinct('ledger', 'profile', null, 9)), inOrder);
      assert.deepEqual(await resultOf(driver.distinct('ledger', 'profile', 'A', 9)), inOrder.slice(1));
    });
  });
};
