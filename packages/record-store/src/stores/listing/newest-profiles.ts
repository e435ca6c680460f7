import {
  E,
  type Profile,
  pipe,
  type Status,
  type TaskEither,
  TE,
  type Tenant,
  type Unavailable,
} from '@portcullis/domain';
import type { ProfileFilter, ProfilePage } from '@portcullis/domain/ports';
import { encodeCursor } from '@portcullis/domain/serialization';
import { listCondition } from '../../rows/profile-conditions.ts';
import type { ProfileRows } from './profile-rows.ts';

/** One item more than the limit tells whether there is a next page, without counting. */
const pageOf = (items: readonly Profile[], limit: number): ProfilePage => {
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown, next: last !== undefined && items.length > limit ? encodeCursor(last) : null };
};

const newest = (
  { open, read, referenceKey }: ProfileRows,
  viewer: Tenant,
  filter: ProfileFilter,
): TaskEither<Unavailable, readonly Profile[]> =>
  pipe(
    referenceKey(viewer, filter.reference),
    TE.map((key) => listCondition(viewer, filter, key)),
    TE.flatMap((condition) => read({ filter: condition, limit: filter.limit + 1, sort: ['-created_at', 'id'] })),
    TE.flatMap(open),
  );

/** A page of the newest profiles, of one status or of all. */
export const newestFirst = (
  rows: ProfileRows,
  viewer: Tenant,
  filter: ProfileFilter,
): TaskEither<Unavailable, ProfilePage> =>
  pipe(
    newest(rows, viewer, filter),
    TE.map((items) => pageOf(items, filter.limit)),
  );

const isNewer = (one: Profile, other: Profile): boolean =>
  one.createdAt === other.createdAt ? one.id < other.id : one.createdAt > other.createdAt;

/** A page of the newest profiles of several statuses: the newest of each by its index, and the newest of those. */
export const mergeStatuses =
  (
    rows: ProfileRows,
    viewer: Tenant,
    filter: ProfileFilter,
    statuses: readonly Status[],
  ): TaskEither<Unavailable, ProfilePage> =>
  async () => {
    const lists = await Promise.all(statuses.map((status) => newest(rows, viewer, { ...filter, status })()));
    const failure = lists.find(E.isLeft);
    if (failure !== undefined) return failure;
    const all = lists.flatMap((list) => (E.isRight(list) ? list.right : []));
    return E.right(
      pageOf(
        all.toSorted((one, other) => (isNewer(one, other) ? -1 : 1)),
        filter.limit,
      ),
    );
  };
