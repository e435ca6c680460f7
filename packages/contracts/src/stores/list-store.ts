import assert from 'node:assert/strict';
import type { ListEntry, ListedEntry, ListPosition, ListStore } from '@portcullis/backoffice/ports';
import type { DuplicateIndex, Eraser, LedgerReader, ProfileStore } from '@portcullis/domain';
import { attemptFingerprints, digestNo } from '../builders/attempt-fingerprints.ts';
import { aListEntry } from '../builders/list-entries.ts';
import { aNew } from '../builders/profiles.ts';
import { assertFields, assertMembers, type Runner, reasonOf, resultOf } from '../shared/runner.ts';

const timeNo = (n: number): string => new Date(Date.UTC(2026, 4, 1, 10) + n).toISOString();

/** Puts something on a list, and answers the entry as it is kept. */
type Stores = {
  readonly listStore: ListStore;
  readonly duplicateIndex: DuplicateIndex;
  readonly profiles: ProfileStore;
  readonly ledgerReader: LedgerReader;
  readonly eraser: Eraser;
};

const addEntry = (stores: Stores, made = aListEntry()): Promise<ListEntry> =>
  resultOf(stores.listStore.add(made.entry, made.ledger));

/** Tests what a ListStore promises, and how it agrees with the index of duplicates. */
export const listStoreContract = ({ describe, it }: Runner, name: string, open: () => Promise<Stores>): void => {
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
      for (const kept of [plain, full, silent]) assert.deepEqual(await resultOf(listStore.find(kept.id)), kept);
      for (const unknown of ['listed000000099', 'acme', '', 'no/id'])
        assert.equal(await resultOf(listStore.find(unknown)), null, unknown);
      const digests = Array.from({ length: 80 }, (_, n) => ({ kind: 'document', digest: digestNo(n) }) as const);
      assertMembers(await resultOf(listStore.standing('acme', digests)), [plain, silent]);
      const person = [{ kind: 'person', digest: digestNo(2) }] as const;
      assert.deepEqual(await resultOf(listStore.standing('acme', person)), [full]);
      assert.deepEqual(await resultOf(listStore.standing('globex', person)), []);
      assert.deepEqual(await resultOf(listStore.standing('acme', [])), []);
    });

    it('decides what the index of duplicates reports, until it is taken off', async () => {
      const stores = await open();
      const { duplicateIndex, ledgerReader, listStore } = stores;
      const see = () => resultOf(duplicateIndex.record(attemptFingerprints(), 60));
      const made = aListEntry();
      const { id } = await addEntry(stores, made);
      assertFields(await see(), { blocked: ['document'], allowed: [] });
      const turned = aListEntry({ list: 'allowed', addedAt: timeNo(5), note: 'It was found again.' });
      const next = await resultOf(listStore.replace(turned.entry, [made.removal, ...turned.ledger]));
      assert.deepEqual(next, { ...turned.entry, id });
      assertFields(await see(), { blocked: [], allowed: ['document'] });
      await resultOf(listStore.remove(id, turned.removal));
      assertFields(await see(), { blocked: [], allowed: [] });
      assert.equal(await resultOf(listStore.find(id)), null);
      for (const { head } of [made.entry, turned.entry]) {
        const entries = await resultOf(ledgerReader.entries(head.profileId, { afterSeq: 0, limit: 10 }));
        assert.deepEqual(
          entries.map(({ seq, type }) => [seq, type]),
          [
            [1, 'list_entry.added'],
            [2, 'list_entry.removed'],
          ],
        );
      }
    });

    it('lets one of several writers through who have seen the same', async () => {
      const stores = await open();
      const { listStore } = stores;
      const one = aListEntry();
      const two = aListEntry({ list: 'allowed' });
      const added = await Promise.all([one, two].map(({ entry, ledger }) => listStore.add(entry, ledger)()));
      assert.deepEqual(added.map(({ _tag }) => _tag).toSorted(), ['Left', 'Right']);
      const id = added.flatMap((each) => (each._tag === 'Right' ? [each.right.id] : []))[0] ?? '';
      const first = (await resultOf(listStore.find(id)))?.list === 'blocked' ? one : two;
      const turned = aListEntry({ list: first.entry.list === 'blocked' ? 'allowed' : 'blocked' });
      const outcomes = await Promise.all([
        listStore.replace(turned.entry, [first.removal, ...turned.ledger])(),
        listStore.remove(id, first.removal)(),
      ]);
      assert.deepEqual(outcomes.map(({ _tag }) => _tag).toSorted(), ['Left', 'Right']);
      assertFields(await reasonOf(listStore.remove(id, first.removal)), { _tag: 'VersionConflict' });
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
          const page: readonly ListedEntry[] = await resultOf(listStore.page('acme', kind, after, limit));
          found.push(...page.flatMap(({ entry }) => entry ?? []));
          after = page.at(-1)?.position ?? null;
          if (page.length < limit) return found;
        }
      };
      const all = await walk(null, 100);
      assert.deepEqual(
        all.map(({ addedAt }) => addedAt),
        [timeNo(2), timeNo(1), timeNo(1), timeNo(1), timeNo(0), timeNo(0), timeNo(0)],
      );
      for (const limit of [1, 2, 3]) assert.deepEqual(await walk(null, limit), all, `by ${limit}`);
      assert.deepEqual(
        await walk('device', 2),
        all.filter(({ kind }) => kind === 'device'),
      );
      assert.deepEqual(await resultOf(listStore.page('globex', null, null, 10)), []);
    });

    it('forgets by which profile, and why, when that profile is erased, and keeps the rest', async () => {
      const stores = await open();
      const { profile } = aNew();
      const kept = await addEntry(stores, aListEntry({ profileId: profile.id }));
      const others = await addEntry(stores, aListEntry({ digest: digestNo(2) }));
      await resultOf(stores.eraser.erase(profile));
      const { find } = stores.listStore;
      assert.deepEqual(await resultOf(find(kept.id)), { ...kept, profileId: null, note: null });
      assert.deepEqual(await resultOf(find(others.id)), others);
    });
  });
};
