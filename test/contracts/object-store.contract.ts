import { randomBytes } from 'node:crypto';
import type { ObjectStore } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { mustSucceed } from '../support/run.ts';

const keyOf = (n: number, profile = 'profile00000001'): string =>
  `${profile}/file${String(n).padStart(11, '0')}/${String(n).padStart(32, '0')}`;

const contents = {
  'none at all': new Uint8Array(),
  'all 256 values': Uint8Array.from({ length: 1024 }, (_, n) => n % 256),
  'three million': Uint8Array.from({ length: 3_000_000 }, (_, n) => (n * 7) % 251),
  'a view into a larger buffer': Uint8Array.from({ length: 64 }, (_, n) => n).subarray(10, 20),
};

/** Tests what every ObjectStore guarantees. `open` answers a store without objects. */
export const objectStoreContract = (name: string, open: () => Promise<ObjectStore>): void => {
  describe(`ObjectStore contract: ${name}`, function () {
    this.timeout(60_000);
    const keysIn = async (store: ObjectStore, prefix: string, after: string | null = null, limit = 1000) =>
      (await mustSucceed(store.list(prefix, after, limit))).map(({ key }) => key);

    for (const [what, bytes] of Object.entries(contents)) {
      it(`keeps bytes: ${what}`, async () => {
        const store = await open();
        await mustSucceed(store.put(keyOf(1), bytes));
        for (let time = 0; time < 2; time += 1) {
          const read = await mustSucceed(store.get(keyOf(1)));
          expect(read !== null && Buffer.from(bytes).equals(read)).to.equal(true);
          // What a reader does to its bytes changes nothing.
          read?.fill(0);
        }
      });
    }

    it('answers the bytes that were stored last under a key, at once', async () => {
      const store = await open();
      for (const text of ['first', 'second, longer', '3']) {
        await mustSucceed(store.put(keyOf(1), Buffer.from(text)));
        expect(Buffer.from((await mustSucceed(store.get(keyOf(1)))) ?? []).toString()).to.equal(text);
      }
      expect(await keysIn(store, '')).to.deep.equal([keyOf(1)]);
    });

    it('answers null for a key that was never stored, or was removed, and removes one as often as it is asked', async () => {
      const store = await open();
      expect(await mustSucceed(store.get(keyOf(1)))).to.equal(null);
      await mustSucceed(store.put(keyOf(1), Buffer.from('x')));
      for (let time = 0; time < 2; time += 1) {
        await mustSucceed(store.remove(keyOf(1)));
        expect(await mustSucceed(store.get(keyOf(1)))).to.equal(null);
        expect(await keysIn(store, '')).to.deep.equal([]);
      }
    });

    it('lists keys in their order, below a prefix, after a key, and so many at most', async () => {
      const store = await open();
      const keys = [keyOf(3), keyOf(1), keyOf(2), keyOf(1, 'profile00000002')];
      for (const key of keys) await mustSucceed(store.put(key, Buffer.from('x')));
      expect(await keysIn(store, '')).to.deep.equal(keys.toSorted());
      expect(await keysIn(store, 'profile00000001/')).to.deep.equal([keyOf(1), keyOf(2), keyOf(3)]);
      expect(await keysIn(store, 'profile0000000')).to.have.length(4);
      expect(await keysIn(store, 'profile00000003/')).to.deep.equal([]);
      expect(await keysIn(store, 'profile00000001/', keyOf(1), 1)).to.deep.equal([keyOf(2)]);
      expect(await keysIn(store, 'profile00000001/', keyOf(2))).to.deep.equal([keyOf(3)]);
      expect(await keysIn(store, '', keyOf(1, 'profile00000002'))).to.deep.equal([]);
    });

    it('says when an object was stored, by the clock of the store', async () => {
      const store = await open();
      await mustSucceed(store.put(keyOf(1), randomBytes(10)));
      const [before] = await mustSucceed(store.list('', null, 10));
      await mustSucceed(store.put(keyOf(1), randomBytes(10)));
      const [after] = await mustSucceed(store.list('', null, 10));
      expect(Number.isSafeInteger(before?.modifiedAt)).to.equal(true);
      expect(after?.modifiedAt).to.be.at.least(before?.modifiedAt ?? Number.POSITIVE_INFINITY);
    });

    it('does nothing until the task is run', async () => {
      const store = await open();
      store.put(keyOf(1), Buffer.from('x'));
      expect(await keysIn(store, '')).to.deep.equal([]);
      await mustSucceed(store.put(keyOf(1), Buffer.from('x')));
      store.remove(keyOf(1));
      expect(await keysIn(store, '')).to.deep.equal([keyOf(1)]);
    });

    it('keeps many objects that are stored at once', async () => {
      const store = await open();
      const puts = Array.from({ length: 12 }, (_, n) => mustSucceed(store.put(keyOf(n), Buffer.from(`of ${n}`))));
      await Promise.all(puts);
      const read = await Promise.all(puts.map((_, n) => mustSucceed(store.get(keyOf(n)))));
      expect(read.map((bytes) => Buffer.from(bytes ?? []).toString())).to.deep.equal(puts.map((_, n) => `of ${n}`));
    });
  });
};
