import type { Unavailable } from '../../kernel/errors.ts';
import { E, type TaskEither } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import { type Clock, monotonicNow } from '../../ports/clock.ts';
import { type DueKind, type DueProfile, maxDueRows, type ProfileStore } from '../../ports/stores/profile-store.ts';
import { shardCount } from '../../ports/stores/shards.ts';
import { isoNow } from '../access/change-profile.ts';
import type { WorkShares } from '../leases/work-shares.ts';
import type { DeferredRetries } from './deferred-retries.ts';

/** So many pages are read in a round in which the profiles of other instances stand; the next round goes on behind. */
const pagesAmongOthers = 4;

/** The pages behind the first one of a round have so many rows at least: most of the rows there are those of others. */
const leastOnward = 500;

/** How often the first rows are read again meanwhile: what is due there still may be tried once more. */
const frontEveryMs = 60_000;

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

/** The last row of which a round has made use, and when the first rows were read last. */
type Place = { readonly after: DueProfile; readonly frontAt: number };

/**
 * Finds the profiles that are due and this instance's work. Those of other instances, and the deferred ones, are due in
 * the store as well, and are skipped. Where others have a part of the work, each round goes on behind the one before
 * until the last row, since theirs may stay for long; an instance that has all of it begins with the longest due.
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
      // Once the first rows are read, it goes on where the round before has ended.
      if (page === 1 && isFront && place !== undefined) after = place.after;
      if (!isFull && (shares.count() === shardCount || page < pagesAmongOthers)) continue;
      if (after !== null) places.set(kind, { after, frontAt });
      break;
    }
    return E.right([...ids]);
  };
};
