import { aListEntry, aNew, attemptFingerprints, digestNo, setListed } from '@portcullis/contracts/builders';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { rowIn } from '#contracts/drivers/driver-under-test';
import { changeRow, type OpenRecordDatabase, useRecordDatabase } from '../support/records/record-database.ts';
import { storesWith } from '../support/records/stored-records.ts';
import { mustSucceed } from '../support/run.ts';

/** What is left of an entry whose row does not open: nothing that anybody has said about it. */
const damage = { isDamaged: true, head: null } as const;

/** Tests that whoever can read or write the database, and has no key, neither reads a note nor makes an entry. */
export const sealedListsContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`sealed entries of lists: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);
    const sealed = () => storesWith(database(), 'a');
    const { entry, ledger } = aListEntry();

    it('say neither who nor why, and are damage in clear, each column of them', async () => {
      const kept = await mustSucceed(sealed().listStore.add(entry, ledger));
      const row = () => rowIn(database(), 'sighting_lists', kept.id);
      expect(JSON.stringify(await row()))
        .to.not.include('Reported as stolen')
        .and.not.include(entry.addedBy.id);
      expect(await mustSucceed(sealed().listStore.find(kept.id))).to.deep.equal(kept);
      const inClear = { list: entry.list, note: JSON.stringify({ note: entry.note }), data: '{}' };
      for (const column of ['list', 'note', 'data'] as const) {
        const { [column]: stored } = await row();
        await changeRow(database(), 'sighting_lists', kept.id, { [column]: inClear[column] });
        expect(await mustSucceed(sealed().listStore.find(kept.id)), column)
          .to.include(damage)
          .and.not.have.any.keys('note', 'profileId', 'addedBy', 'addedAt');
        await changeRow(database(), 'sighting_lists', kept.id, { [column]: stored });
      }
    });

    it('open with no other profile, time, digest or partner, and not with the note of another', async () => {
      const stores = sealed();
      await mustSucceed(stores.keys.prepare);
      const kept = await mustSucceed(stores.listStore.add(entry, ledger));
      const other = aListEntry({ digest: digestNo(2), profileId: 'profile00000002' });
      const { id } = await mustSucceed(stores.listStore.add(other.entry, other.ledger));
      const stolen = await rowIn(database(), 'sighting_lists', id);
      for (const [column, value] of [
        ['profile', 'profile00000002'],
        ['profile', ''],
        ['added_at', '2026-05-02T10:00:00.000Z'],
        ['digest', digestNo(9)],
        ['kind', 'device'],
        ['partner_key', 'globex'],
        ['note', ''],
        ['note', String(stolen['note'])],
        ['data', String(stolen['data'])],
        // What is left says when and of whom, and no longer who.
        ['data', ''],
      ] as const) {
        const before = await rowIn(database(), 'sighting_lists', kept.id);
        await changeRow(database(), 'sighting_lists', kept.id, { [column]: value });
        expect(await mustSucceed(stores.listStore.find(kept.id)), `${column}=${value}`)
          .to.include(damage)
          .and.not.have.any.keys('note', 'profileId', 'addedBy', 'addedAt');
        await changeRow(database(), 'sighting_lists', kept.id, { [column]: before[column] });
      }
      expect(await mustSucceed(stores.listStore.find(kept.id))).to.deep.equal(kept);
    });

    it('hold up no attempt where one does not open, and are said to be unreadable', async () => {
      const stores = sealed();
      await mustSucceed(stores.keys.prepare);
      await setListed(stores, 'acme', 'document', digestNo(1), 'blocked');
      await setListed(stores, 'acme', 'device', digestNo(4), 'blocked');
      const subject = { kind: 'document', digest: digestNo(1) } as const;
      const id = (await mustSucceed(stores.listStore.standing('acme', [subject])))[0]?.id ?? '';
      const { list } = await rowIn(database(), 'sighting_lists', id);
      const lists = async () => {
        const counts = await mustSucceed(stores.duplicateIndex.record(attemptFingerprints(), 3600));
        const { allowed, blocked, unreadable } = counts;
        return { allowed, blocked, unreadable, names: Object.keys(counts).includes('unreadable') };
      };
      expect(await lists()).to.deep.equal({
        allowed: [],
        blocked: ['document', 'device'],
        unreadable: undefined,
        names: false,
      });
      for (const changed of ['allowed', 'nonsense', '', `${list}x`]) {
        if (changed === '') await database().clearText('sighting_lists', id, 'list');
        else await changeRow(database(), 'sighting_lists', id, { list: changed });
        expect(await lists(), changed).to.deep.equal({
          allowed: [],
          blocked: ['device'],
          unreadable: ['document'],
          names: true,
        });
      }
    });

    it('are found beside one that does not open, and such a one by its id and digest, with its list where it is known', async () => {
      const stores = sealed();
      await mustSucceed(stores.keys.prepare);
      const made = [1, 2].map((n) => aListEntry({ digest: digestNo(n) }));
      const kept = [];
      for (const one of made) kept.push(await mustSucceed(stores.listStore.add(one.entry, one.ledger)));
      const [{ id = '', digest = '' } = {}, other] = kept;
      const digests = [1, 2].map((n) => ({ kind: 'document', digest: digestNo(n) }) as const);
      const known = { id, kind: 'document', digest, tenant: { partnerId: 'acme', teamId: null } } as const;
      for (const [column, list] of [
        ['note', 'blocked'],
        ['data', 'blocked'],
        ['list', null],
      ] as const) {
        const { [column]: before } = await rowIn(database(), 'sighting_lists', id);
        await changeRow(database(), 'sighting_lists', id, { [column]: `${String(before).slice(0, -4)}AAAA` });
        const left = { ...known, list, isDamaged: true, head: null };
        expect(await mustSucceed(stores.listStore.find(id)), column).to.deep.equal(left);
        const standing = await mustSucceed(stores.listStore.standing('acme', digests));
        expect(standing, column).to.have.deep.members([left, other]);
        await changeRow(database(), 'sighting_lists', id, { [column]: before });
      }
    });

    it('are on a page of one list with no look at the keys of what is on the other', async () => {
      const stores = sealed();
      await mustSucceed(stores.keys.prepare);
      const [blocked, allowed] = [1, 2].map((n) =>
        aListEntry({ digest: digestNo(n), list: n === 1 ? 'blocked' : 'allowed', profileId: `profile0000000${n}` }),
      );
      for (const one of [blocked, allowed]) if (one) await mustSucceed(stores.listStore.add(one.entry, one.ledger));
      const asked: string[] = [];
      const { driver } = database();
      const watched: RecordDriver = {
        ...driver,
        get: (table, ...rest) => {
          asked.push(table);
          return driver.get(table, ...rest);
        },
        page: (table, ...rest) => {
          asked.push(table);
          return driver.page(table, ...rest);
        },
      };
      const page = (list?: 'allowed' | 'blocked') => {
        asked.length = 0;
        return mustSucceed(storesWith({ driver: watched }, 'a').listStore.page('acme', null, null, 10, list));
      };
      const keysAsked = () => asked.filter((table) => table === 'data_keys').length;
      const all = await page();
      expect([all.length, keysAsked()]).to.deep.equal([2, 2]);
      for (const list of ['blocked', 'allowed'] as const) {
        const found = await page(list);
        expect(found.map(({ entry, isElsewhere }) => (isElsewhere ? 'elsewhere' : entry?.list))).to.have.members([
          list,
          'elsewhere',
        ]);
        expect(found.map(({ position }) => position)).to.deep.equal(all.map(({ position }) => position));
        expect(keysAsked(), list).to.equal(1);
      }
    });

    it('have notes that nobody opens once the profile was erased, not in a row that somebody has kept', async () => {
      const stores = sealed();
      await mustSucceed(stores.keys.prepare);
      const { profile } = aNew();
      const made = aListEntry({ profileId: profile.id });
      const { id } = await mustSucceed(stores.listStore.add(made.entry, made.ledger));
      const copied = await rowIn(database(), 'sighting_lists', id);
      await mustSucceed(stores.eraser.erase(profile));
      await changeRow(database(), 'sighting_lists', id, { profile: copied['profile'], note: copied['note'] });
      const erased = { ...made.entry, id, profileId: null, note: null };
      for (const each of [stores, sealed()]) expect(await mustSucceed(each.listStore.find(id))).to.deep.equal(erased);
    });
  });
};
