import type { Unavailable } from '../../kernel/errors.ts';
import { E, type TaskEither } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import { type DueKind, type DueProfile, maxDueRows, type ProfileStore } from '../../ports/stores/profile-store.ts';
import { shardCount } from '../../ports/stores/shards.ts';
import { isoNow } from '../access/change-profile.ts';
import type { WorkShares } from '../leases/work-shares.ts';
import type { DeferredRetries } from './deferred-retries.ts';

/** So many pages are read in a round in which the profiles of other instances stand; the next round goes on behind. */
const pagesAmongOthers = 4;

type Deps = {
  readonly profiles: Pick<ProfileStore, 'due'>;
  readonly clock: Clock;
  readonly shares: WorkShares;
  readonly deferredRetries: DeferredRetries;
  readonly quarantined: DeferredRetries;
};

/** Lists up to `most` profiles that are due for something and none of those that are taken. */
export type FindDue = (
  kind: DueKind,
  most: number,
  taken: readonly ProfileId[],
) => TaskEither<Unavailable, readonly ProfileId[]>;

/**
 * Finds the profiles that are due and this instance's work. Those of other instances, and the deferred ones, are due in
 * the store as well, and are skipped.
 */
export const dueFinder = ({ clock, deferredRetries, profiles, quarantined, shares }: Deps): FindDue => {
  /** Where the next round goes on for each kind that has many profiles of others. */
  const places = new Map<DueKind, DueProfile>();
  return (kind, most, taken) => async () => {
    if (shares.count() === 0) return E.right([]);
    const ids = new Set<ProfileId>();
    const isSkipped = (id: ProfileId): boolean =>
      deferredRetries.has(id) || quarantined.has(id) || taken.includes(id) || !shares.owns(id);
    const pages = shares.count() === shardCount ? Number.POSITIVE_INFINITY : pagesAmongOthers;
    const waiting = taken.length + deferredRetries.size() + quarantined.size();
    let after = places.get(kind) ?? null;
    places.delete(kind);
    for (let page = 1; ; page += 1) {
      const own = Math.ceil((most * shardCount) / Math.max(1, shares.count()));
      const limit = Math.min(maxDueRows, own + waiting);
      const rows = await profiles.due(isoNow(clock), limit, { kind, after })();
      if (E.isLeft(rows)) return rows;
      for (const { id } of rows.right) if (!isSkipped(id)) ids.add(id);
      after = rows.right.at(-1) ?? null;
      if (ids.size >= most || rows.right.length < limit) return E.right([...ids].slice(0, most));
      if (page < pages) continue;
      if (after !== null) places.set(kind, after);
      return E.right([...ids]);
    }
  };
};
