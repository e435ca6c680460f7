import assert from 'node:assert/strict';
import type { RecordScanner } from '@portcullis/backoffice/ports';
import type { ProfileId, ProfileStore } from '@portcullis/domain';
import { aNew, anEntry } from '../builders/profiles.ts';
import { type Runner, resultOf } from '../shared/runner.ts';

type Open = () => Promise<{ readonly profiles: ProfileStore; readonly recordScanner: RecordScanner }>;

/** Tests the guarantees of every RecordScanner, over the store that writes the rows. */
export const recordScannerContract = ({ describe, it }: Runner, name: string, open: Open): void => {
  describe(`RecordScanner contract: ${name}`, () => {
    /** Stores profiles of several entries each, in order of id. */
    const withProfiles = async (count: number) => {
      const { profiles, recordScanner: index } = await open();
      const ids: ProfileId[] = [];
      for (let i = 0; i < count; i += 1) {
        const { profile } = aNew({ version: 3, reference: `of the index ${i}` });
        const entries = [1, 2, 3].map((seq) => anEntry({ profile_id: profile.id, seq }));
        await resultOf(profiles.insert({ profile, entries }, null));
        ids.push(profile.id);
      }
      return { index, ids: ids.toSorted() };
    };

    const lists = ['profileIds', 'chainIds'] as const;

    for (const list of lists) {
      it(`answers ${list} in order, each once, after an id and at most as many as requested`, async () => {
        const { index, ids } = await withProfiles(5);
        assert.deepEqual(await resultOf(index[list](null, 1000)), ids);
        assert.deepEqual(await resultOf(index[list](null, 2)), ids.slice(0, 2));
        assert.deepEqual(await resultOf(index[list](ids[1] ?? '', 2)), ids.slice(2, 4));
        assert.deepEqual(await resultOf(index[list](ids[4] ?? '', 2)), []);
      });
    }

    it('answers nothing for an empty store', async () => {
      const { index } = await withProfiles(0);
      assert.deepEqual(await Promise.all(lists.map((list) => resultOf(index[list](null, 10)))), [[], []]);
    });
  });
};
