import type { Unavailable } from '../../kernel/errors.ts';
import { E, type TaskEither } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import { type Clock, monotonicNow } from '../../ports/clock.ts';
import { type DueKind, type DueProfile, maxDueRows, type ProfileStore } from '../../ports/stores/profile-store.ts';
import { shardCount } from '../../ports/stores/shards.ts';
import { isoNow } from '../access/change-profile.ts';
import type { WorkShares } from '../leases/work-shares.ts';
import type { DeferredRetries } from './deferred-retries.ts';

/**
 * The number of pages that a round reads at most while other instances share the work; the next round continues there.
 */
const pagesAmongOthers = 4;

/** The minimum size of a page after the first one of a round: most rows of such a page belong to other instances. */
const leastOnward = 500;

/** How often a round begins with the first rows again: a profile that is still due there may be tried again. */
const frontEveryMs = 60_000;

type Deps = {
  readonly profiles: Pick<ProfileStore, 'due'>;
  readonly clock: Clock;
  readonly shares: WorkShares;
  readonly deferredRetries: DeferredRetries;
  readonly quarantined: DeferredRetries;
};

/** Lists at most `most` profiles that are due for one kind of work, without those that are `taken` already. */
export type FindDue = (
  kind: DueKind,
  most: number,
  taken: readonly ProfileId[],
) => TaskEither<Unavailable, readonly ProfileId[]>;

/** The last row that a round has used, and when the first rows were read last. */
type Place = { readonly after: DueProfile; readonly frontAt: number };

/**
 * Finds the profiles that are due and belong to the shards of this instance. Profiles of other instances and deferred
 * ones are due in the store as well, and are skipped. While other instances share the work, each round continues after
 * the last row of the round before, because rows of others may stay due for a long time. An instance that owns all
 * shards begins with the profile that has been due longest.
 */
export const dueFinder = ({ clock, deferredRetries, profiles, quarantined, shares }: Deps): FindDue => {
  const places = new Map<DueKind, Place>();
  return (kind, most, taken) => async () => {
    const ids = new Set<ProfileId>();
    const isSkipped = (id: ProfileId): boolean =>
      deferredRetries.has(id) || quarantined.has(id) || taken.includes(id) || !shares.owns(id);
    const waiting = taken.length + deferredRetries.size() + quarantined.size();
    const place = shares.count() === shardCount ? undefined : places.get(kind);
    places.delete(kind);
    const isFront = place === undefined || monotonicNow(clock) >= place.frontAt + frontEveryMs;
    const frontAt = isFront ? monotonicNow(clock) : place.frontAt;
    let after = isFront ? null : place.after;
    for (let page = 1; shares.count() > 0; page += 1) {
      const own = Math.ceil((most * shardCount) / shares.count());
      const limit = Math.min(maxDueRows, Math.max(own + waiting, page === 1 ? 0 : leastOnward));
      const rows = await profiles.due(isoNow(clock), limit, { kind, after })();
      if (E.isLeft(rows)) return rows;
      for (const row of rows.right) {
        if (ids.size === most) break;
        if (!isSkipped(row.id)) ids.add(row.id);
        after = row;
      }
      const isFull = ids.size === most;
      if (!isFull && rows.right.length < limit) break;
      // After the first rows it continues where the round before has ended.
      if (page === 1 && isFront && place !== undefined) after = place.after;
      if (!isFull && (shares.count() === shardCount || page < pagesAmongOthers)) continue;
      if (after !== null) places.set(kind, { after, frontAt });
      break;
    }
    return E.right([...ids]);
  };
};
