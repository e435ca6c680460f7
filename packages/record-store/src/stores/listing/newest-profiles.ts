import { E, pipe, type Status, type TaskEither, TE, type Tenant, type Unavailable } from '@portcullis/domain';
import type { ProfileFilter, ProfilePage } from '@portcullis/domain/ports';
import { encodeCursor } from '@portcullis/domain/serialization';
import { listCondition } from '../../rows/profile-conditions.ts';
import type { ProfileRow } from '../../rows/profile-row.ts';
import { leftOut, type OpenedRows, type ProfileRows } from './profile-rows.ts';

/** Rows in the order of a list, and what they open to. */
type Newest = { readonly rows: readonly ProfileRow[]; readonly opened: OpenedRows };

/** One row more than the limit tells whether there is a next page, without counting. */
const pageOf = ({ opened, rows }: Newest, limit: number): ProfilePage => {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const profiles = new Map(opened.profiles.map((profile) => [profile.id, profile]));
  return {
    items: shown.flatMap(({ id }) => profiles.get(id) ?? []),
    next: last !== undefined && rows.length > limit ? encodeCursor({ createdAt: last.created_at, id: last.id }) : null,
    ...leftOut(opened.damaged.filter(({ id }) => shown.some((row) => row.id === id))),
  };
};

const newest = (
  { open, read, referenceKey }: ProfileRows,
  viewer: Tenant,
  filter: ProfileFilter,
): TaskEither<Unavailable, Newest> =>
  pipe(
    TE.Do,
    TE.bindW('key', () => referenceKey(viewer, filter.reference)),
    TE.bindW('rows', ({ key }) =>
      read({ filter: listCondition(viewer, filter, key), limit: filter.limit + 1, sort: ['-created_at', 'id'] }),
    ),
    TE.bindW('opened', ({ rows }) => open(rows)),
  );

/** A page of the newest profiles, of one status or of all. */
export const newestFirst = (
  rows: ProfileRows,
  viewer: Tenant,
  filter: ProfileFilter,
): TaskEither<Unavailable, ProfilePage> =>
  pipe(
    newest(rows, viewer, filter),
    TE.map((found) => pageOf(found, filter.limit)),
  );

const isNewer = (one: ProfileRow, other: ProfileRow): boolean =>
  one.created_at === other.created_at ? one.id < other.id : one.created_at > other.created_at;

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
    const all = lists.flatMap((list) => (E.isRight(list) ? [list.right] : []));
    const merged: Newest = {
      rows: all.flatMap((one) => one.rows).toSorted((one, other) => (isNewer(one, other) ? -1 : 1)),
      opened: {
        profiles: all.flatMap((one) => one.opened.profiles),
        damaged: all.flatMap((one) => one.opened.damaged),
      },
    };
    return E.right(pageOf(merged, filter.limit));
  };
