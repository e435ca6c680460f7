import type { Unavailable } from '../../kernel/errors.ts';
import { E, type Either, type TaskEither } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import { type DueKind, type DueProfile, maxDueRows, type ProfileStore } from '../../ports/stores/profile-store.ts';
import { isoNow } from '../access/change-profile.ts';
import type { DeferredRetries } from './deferred-retries.ts';

type Deps = {
  readonly profiles: Pick<ProfileStore, 'due'>;
  readonly clock: Clock;
  readonly deferredRetries: DeferredRetries;
  readonly quarantined: DeferredRetries;
};

/** Lists at most `most` profiles that are due for one kind of work, without those that are `taken` already. */
export type FindDue = (
  kind: DueKind,
  most: number,
  taken: readonly ProfileId[],
) => TaskEither<Unavailable, readonly ProfileId[]>;

/**
 * Finds the profiles that are due, and begins with those that have been due longest. Deferred ones are due in the store
 * as well, and are skipped.
 */
export const dueFinder =
  ({ clock, deferredRetries, profiles, quarantined }: Deps): FindDue =>
  (kind, most, taken) =>
  async () => {
    const ids: ProfileId[] = [];
    const isSkipped = (id: ProfileId): boolean => deferredRetries.has(id) || quarantined.has(id) || taken.includes(id);
    const limit = Math.min(maxDueRows, most + taken.length + deferredRetries.size() + quarantined.size());
    let after: DueProfile | null = null;
    for (;;) {
      const rows: Either<Unavailable, readonly DueProfile[]> = await profiles.due(isoNow(clock), limit, {
        kind,
        after,
      })();
      if (E.isLeft(rows)) return rows;
      ids.push(...rows.right.map(({ id }) => id).filter((id) => !isSkipped(id)));
      after = rows.right.at(-1) ?? null;
      if (ids.length >= most || rows.right.length < limit) return E.right(ids.slice(0, most));
    }
  };
