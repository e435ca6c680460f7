import type { RecordScanner } from '@portcullis/backoffice/ports';
import { aNew, anEntry } from '@portcullis/contracts/builders';
import type { ProfileId, ProfileStore } from '@portcullis/domain';
import { expect } from 'chai';
import { mustSucceed } from '../support/run.ts';

type Open = () => Promise<{ readonly profiles: ProfileStore; readonly index: RecordScanner }>;

/** Tests the guarantees of every RecordScanner, over the store that writes the rows. */
export const recordScannerContract = (name: string, open: Open): void => {
  describe(`RecordScanner contract: ${name}`, () => {
    /** Stores profiles of several entries each, in order of id. */
    const withProfiles = async (count: number) => {
      const { profiles, index } = await open();
      const ids: ProfileId[] = [];
      for (let i = 0; i < count; i += 1) {
        const { profile } = aNew({ version: 3, reference: `of the index ${i}` });
        const entries = [1, 2, 3].map((seq) => anEntry({ profile_id: profile.id, seq }));
        await mustSucceed(profiles.insert({ profile, entries }, null));
        ids.push(profile.id);
      }
      return { index, ids: ids.toSorted() };
    };

    const lists = ['profileIds', 'chainIds'] as const;

    for (const list of lists) {
      it(`answers ${list} in order, each once, after an id and at most as many as requested`, async () => {
        const { index, ids } = await withProfiles(5);
        expect(await mustSucceed(index[list](null, 1000))).to.deep.equal(ids);
        expect(await mustSucceed(index[list](null, 2))).to.deep.equal(ids.slice(0, 2));
        expect(await mustSucceed(index[list](ids[1] ?? '', 2))).to.deep.equal(ids.slice(2, 4));
        expect(await mustSucceed(index[list](ids[4] ?? '', 2))).to.deep.equal([]);
      });
    }

    it('answers nothing for an empty store', async () => {
      const { index } = await withProfiles(0);
      expect(await Promise.all(lists.map((list) => mustSucceed(index[list](null, 10))))).to.deep.equal([[], []]);
    });
  });
};
