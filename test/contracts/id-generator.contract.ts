import type { IdGenerator } from '@portcullis/domain';
import { expect } from 'chai';

const many = <A>(count: number, make: () => A): readonly A[] => Array.from({ length: count }, make);

/** Tests the guarantees of every Ids port. */
export const idsContract = (name: string, open: () => IdGenerator): void => {
  describe(`Ids contract: ${name}`, () => {
    it('makes ids of 15 characters a-z and 0-9', () => {
      for (const id of many(1000, open().id)) expect(id).to.match(/^[a-z0-9]{15}$/);
    });

    it('makes salts of 64 hex characters', () => {
      for (const salt of many(1000, open().salt)) expect(salt).to.match(/^[0-9a-f]{64}$/);
    });

    it('makes no id or salt twice in ten thousand', () => {
      const ids = open();
      expect(new Set(many(10_000, ids.id)).size).to.equal(10_000);
      expect(new Set(many(10_000, ids.salt)).size).to.equal(10_000);
    });

    it('does not begin two series of ids alike', () => {
      expect(open().id()).to.not.equal(open().id());
      expect(open().salt()).to.not.equal(open().salt());
    });

    it('uses every character at every place, with a uniform distribution', () => {
      const ids = many(20_000, open().id);
      for (let place = 0; place < 15; place += 1) {
        const counts = new Map<string, number>();
        for (const id of ids) counts.set(id.charAt(place), (counts.get(id.charAt(place)) ?? 0) + 1);
        expect(counts.size, `place ${place}`).to.equal(36);
        // The expected count of each is 556; 7 standard deviations allow for chance, and would reveal a bias.
        for (const [letter, count] of counts) expect(count, `${letter} at ${place}`).to.be.within(395, 720);
      }
    });
  });
};
