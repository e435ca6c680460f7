import assert from 'node:assert/strict';
import type { ObjectStore } from '@portcullis/record-store/driver';
import { type Runner, resultOf } from '../shared/runner.ts';

const keyOf = (n: number, profile = 'profile00000001'): string =>
  `${profile}/file${String(n).padStart(11, '0')}/${String(n).padStart(32, '0')}`;

/** The bytes of the cases, made by each case that has them. */
const contents = {
  'none at all': () => new Uint8Array(),
  'all 256 values': () => Uint8Array.from({ length: 1024 }, (_, n) => n % 256),
  'three million': () => Uint8Array.from({ length: 3_000_000 }, (_, n) => (n * 7) % 251),
  'a view into a larger buffer': () => Uint8Array.from({ length: 64 }, (_, n) => n).subarray(10, 20),
};

/** Tests what every ObjectStore guarantees. `open` answers a store without objects. */
export const objectStoreContract = ({ describe, it }: Runner, name: string, open: () => Promise<ObjectStore>): void => {
  describe(`ObjectStore contract: ${name}`, () => {
    const keysIn = async (store: ObjectStore, prefix: string, after: string | null = null, limit = 1000) =>
      (await resultOf(store.list(prefix, after, limit))).map(({ key }) => key);

    for (const [what, make] of Object.entries(contents)) {
      it(`keeps bytes: ${what}`, async () => {
        const bytes = make();
        const store = await open();
        await resultOf(store.put(keyOf(1), bytes));
        for (let time = 0; time < 2; time += 1) {
          const read = await resultOf(store.get(keyOf(1)));
          assert.equal(read !== null && Buffer.from(bytes).equals(read), true);
          // What a reader does to its bytes changes nothing.
          read?.fill(0);
        }
      });
    }

    it('answers the bytes that were stored last under a key, at once', async () => {
      const store = await open();
      for (const text of ['first', 'second, longer', '3']) {
        await resultOf(store.put(keyOf(1), Buffer.from(text)));
        assert.equal(Buffer.from((await resultOf(store.get(keyOf(1)))) ?? []).toString(), text);
      }
      assert.deepEqual(await keysIn(store, ''), [keyOf(1)]);
    });

    it('answers null for a key that was never stored, or was removed, and removes one as often as it is asked', async () => {
      const store = await open();
      assert.equal(await resultOf(store.get(keyOf(1))), null);
      await resultOf(store.put(keyOf(1), Buffer.from('x')));
      for (let time = 0; time < 2; time += 1) {
        await resultOf(store.remove(keyOf(1)));
        assert.equal(await resultOf(store.get(keyOf(1))), null);
        assert.deepEqual(await keysIn(store, ''), []);
      }
    });

    it('lists keys in their order, below a prefix, after a key, and so many at most', async () => {
      const store = await open();
      const keys = [keyOf(3), keyOf(1), keyOf(2), keyOf(1, 'profile00000002')];
      for (const key of keys) await resultOf(store.put(key, Buffer.from('x')));
      assert.deepEqual(await keysIn(store, ''), keys.toSorted());
      assert.deepEqual(await keysIn(store, 'profile00000001/'), [keyOf(1), keyOf(2), keyOf(3)]);
      assert.equal((await keysIn(store, 'profile0000000')).length, 4);
      assert.deepEqual(await keysIn(store, 'profile00000003/'), []);
      assert.deepEqual(await keysIn(store, 'profile00000001/', keyOf(1), 1), [keyOf(2)]);
      assert.deepEqual(await keysIn(store, 'profile00000001/', keyOf(2)), [keyOf(3)]);
      assert.deepEqual(await keysIn(store, '', keyOf(1, 'profile00000002')), []);
    });

    it('says when an object was stored, by the clock of the store', async () => {
      const store = await open();
      await resultOf(store.put(keyOf(1), Buffer.from('0123456789')));
      const [before] = await resultOf(store.list('', null, 10));
      await resultOf(store.put(keyOf(1), Buffer.from('0123456789')));
      const [after] = await resultOf(store.list('', null, 10));
      assert.equal(Number.isSafeInteger(before?.modifiedAt), true);
      assert.ok((after?.modifiedAt ?? 0) >= (before?.modifiedAt ?? Number.POSITIVE_INFINITY), `${after?.modifiedAt}`);
    });

    it('does nothing until the task is run', async () => {
      const store = await open();
      store.put(keyOf(1), Buffer.from('x'));
      assert.deepEqual(await keysIn(store, ''), []);
      await resultOf(store.put(keyOf(1), Buffer.from('x')));
      store.remove(keyOf(1));
      assert.deepEqual(await keysIn(store, ''), [keyOf(1)]);
    });

    it('keeps many objects that are stored at once', async () => {
      const store = await open();
      const puts = Array.from({ length: 12 }, (_, n) => resultOf(store.put(keyOf(n), Buffer.from(`of ${n}`))));
      await Promise.all(puts);
      const read = await Promise.all(puts.map((_, n) => resultOf(store.get(keyOf(n)))));
      assert.deepEqual(
        read.map((bytes) => Buffer.from(bytes ?? []).toString()),
        puts.map((_, n) => `of ${n}`),
      );
    });
  });
};
