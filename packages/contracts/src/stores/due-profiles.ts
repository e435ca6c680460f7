import assert from 'node:assert/strict';
import type { Profile, ProfileStore } from '@portcullis/domain';
import type { DueFilter, DueKind, DueProfile } from '@portcullis/domain/ports';
import { acme, aNew } from '../builders/profiles.ts';
import { type Runner, resultOf } from '../shared/runner.ts';

const globex = { partnerId: 'globex', teamId: null };

/** Tests the list of profiles that are due: a part of the contract of every ProfileStore. */
export const dueProfilesContract = (
  { it }: Pick<Runner, 'it'>,
  open: () => Promise<{ readonly profiles: ProfileStore }>,
): void => {
  it('lists the profiles that are due, the longest due first', async () => {
    const { profiles } = await open();
    const at = (second: number): string => `2026-05-01T10:00:${second}.000Z`;
    const created = aNew({ reference: 'a', status: 'in_progress', expiresAt: at(30) });
    const processing = aNew({
      reference: 'b',
      status: 'processing',
      updatedAt: '2026-05-01T09:59:05.000Z',
      processingEndsAt: at(50),
    });
    const lapsing = aNew({ reference: 'c', status: 'approved', lapsesAt: at(25), tenant: globex });
    const erasing = aNew({
      reference: 'f',
      status: 'declined',
      erasesAt: at(22),
      erasureAnnouncedAt: '2026-04-30T10:00:00.000Z',
    });
    const legalHold = { since: at(11), by: { type: 'operator', id: 'j.doe' } } as const;
    // It is due for its announcement a day before.
    const announced = aNew({ reference: 'h', status: 'declined', erasesAt: '2026-05-02T10:00:21.000Z' });
    const never = [
      aNew({ reference: 'd', status: 'approved', lapsesAt: null }),
      aNew({ reference: 'e', status: 'declined', expiresAt: at(10) }),
      aNew({ reference: 'g', status: 'declined', erasesAt: at(12), legalHold }),
    ];
    for (const change of [created, processing, lapsing, erasing, announced, ...never])
      await resultOf(profiles.insert(change, null));
    const due = async (now: string, limit = 10, filter: DueFilter = {}): Promise<readonly string[]> =>
      (await resultOf(profiles.due(now, limit, filter))).map(({ id }) => id);
    const inTime = [processing, announced, erasing, lapsing, created].map((c) => c.profile.id);
    assert.deepEqual(await due('2026-05-01T10:00:30.000Z'), inTime);
    assert.deepEqual(await due('2026-05-01T10:00:29.999Z'), inTime.slice(0, 4));
    assert.deepEqual(await due('2026-05-01T10:00:30.000Z', 1), [processing.profile.id]);
    assert.deepEqual(await due('2026-05-01T10:00:00.000Z'), []);
  });

  const at = (second: number): string => `2026-05-01T10:00:${second}.000Z`;
  const redaction = {
    requestedAt: at(20),
    by: { type: 'machine', id: 'acme' },
    because: 'requested',
    completedAt: null,
  } as const;
  const bare = { reference: '', current: false, salt: '', redaction } satisfies Partial<Profile>;

  it('lists those that are due for one kind of work, apart from all others', async () => {
    const { profiles } = await open();
    const erasesAt = at(30);
    const made: Readonly<Record<DueKind, readonly Partial<Profile>[]>> = {
      drive: [{ status: 'processing', updatedAt: '2026-05-01T09:00:00.000Z' }],
      expiry: (['created', 'in_progress', 'requires_input'] as const).map((status) => ({ status, expiresAt: at(31) })),
      lapse: [{ status: 'approved', lapsesAt: at(32) }],
      retention: (['declined', 'lapsed', 'expired', 'canceled'] as const).map((status) => ({ status, erasesAt })),
      erasure: [bare, { ...bare, status: 'processing' }, { ...bare, status: 'approved', tenant: globex }],
    };
    const ids = new Map<string, readonly string[]>();
    for (const [kind, overs] of Object.entries(made)) {
      const changes = overs.map((over, n) => aNew({ reference: `${kind}-${n}`, ...over }));
      for (const change of changes) await resultOf(profiles.insert(change, null));
      ids.set(kind, changes.map(({ profile }) => profile.id).toSorted());
    }
    for (const kind of ['drive', 'expiry', 'lapse', 'retention', 'erasure'] as const) {
      const due = await resultOf(profiles.due(at(59), 100, { kind }));
      assert.deepEqual(
        due.map(({ id }) => id),
        ids.get(kind),
        kind,
      );
    }
    assert.equal((await resultOf(profiles.due(at(59), 100))).length, [...ids.values()].flat().length);
  });

  it('continues after a cursor, also among those that are due since the same moment', async () => {
    const { profiles } = await open();
    const tenants = [acme, globex, acme, globex, acme];
    for (const tenant of tenants) await resultOf(profiles.insert(aNew({ tenant, ...bare }), null));
    const later = { ...redaction, requestedAt: at(21) };
    await resultOf(profiles.insert(aNew({ ...bare, redaction: later }), null));
    const all = await resultOf(profiles.due(at(59), 100));
    assert.deepEqual(
      all.map((due) => due.at),
      [...tenants.map(() => at(20)), at(21)],
    );
    const found: DueProfile[] = [];
    for (let n = 0; n < 4; n += 1) {
      found.push(...(await resultOf(profiles.due(at(59), 2, { kind: 'erasure', after: found.at(-1) ?? null }))));
    }
    assert.deepEqual(found, all);
  });
};
