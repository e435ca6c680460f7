import assert from 'node:assert/strict';
import type { WorkCounts } from '@portcullis/backoffice/ports';
import type { Profile, ProfileStore } from '@portcullis/domain';
import type { Tenant } from '@portcullis/domain/kernel';
import type { DueKind } from '@portcullis/domain/ports';
import { aNew } from '../builders/profiles.ts';
import { assertWithin, type Runner, resultOf } from '../shared/runner.ts';

type Stores = { readonly profiles: ProfileStore; readonly workCounts: WorkCounts };

const at = (second: number): string => `2026-05-01T10:00:${second}.000Z`;
const now = at(59);
const redaction = {
  requestedAt: at(20),
  by: { type: 'machine', id: 'acme' },
  because: 'requested',
  completedAt: null,
} as const;
const erased = { reference: '', current: false, salt: '', redaction } satisfies Partial<Profile>;
const globex = { partnerId: 'globex', teamId: 'north' };

/** Tests what every WorkCounts port guarantees over the profiles of a store. */
export const workCountsContract = ({ describe, it }: Runner, name: string, open: () => Promise<Stores>): void => {
  describe(`WorkCounts contract: ${name}`, () => {
    const store = async ({ profiles }: Stores, overs: readonly Partial<Profile>[]): Promise<void> => {
      for (const [n, over] of overs.entries())
        await resultOf(profiles.insert(aNew({ reference: `customer-${n}`, ...over }), null));
    };

    it('counts the profiles of all tenants that are due, by kind, and since when the first is', async () => {
      const stores = await open();
      await store(stores, [
        { status: 'in_progress', expiresAt: at(30) },
        { status: 'created', expiresAt: at(31), tenant: globex },
        { status: 'created', expiresAt: '2026-05-01T10:01:00.000Z' },
        { status: 'approved', lapsesAt: at(25) },
        { status: 'declined', erasesAt: at(22), erasureAnnouncedAt: at(10) },
        erased,
        { ...erased, tenant: globex, redaction: { ...redaction, requestedAt: at(10) } },
      ]);
      const counted = async (kind: DueKind) => resultOf(stores.workCounts.due(now, kind));
      assert.deepEqual(await counted('expiry'), { profiles: 2, since: at(30) });
      assert.deepEqual(await counted('lapse'), { profiles: 1, since: at(25) });
      assert.deepEqual(await counted('retention'), { profiles: 1, since: at(22) });
      assert.deepEqual(await counted('erasure'), { profiles: 2, since: at(10) });
      assert.deepEqual(await counted('drive'), { profiles: 0, since: null });
    });

    it('counts the profiles in processing, due or not', async () => {
      const stores = await open();
      const processing = { status: 'processing', processingEndsAt: '2026-05-01T11:00:00.000Z' } as const;
      await store(stores, [
        { ...processing, updatedAt: now },
        { ...processing, updatedAt: at(10), tenant: globex },
        { ...processing, updatedAt: '2026-05-01T08:00:00.000Z' },
        { ...erased, status: 'processing' },
        { status: 'created', expiresAt: at(30) },
      ]);
      assert.equal(await resultOf(stores.workCounts.processing(now)), 3);
      assert.equal((await resultOf(stores.workCounts.due(now, 'drive'))).profiles, 1);
    });

    it('says when the profiles of a status were created that a tenant sees, the newest first', async () => {
      const stores = await open();
      const teamOf = (teamId: string | null): Tenant => ({ partnerId: 'acme', teamId });
      const acme = teamOf(null);
      const north = teamOf('north');
      const south = teamOf('south');
      await store(stores, [
        { status: 'approved', createdAt: at(10), tenant: north },
        { status: 'approved', createdAt: at(12), tenant: south },
        { status: 'approved', createdAt: at(11), tenant: north },
        { status: 'declined', createdAt: at(13), tenant: north },
        { status: 'approved', createdAt: at(14), tenant: globex },
      ]);
      const created = async (viewer: Tenant, since: string | null) =>
        resultOf(stores.workCounts.created(viewer, 'approved', since));
      assert.deepEqual(await created(acme, null), [at(12), at(11), at(10)]);
      assert.deepEqual(await created(acme, at(11)), [at(12), at(11)]);
      assert.deepEqual(await created(north, null), [at(11), at(10)]);
      assert.deepEqual(await created(south, at(13)), []);
    });

    it('says how large the database is, or that it cannot say', async () => {
      const size = await resultOf((await open()).workCounts.databaseSize());
      if (size === null) return;
      assertWithin(size.bytes, 100_000, 100_000_000);
      assertWithin(size.freeBytes, 0, size.bytes);
    });
  });
};
