import type { LedgerEntry } from '@portcullis/domain';
import { expect } from 'chai';
import { aNew, anEntry, fakeHash, freshId } from '../support/builders/profiles.ts';
import { mustSucceed } from '../support/run.ts';
import type { OpenRecords } from './profile-store.contract.ts';

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
export const ledgerReaderContract = (name: string, open: OpenRecords): void => {
  describe(`LedgerReader contract: ${name}`, () => {
    const withEntries = async (count: number) => {
      const { profiles, ledgerReader } = await open();
      const { profile } = aNew({ version: count });
      const entries = mixed(profile.id, count);
      await mustSucceed(profiles.insert({ profile, entries }, null));
      return { ledgerReader, profile, profiles, entries };
    };

    it('answers the entries in order of seq, equal to those that were written', async () => {
      const { ledgerReader, profile, entries } = await withEntries(12);
      const read = await mustSucceed(ledgerReader.entries(profile.id, { afterSeq: 0, limit: 1000 }));
      expect(read).to.deep.equal(entries);
    });

    it('answers the entries of one kind, or of both', async () => {
      const { ledgerReader, profile } = await withEntries(5);
      const read = async (query: object): Promise<readonly number[]> =>
        seqs(await mustSucceed(ledgerReader.entries(profile.id, { afterSeq: 0, limit: 10, ...query })));
      expect(await read({ kind: 'status_change' })).to.deep.equal([1, 3, 5]);
      expect(await read({ kind: 'verification_event' })).to.deep.equal([2, 4]);
      expect(await read({})).to.deep.equal([1, 2, 3, 4, 5]);
    });

    it('begins after a seq and stops at the limit', async () => {
      const { ledgerReader, profile } = await withEntries(12);
      const read = async (afterSeq: number, limit: number): Promise<readonly number[]> =>
        seqs(await mustSucceed(ledgerReader.entries(profile.id, { afterSeq, limit })));
      expect(await read(3, 2)).to.deep.equal([4, 5]);
      expect(await read(9, 100)).to.deep.equal([10, 11, 12]);
      expect(await read(12, 10)).to.deep.equal([]);
    });

    it('finds entries of several ledgers at once, and nothing where there is none', async () => {
      const { ledgerReader, profile, entries, profiles } = await withEntries(4);
      const { profile: other } = aNew({ version: 2, reference: 'another' });
      const others = mixed(other.id, 2);
      await mustSucceed(profiles.insert({ profile: other, entries: others }, null));
      const at = (profileId: string, seq: number) => ({ profileId, seq });
      const asked = [at(profile.id, 3), at(other.id, 2), at(other.id, 3), at(freshId('x'), 1), at("' || 1=1", 1)];
      const found = await mustSucceed(ledgerReader.entriesAt(asked));
      expect(found).to.have.deep.members([entries[2], others[1]]);
      expect(await mustSucceed(ledgerReader.entriesAt([]))).to.deep.equal([]);
    });

    it('answers no entries for an unknown profile or an invalid id', async () => {
      const { ledgerReader } = await withEntries(2);
      for (const id of [freshId('x'), '', "' || 1=1", '../../health']) {
        expect(await mustSucceed(ledgerReader.entries(id, { afterSeq: 0, limit: 10 })), id).to.deep.equal([]);
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
      await mustSucceed(profiles.insert({ profile, entries: [entry] }, null));
      expect(await mustSucceed(ledgerReader.entries(profile.id, { afterSeq: 0, limit: 1 }))).to.deep.equal([entry]);
    });
  });
};
