import { E, type Either, type Profile, pipe, type TaskEither, type Tenant, type Unavailable } from '@portcullis/domain';
import type { LeftOut, ProfileFilter, ProfilePage } from '@portcullis/domain/ports';
import { encodeCursor, encodeUpdateCursor } from '@portcullis/domain/serialization';
import type { PageQuery } from '../../driver/record-driver.ts';
import { listCondition, updateCondition } from '../../rows/profile-conditions.ts';
import type { ProfileRow } from '../../rows/profile-row.ts';
import { leftOut, type ProfileRows } from './profile-rows.ts';

/** How many rows are read at a time, and how many in all for one page, whether a filter keeps them or not. */
const rowsPerRead = 100;
const rowsPerPage = 1000;

const isByUpdate = ({ order }: ProfileFilter): boolean => order === 'updated_at';

/** Whether something is left out of the rows that are read. */
const leavesOut = (filter: ProfileFilter): boolean => {
  const { createdAfter, createdBefore, metadata = {}, status, statuses } = filter;
  const others = isByUpdate(filter) ? [createdAfter, createdBefore, status, statuses] : [statuses];
  return Object.keys(metadata).length > 0 || others.some((one) => one !== undefined);
};

/** Whether the columns of a row match the filter, so that it is opened. */
const columnsMatch = ({ created_at, status: own }: ProfileRow, filter: ProfileFilter): boolean => {
  const { createdAfter = '', createdBefore, status = own, statuses } = filter;
  const isInTime = created_at >= createdAfter && (createdBefore === undefined || created_at < createdBefore);
  return isInTime && own === status && (statuses === undefined || statuses.some((one) => one === own));
};

const metadataMatches = ({ metadata }: Profile, { metadata: wanted = {} }: ProfileFilter): boolean =>
  Object.entries(wanted).every(([key, value]) => Object.hasOwn(metadata, key) && metadata[key] === value);

const queryOf = (viewer: Tenant, filter: ProfileFilter, key: string | null, limit: number): PageQuery =>
  isByUpdate(filter)
    ? { filter: updateCondition(viewer, filter, key), sort: ['updated_at', 'id'], limit }
    : { filter: listCondition(viewer, filter, key), sort: ['-created_at', 'id'], limit };

/** The cursor behind a row. The time is that of the column by which the rows are sorted. */
const cursorOf = (filter: ProfileFilter, { created_at, id, updated_at = '' }: ProfileRow): string =>
  isByUpdate(filter) ? encodeUpdateCursor({ updatedAt: updated_at, id }) : encodeCursor({ createdAt: created_at, id });

type Matching = { readonly found: ReadonlyMap<string, Profile>; readonly damaged: readonly LeftOut[] };

/** Opens the rows of a read that match the filter, by their ids. */
const openMatching = async (
  { open }: ProfileRows,
  rows: readonly ProfileRow[],
  filter: ProfileFilter,
): Promise<Either<Unavailable, Matching>> =>
  pipe(
    await open(rows.filter((row) => columnsMatch(row, filter)))(),
    E.map(({ damaged, profiles }) => {
      const found = profiles.filter((profile) => metadataMatches(profile, filter));
      return { damaged, found: new Map(found.map((profile) => [profile.id, profile])) };
    }),
  );

/**
 * A page of what is found by reading rows in their order and leaving others out. At most a thousand are looked at: then
 * the page ends, and its cursor goes on behind the last of them.
 */
export const walkProfiles =
  (rows: ProfileRows, viewer: Tenant, filter: ProfileFilter): TaskEither<Unavailable, ProfilePage> =>
  async () => {
    const key = await rows.referenceKey(viewer, filter.reference)();
    if (E.isLeft(key)) return key;
    const items: Profile[] = [];
    const damaged: LeftOut[] = [];
    let { cursor } = filter;
    for (let looked = 0; ; ) {
      const size = leavesOut(filter) ? rowsPerRead : filter.limit + 1 - items.length;
      const from = { ...filter, ...(cursor !== undefined && { cursor }) };
      const read = await rows.read(queryOf(viewer, from, key.right, size))();
      if (E.isLeft(read)) return read;
      const matching = await openMatching(rows, read.right, filter);
      if (E.isLeft(matching)) return matching;
      for (const row of read.right) {
        if (items.length === filter.limit) return E.right({ items, next: cursor ?? null, ...leftOut(damaged) });
        cursor = cursorOf(filter, row);
        const profile = matching.right.found.get(row.id);
        if (profile !== undefined) items.push(profile);
        else damaged.push(...matching.right.damaged.filter(({ id }) => id === row.id));
      }
      looked += read.right.length;
      if (read.right.length < size) return E.right({ items, next: null, ...leftOut(damaged) });
      if (looked >= rowsPerPage) return E.right({ items, next: cursor ?? null, ...leftOut(damaged) });
    }
  };
