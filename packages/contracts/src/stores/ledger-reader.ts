import assert from 'node:assert/strict';
import type { LedgerEntry } from '@portcullis/domain';
import { aNew, anEntry, fakeHash, freshId } from '../builders/profiles.ts';
import { assertMembers, type Runner, resultOf } from '../shared/runner.ts';
import type { OpenRecords } from './profile-store.ts';

const seqs = (entries: readonly LedgerEntry[]): readonly number[] => entries.map(({ seq }) => seq);

/** Makes entries of both kinds alternately: the odd ones are status changes. */
const mixed = (profileId: string, count: number): readonly LedgerEntry[] =>
  Array.from({ length: count }, (_, i) =>
    i % 2 === 0
      ? anEntry({
          profile_id: profileId,
          seq: i + 1,
          kind: 'status_change',
          type: 'moved',
          from: 'created',
          to: 'canceled',
        })
      : anEntry({ profile_id: profileId, seq: i + 1 }),
  );

/** Tests the guarantees of every LedgerReader, over the store that writes the ledger. */
export const ledgerReaderContract = ({ describe, it }: Runner, name: string, open: OpenRecords): void => {
  describe(`LedgerReader contract: ${name}`, () => {
    const withEntries = async (count: number) => {
      const { profiles, ledgerReader } = await open();
      const { profile } = aNew({ version: count });
      const entries = mixed(profile.id, count);
      await resultOf(profiles.insert({ profile, entries }, null));
      return { ledgerReader, profile, profiles, entries };
    };

    it('answers the entries in order of seq, equal to those that were written', async () => {
      const { ledgerReader, profile, entries } = await withEntries(12);
      const read = await resultOf(ledgerReader.entries(profile.id, { afterSeq: 0, limit: 1000 }));
      assert.deepEqual(read, entries);
    });

    it('answers the entries of one kind, or of both', async () => {
      const { ledgerReader, profile } = await withEntries(5);
      const read = async (query: object): Promise<readonly number[]> =>
        seqs(await resultOf(ledgerReader.entries(profile.id, { afterSeq: 0, limit: 10, ...query })));
      assert.deepEqual(await read({ kind: 'status_change' }), [1, 3, 5]);
      assert.deepEqual(await read({ kind: 'verification_event' }), [2, 4]);
      assert.deepEqual(await read({}), [1, 2, 3, 4, 5]);
    });

    it('begins after a seq and stops at the limit', async () => {
      const { ledgerReader, profile } = await withEntries(12);
      const read = async (afterSeq: number, limit: number): Promise<readonly number[]> =>
        seqs(await resultOf(ledgerReader.entries(profile.id, { afterSeq, limit })));
      assert.deepEqual(await read(3, 2), [4, 5]);
      assert.deepEqual(await read(9, 100), [10, 11, 12]);
      assert.deepEqual(await read(12, 10), []);
    });

    it('finds entries of several ledgers at once, and nothing where there is none', async () => {
      const { ledgerReader, profile, entries, profiles } = await withEntries(4);
      const { profile: other } = aNew({ version: 2, reference: 'another' });
      const others = mixed(other.id, 2);
      await resultOf(profiles.insert({ profile: other, entries: others }, null));
      const at = (profileId: string, seq: number) => ({ profileId, seq });
      const asked = [at(profile.id, 3), at(other.id, 2), at(other.id, 3), at(freshId('x'), 1), at("' || 1=1", 1)];
      const found = await resultOf(ledgerReader.entriesAt(asked));
      assertMembers(found, [entries[2], others[1]]);
      assert.deepEqual(await resultOf(ledgerReader.entriesAt([])), []);
    });

    it('answers no entries for an unknown profile or an invalid id', async () => {
      const { ledgerReader } = await withEntries(2);
      for (const id of [freshId('x'), '', "' || 1=1", '../../health']) {
        assert.deepEqual(await resultOf(ledgerReader.entries(id, { afterSeq: 0, limit: 10 })), [], id);
      }
    });

    it('keeps every text and number of an entry as it was written, because they are hashed', async () => {
      const { profiles, ledgerReader } = await open();
      const { profile } = aNew();
      const data = {
        1: 'true',
        text: '123',
        list: ['null', 0, -1.5, 1e21, true, null, {}],
        nested: { '<&>': '\u2028 👩🏽‍🚀 \\"' },
        '': '',
      };
      const entry = anEntry({
        profile_id: profile.id,
        reasons: ['network_vpn'],
        data,
        hash: fakeHash(1),
      });
      await resultOf(profiles.insert({ profile, entries: [entry] }, null));
      assert.deepEqual(await resultOf(ledgerReader.entries(profile.id, { afterSeq: 0, limit: 1 })), [entry]);
    });
  });
};
