import assert from 'node:assert/strict';
import type { SettingsStore } from '@portcullis/domain';
import type { Json } from '@portcullis/domain/ledger';
import { type Runner, resultOf } from '../shared/runner.ts';

type App = { readonly [name: string]: Json };

/** Tests the guarantees of every SettingsStore. `open` answers a store that holds exactly these values. */
export const settingsStoreContract = (
  { describe, it }: Runner,
  name: string,
  open: (app: App) => Promise<SettingsStore>,
): void => {
  describe(`SettingsStore contract: ${name}`, () => {
    it('answers an empty object when nothing is set', async () => {
      const settings = await open({});
      assert.deepEqual(await resultOf(settings.app()), {});
    });

    it('answers every value as it was set, whatever kind of JSON it is', async () => {
      const app = {
        text: 'hello',
        'looks like a number': '123',
        'looks like a truth': 'true',
        quoted: '"quoted" \\ 田 👩🏽‍🚀',
        number: 0,
        fraction: -1.5,
        truth: false,
        nothing: null,
        empty: '',
        list: [1, 'two', null, []],
        nested: { a: { b: ['c'] } },
      };
      const settings = await open(app);
      assert.deepEqual(await resultOf(settings.app()), app);
    });

    it('gives the same answer to a repeated call', async () => {
      const settings = await open({ a: 1, b: [2] });
      const first = await resultOf(settings.app());
      const second = await resultOf(settings.app());
      assert.deepEqual(first, { a: 1, b: [2] });
      assert.deepEqual(second, first);
    });

    it('serves twenty concurrent readers', async () => {
      const settings = await open({ a: 1 });
      const all = await Promise.all(Array.from({ length: 20 }, () => resultOf(settings.app())));
      assert.deepEqual(
        all,
        Array.from({ length: 20 }, () => ({ a: 1 })),
      );
    });

    it('holds hundreds of values', async () => {
      const app = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`name-${i}`, i]));
      const settings = await open(app);
      assert.deepEqual(await resultOf(settings.app()), app);
    });
  });
};
