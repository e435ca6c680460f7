import type { ListEntry, ListedEntry, ListPosition } from '@portcullis/backoffice/ports';
import type { RecordStore } from '@portcullis/record-store';
import { expect } from 'chai';
import { attemptFingerprints, digestNo } from '../support/builders/attempt-fingerprints.ts';
import { aListEntry } from '../support/builders/list-entries.ts';
import { aNew } from '../support/builders/profiles.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const timeNo = (n: number): string => new Date(Date.UTC(2026, 4, 1, 10) + n).toISOString();

/** Puts something on a list, and answers the entry as it is kept. */
const addEntry = (stores: RecordStore, made = aListEntry()): Promise<ListEntry> =>
  mustSucceed(stores.listStore.add(made.entry, made.ledger));

/** Tests what a ListStore promises, and how it agrees with the index of duplicates. */
export const listStoreContract = (name: string, open: () => Promise<RecordStore>): void => {
  describe(`ListStore contract: ${name}`, () => {
    it('keeps entries as they are, with notes in every script, and finds them by id and by digest', async () => {
      const stores = await open();
      const { listStore } = stores;
      const plain = await addEntry(stores);
      const tenant = { partnerId: 'acme', teamId: 'north/1' };
      const note = `"quoted" 'and' \\ Ω 100%25 {:x} 漢\nsealed:;[]`;
      const said = { note, tenant, list: 'allowed', kind: 'person', profileId: null } as const;
      const full = await addEntry(stores, aListEntry({ digest: digestNo(2), ...said }));
      const silent = await addEntry(stores, aListEntry({ digest: digestNo(3), note: null }));
      const other = { partnerId: 'globex', teamId: null };
      await addEntry(stores, aListEntry({ tenant: other }));
      for (const kept of [plain, full, silent]) expect(await mustSucceed(listStore.find(kept.id))).to.deep.equal(kept);
      for (const unknown of ['listed000000099', 'acme', '', 'no/id'])
        expect(await mustSucceed(listStore.find(unknown)), unknown).to.equal(null);
      const digests = Array.from({ length: 80 }, (_, n) => ({ kind: 'document', digest: digestNo(n) }) as const);
      expect(await mustSucceed(listStore.standing('acme', digests))).to.have.deep.members([plain, silent]);
      const person = [{ kind: 'person', digest: digestNo(2) }] as const;
      expect(await mustSucceed(listStore.standing('acme', person))).to.deep.equal([full]);
      expect(await mustSucceed(listStore.standing('globex', person))).to.deep.equal([]);
      expect(await mustSucceed(listStore.standing('acme', []))).to.deep.equal([]);
    });

    it('decides what the index of duplicates reports, until it is taken off', async () => {
      const stores = await open();
      const { duplicateIndex, ledgerReader, listStore } = stores;
      const see = () => mustSucceed(duplicateIndex.record(attemptFingerprints(), 60));
      const made = aListEntry();
      const { id } = await addEntry(stores, made);
      expect(await see()).to.deep.include({ blocked: ['document'], allowed: [] });
      const turned = aListEntry({ list: 'allowed', addedAt: timeNo(5), note: 'It was found again.' });
      const next = await mustSucceed(listStore.replace(turned.entry, [made.removal, ...turned.ledger]));
      expect(next).to.deep.equal({ ...turned.entry, id });
      expect(await see()).to.deep.include({ blocked: [], allowed: ['document'] });
      await mustSucceed(listStore.remove(id, turned.removal));
      expect(await see()).to.deep.include({ blocked: [], allowed: [] });
      expect(await mustSucceed(listStore.find(id))).to.equal(null);
      for (const { head } of [made.entry, turned.entry]) {
        const entries = await mustSucceed(ledgerReader.entries(head.profileId, { afterSeq: 0, limit: 10 }));
        expect(entries.map(({ seq, type }) => [seq, type])).to.deep.equal([
          [1, 'list_entry.added'],
          [2, 'list_entry.removed'],
        ]);
      }
    });

    it('lets one of several writers through who have seen the same', async () => {
      const stores = await open();
      const { listStore } = stores;
      const one = aListEntry();
      const two = aListEntry({ list: 'allowed' });
      const added = await Promise.all([one, two].map(({ entry, ledger }) => listStore.add(entry, ledger)()));
      expect(added.map(({ _tag }) => _tag).toSorted()).to.deep.equal(['Left', 'Right']);
      const id = added.flatMap((each) => (each._tag === 'Right' ? [each.right.id] : []))[0] ?? '';
      const first = (await mustSucceed(listStore.find(id)))?.list === 'blocked' ? one : two;
      const turned = aListEntry({ list: first.entry.list === 'blocked' ? 'allowed' : 'blocked' });
      const outcomes = await Promise.all([
        listStore.replace(turned.entry, [first.removal, ...turned.ledger])(),
        listStore.remove(id, first.removal)(),
      ]);
      expect(outcomes.map(({ _tag }) => _tag).toSorted()).to.deep.equal(['Left', 'Right']);
      expect(await mustFail(listStore.remove(id, first.removal))).to.include({ _tag: 'VersionConflict' });
    });

    it('answers pages of a partner, the newest first, of one kind or of all, each entry once', async () => {
      const stores = await open();
      const { listStore } = stores;
      for (let n = 0; n < 7; n += 1) {
        const kind = n % 2 === 0 ? 'document' : 'device';
        await addEntry(stores, aListEntry({ digest: digestNo(n), kind, addedAt: timeNo(Math.floor(n / 3)) }));
      }
      const walk = async (kind: 'device' | null, limit: number): Promise<readonly ListEntry[]> => {
        const found: ListEntry[] = [];
        for (let after: ListPosition | null = null; ; ) {
          const page: readonly ListedEntry[] = await mustSucceed(listStore.page('acme', kind, after, limit));
          found.push(...page.flatMap(({ entry }) => entry ?? []));
          after = page.at(-1)?.position ?? null;
          if (page.length < limit) return found;
        }
      };
      const all = await walk(null, 100);
      expect(all.map(({ addedAt }) => addedAt)).to.deep.equal([
        timeNo(2),
        timeNo(1),
        timeNo(1),
        timeNo(1),
        timeNo(0),
        timeNo(0),
        timeNo(0),
      ]);
      for (const limit of [1, 2, 3]) expect(await walk(null, limit), `by ${limit}`).to.deep.equal(all);
      expect(await walk('device', 2)).to.deep.equal(all.filter(({ kind }) => kind === 'device'));
      expect(await mustSucceed(listStore.page('globex', null, null, 10))).to.deep.equal([]);
    });

    it('forgets by which profile, and why, when that profile is erased, and keeps the rest', async () => {
      const stores = await open();
      const { profile } = aNew();
      const kept = await addEntry(stores, aListEntry({ profileId: profile.id }));
      const others = await addEntry(stores, aListEntry({ digest: digestNo(2) }));
      await mustSucceed(stores.eraser.erase(profile));
      const { find } = stores.listStore;
      expect(await mustSucceed(find(kept.id))).to.deep.equal({ ...kept, profileId: null, note: null });
      expect(await mustSucceed(find(others.id))).to.deep.equal(others);
    });
  });
};
