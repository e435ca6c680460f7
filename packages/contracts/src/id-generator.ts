import assert from 'node:assert/strict';
import type { IdGenerator } from '@portcullis/domain';
import type { Runner } from './shared/runner.ts';

const many = <A>(count: number, make: () => A): readonly A[] => Array.from({ length: count }, make);

/** Tests the guarantees of every IdGenerator. */
export const idsContract = ({ describe, it }: Runner, name: string, open: () => IdGenerator): void => {
  describe(`Ids contract: ${name}`, () => {
    it('makes ids of 15 characters a-z and 0-9', () => {
      for (const id of many(1000, open().id)) assert.match(id, /^[a-z0-9]{15}$/);
    });

    it('makes salts of 64 hex characters', () => {
      for (const salt of many(1000, open().salt)) assert.match(salt, /^[0-9a-f]{64}$/);
    });

    it('makes no id or salt twice in ten thousand', () => {
      const ids = open();
      assert.equal(new Set(many(10_000, ids.id)).size, 10_000);
      assert.equal(new Set(many(10_000, ids.salt)).size, 10_000);
    });

    it('does not begin two series of ids alike', () => {
      assert.notEqual(open().id(), open().id());
      assert.notEqual(open().salt(), open().salt());
    });

    it('uses every character at every place, with a uniform distribution', () => {
      const ids = many(20_000, open().id);
      for (let place = 0; place < 15; place += 1) {
        const counts = new Map<string, number>();
        for (const id of ids) counts.set(id.charAt(place), (counts.get(id.charAt(place)) ?? 0) + 1);
        assert.equal(counts.size, 36, `place ${place}`);
        // The expected count of each is 556; 7 standard deviations allow for chance, and would reveal a bias.
        for (const [letter, count] of counts)
          assert.ok(count >= 395 && count <= 720, `${letter} at ${place}: ${count}`);
      }
    });
  });
};
