import assert from 'node:assert/strict';
import type { Profile, ProfileStore, Status, Tenant } from '@portcullis/domain';
import type { ProfileFilter } from '@portcullis/domain/ports';
import { aChangeOf, acme, aNew } from '../builders/profiles.ts';
import { type Runner, resultOf } from '../shared/runner.ts';
import type { OpenRecords } from './profile-store.ts';

const time = (minute: number): string => `2026-05-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const north: Tenant = { partnerId: 'acme', teamId: 'north' };

const idsOf = (items: readonly Profile[]): readonly string[] => items.map(({ id }) => id);

/** Reads all pages of a list. */
const wholeList = async (profiles: ProfileStore, filter: Omit<ProfileFilter, 'cursor'>, viewer = acme) => {
  const found: string[] = [];
  let pages = 0;
  for (let cursor: string | null | undefined; cursor !== null; pages += 1) {
    const page = await resultOf(profiles.list(viewer, { ...filter, ...(cursor !== undefined && { cursor }) }));
    assert.ok(page.items.length <= filter.limit, `${page.items.length}`);
    found.push(...idsOf(page.items));
    cursor = page.next;
  }
  return { found, pages };
};

/** Tests the lists of every ProfileStore beyond that of the newest profiles. */
export const profileListsContract = ({ describe, it }: Runner, name: string, open: OpenRecords): void => {
  describe(`ProfileStore contract, lists: ${name}`, () => {
    const filled = async (changes: readonly Parameters<typeof aNew>[0][]) => {
      const { profiles } = await open();
      const added = changes.map((over, n) => aNew({ reference: `customer-${n}`, ...over }));
      for (const change of added) await resultOf(profiles.insert(change, null));
      return { profiles, ids: added.map(({ profile }) => profile.id), added };
    };

    it('lists by when profiles were changed, those of longest ago first, from a time on', async () => {
      const { profiles, ids } = await filled([30, 10, 20, 20].map((minute) => ({ updatedAt: time(minute) })));
      const [a = '', b = '', c = '', d = ''] = ids;
      const order = 'updated_at';
      for (const limit of [1, 2, 100])
        assert.deepEqual((await wholeList(profiles, { order, limit })).found, [b, c, d, a]);
      assert.deepEqual((await wholeList(profiles, { order, limit: 2, updatedAfter: time(20) })).found, [c, d, a]);
      assert.deepEqual((await wholeList(profiles, { order, limit: 2, updatedAfter: time(31) })).found, []);
    });

    it('shows a profile again that changes while a list by changes is read, and skips none', async () => {
      const { added, ids, profiles } = await filled([10, 20, 30].map((minute) => ({ updatedAt: time(minute) })));
      const [a = '', b = '', c = ''] = ids;
      const order = 'updated_at';
      const first = await resultOf(profiles.list(acme, { order, limit: 1 }));
      assert.deepEqual([idsOf(first.items), first.next === null], [[a], false]);
      for (const [n, minute] of [
        [0, 40],
        [1, 50],
      ] as const) {
        const profile = added[n]?.profile;
        if (profile) await resultOf(profiles.commit(aChangeOf(profile, { updatedAt: time(minute) })));
      }
      const rest: string[] = [];
      for (let cursor = first.next; cursor !== null; ) {
        const page = await resultOf(profiles.list(acme, { order, limit: 1, cursor }));
        rest.push(...idsOf(page.items));
        cursor = page.next;
      }
      assert.deepEqual(rest, [c, a, b]);
    });

    it('lists several statuses, the newest first, as one list', async () => {
      const statuses: readonly Status[] = ['created', 'in_review', 'declined', 'in_review', 'canceled', 'declined'];
      const { profiles, ids } = await filled(statuses.map((status, n) => ({ status, createdAt: time(n) })));
      for (const limit of [1, 2, 3, 100]) {
        const { found } = await wholeList(profiles, { limit, statuses: ['in_review', 'declined'] });
        assert.deepEqual(
          found,
          [5, 3, 2, 1].map((n) => ids[n]),
          `${limit}`,
        );
      }
      const between = { createdAfter: time(2), createdBefore: time(5) };
      assert.deepEqual(
        (await wholeList(profiles, { limit: 2, statuses: ['in_review', 'declined'], ...between })).found,
        [3, 2].map((n) => ids[n]),
      );
    });

    it('finds metadata by its value, in either order and with every other filter', async () => {
      const { profiles, ids } = await filled([
        { metadata: { plan: 'gold', shop: '1' }, createdAt: time(1), updatedAt: time(9), status: 'approved' },
        { metadata: { plan: 'silver' }, createdAt: time(2), updatedAt: time(8), status: 'approved' },
        { metadata: { plan: 'gold' }, createdAt: time(3), updatedAt: time(7), status: 'declined' },
        { metadata: { toString: 'gold' }, createdAt: time(4), updatedAt: time(6) },
        { metadata: {}, createdAt: time(5), updatedAt: time(5), tenant: north },
        { metadata: { plan: 'gold' }, createdAt: time(6), updatedAt: time(4), tenant: north },
        {
          metadata: { plan: 'gold' },
          createdAt: time(7),
          updatedAt: time(3),
          tenant: { partnerId: 'globex', teamId: null },
        },
      ]);
      const gold = { metadata: { plan: 'gold' } };
      const of = async (filter: Omit<ProfileFilter, 'limit'>, viewer = acme) => {
        for (const limit of [1, 100])
          assert.deepEqual(
            (await wholeList(profiles, { ...filter, limit }, viewer)).found,
            (await wholeList(profiles, { ...filter, limit: 2 }, viewer)).found,
          );
        return (await wholeList(profiles, { ...filter, limit: 2 }, viewer)).found.map((id) => ids.indexOf(id));
      };
      assert.deepEqual(await of(gold), [5, 2, 0]);
      assert.deepEqual(await of({ ...gold, order: 'updated_at' }), [5, 2, 0]);
      assert.deepEqual(await of({ ...gold, order: 'updated_at', updatedAfter: time(5) }), [2, 0]);
      assert.deepEqual(await of({ ...gold, status: 'approved' }), [0]);
      assert.deepEqual(await of({ ...gold, statuses: ['approved', 'declined'] }), [2, 0]);
      assert.deepEqual(await of({ ...gold, reference: 'customer-2' }), [2]);
      assert.deepEqual(await of({ ...gold, createdAfter: time(2), createdBefore: time(6) }), [2]);
      assert.deepEqual(await of({ metadata: { plan: 'gold', shop: '1' } }), [0]);
      assert.deepEqual(await of({ metadata: { plan: 'Gold' } }), []);
      assert.deepEqual(await of(gold, north), [5]);
      assert.deepEqual(
        await of({ order: 'updated_at', statuses: ['declined', 'created'], createdAfter: time(3) }),
        [5, 4, 3, 2],
      );
      assert.deepEqual(await of({ order: 'updated_at', reference: 'customer-1' }), [1]);
    });
  });
};
