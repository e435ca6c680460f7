import {
  E,
  type Either,
  type NotFound,
  notFound,
  type Profile,
  type ProfileId,
  type ProfileStore,
  type Tenant,
  type Unavailable,
  unavailable,
  type VersionConflict,
} from '@portcullis/domain';
import { alreadyExists, isVisibleTo, versionConflict } from '@portcullis/domain/kernel';
import {
  type DueFilter,
  type DueProfile,
  dueKinds,
  type ProfileChange,
  type ProfileFilter,
} from '@portcullis/domain/ports';
import { dueAt } from '@portcullis/domain/profile';
import {
  decodeCursor,
  decodeUpdateCursor,
  encodeCursor,
  encodeUpdateCursor,
  isConsistentChange,
  previousVersion,
} from '@portcullis/domain/serialization';
import { type MemoryRecords, memoryRecords } from './records.ts';
import { addStoredBytes } from './usage-counters.ts';

const referenceKey = (owner: Tenant, reference: string): string =>
  JSON.stringify([owner.partnerId, owner.teamId, reference]);

const sessionIds = (profile: Profile): readonly string[] =>
  profile.evidence.flatMap((e) => (e.kind === 'liveness_session' ? [e.sessionId] : []));

const rejected = (why: string): Unavailable => unavailable('database', why, 'rejected');

/** Sorts the newest first, and profiles of the same time by id. */
const byNewest = (a: Profile, b: Profile): number => {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.id < b.id ? -1 : 1;
};

const matchesFilter =
  (viewer: Tenant, filter: ProfileFilter) =>
  (profile: Profile): boolean => {
    const { createdAfter, createdBefore, metadata = {}, reference, status, statuses, updatedAfter } = filter;
    return (
      isVisibleTo(viewer, profile.tenant) &&
      (status === undefined || profile.status === status) &&
      (reference === undefined || profile.reference === reference) &&
      (createdAfter === undefined || profile.createdAt >= createdAfter) &&
      (createdBefore === undefined || profile.createdAt < createdBefore) &&
      (statuses === undefined || statuses.includes(profile.status)) &&
      (updatedAfter === undefined || profile.updatedAt >= updatedAfter) &&
      Object.entries(metadata).every(
        ([key, value]) => Object.hasOwn(profile.metadata, key) && profile.metadata[key] === value,
      )
    );
  };

/** Why a change to an existing profile is rejected, or `null`. */
const updateConflict = (records: MemoryRecords, change: ProfileChange): VersionConflict | Unavailable | null => {
  if (!isConsistentChange(change)) return rejected('an inconsistent change');
  const stored = records.profiles.get(change.profile.id);
  return stored?.version === previousVersion(change) ? null : versionConflict;
};

/** A session belongs to one profile for ever. */
const sessionConflict = (records: MemoryRecords, { profile }: ProfileChange): Unavailable | null =>
  sessionIds(profile).some((id) => (records.sessions.get(id) ?? profile.id) !== profile.id)
    ? rejected('a liveness session of another profile')
    : null;

const isKeyTaken = (records: MemoryRecords, profile: Profile, released: ProfileId | null): boolean => {
  const owner = records.current.get(referenceKey(profile.tenant, profile.reference));
  return profile.current && owner !== undefined && owner !== profile.id && owner !== released;
};

/** Writes a copy of the change, so that a later modification of the object does not change the store. */
const write = (records: MemoryRecords, change: ProfileChange): void => {
  const { profile, entries }: ProfileChange = JSON.parse(JSON.stringify(change));
  const key = referenceKey(profile.tenant, profile.reference);
  const before = records.profiles.get(profile.id);
  const keyBefore = before && referenceKey(before.tenant, before.reference);
  if (keyBefore !== undefined && records.current.get(keyBefore) === profile.id) records.current.delete(keyBefore);
  records.profiles.set(profile.id, profile);
  records.entries.set(profile.id, [...(records.entries.get(profile.id) ?? []), ...entries]);
  if (profile.current) records.current.set(key, profile.id);
  for (const session of sessionIds(profile)) records.sessions.set(session, profile.id);
};

const insertInto =
  (records: MemoryRecords): ProfileStore['insert'] =>
  (added, replaced) =>
  async () => {
    if (!isConsistentChange(added) || previousVersion(added) !== 0) return E.left(rejected('an inconsistent change'));
    const conflict = replaced && updateConflict(records, replaced);
    if (conflict) return E.left(conflict);
    const releasedBy = replaced && !replaced.profile.current ? replaced.profile.id : null;
    if (records.profiles.has(added.profile.id) || isKeyTaken(records, added.profile, releasedBy)) {
      return E.left(alreadyExists);
    }
    const foreignSession = sessionConflict(records, added) ?? (replaced && sessionConflict(records, replaced));
    if (foreignSession) return E.left(foreignSession);
    if (replaced) write(records, replaced);
    write(records, added);
    return E.right(undefined);
  };

const commitTo =
  (records: MemoryRecords): ProfileStore['commit'] =>
  (change) =>
  async () => {
    const conflict = updateConflict(records, change) ?? sessionConflict(records, change);
    if (conflict) return E.left(conflict);
    if (isKeyTaken(records, change.profile, null)) return E.left(rejected('the key belongs to another profile'));
    write(records, change);
    addStoredBytes(records, change);
    return E.right(undefined);
  };

const orNotFound = (profile: Profile | undefined): Either<NotFound, Profile> =>
  profile ? E.right(profile) : E.left(notFound);

const readerOf =
  (records: MemoryRecords) =>
  (viewer: Tenant | null, id: ProfileId | undefined): Either<NotFound, Profile> => {
    const profile = id === undefined ? undefined : records.profiles.get(id);
    return orNotFound(profile && (viewer === null || isVisibleTo(viewer, profile.tenant)) ? profile : undefined);
  };

const isDueFor =
  ({ kind }: DueFilter) =>
  ({ redaction, status }: Profile): boolean =>
    kind === undefined || kind === (redaction ? 'erasure' : dueKinds[status]);

const dueOrder = (a: DueProfile, b: DueProfile): number => (`${a.at}${a.id}` < `${b.at}${b.id}` ? -1 : 1);

const dueIn =
  (records: MemoryRecords): ProfileStore['due'] =>
  (now, limit, filter = {}) =>
  async () => {
    const { after = null } = filter;
    const all = [...records.profiles.values()].filter(isDueFor(filter)).flatMap((profile): readonly DueProfile[] => {
      const at = dueAt(profile);
      return at !== null && at <= now ? [{ id: profile.id, at }] : [];
    });
    const isAfterPosition = (due: DueProfile): boolean =>
      after === null || (due.id !== after.id && dueOrder(after, due) < 0);
    return E.right(all.filter(isAfterPosition).sort(dueOrder).slice(0, limit));
  };

/** Sorts those that were changed longest ago first. */
const byUpdate = (a: Profile, b: Profile): number => (`${a.updatedAt}${a.id}` < `${b.updatedAt}${b.id}` ? -1 : 1);

const listIn =
  (records: MemoryRecords): ProfileStore['list'] =>
  (viewer, filter) =>
  async () => {
    const { cursor = '', limit, order } = filter;
    const created = decodeCursor(cursor);
    const updated = decodeUpdateCursor(cursor);
    const isAfterCursor = (profile: Profile): boolean => {
      if (order === 'updated_at') return updated === null || byUpdate({ ...profile, ...updated }, profile) < 0;
      return created === null || byNewest({ ...profile, ...created }, profile) < 0;
    };
    const all = [...records.profiles.values()]
      .filter(matchesFilter(viewer, filter))
      .filter(isAfterCursor)
      .sort(order === 'updated_at' ? byUpdate : byNewest);
    const items = all.slice(0, limit);
    const last = all.length > items.length ? items.at(-1) : undefined;
    const encode = order === 'updated_at' ? encodeUpdateCursor : encodeCursor;
    return E.right({ items, next: last === undefined ? null : encode(last) });
  };

/**
 * Stores profiles in memory, with the guarantees of the real store. Several stores over the same records see the same
 * rows.
 */
export const memoryProfileStore = (records: MemoryRecords = memoryRecords()): ProfileStore => {
  const get = readerOf(records);
  return {
    get: (viewer, id) => async () => get(viewer, id),
    getAny: (id) => async () => get(null, id),
    findCurrent: (owner, reference) => async () => {
      const id = records.current.get(referenceKey(owner, reference));
      return E.right((id !== undefined && records.profiles.get(id)) || null);
    },
    findBySession: (viewer, sessionId) => async () => get(viewer, records.sessions.get(sessionId)),
    list: listIn(records),
    insert: insertInto(records),
    commit: commitTo(records),
    due: dueIn(records),
    scan: (after, limit) => async () => {
      const following = [...records.profiles.values()].filter(({ id }) => after === null || id > after);
      return E.right(following.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit));
    },
  };
};
