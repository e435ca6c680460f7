import {
  alreadyExists,
  type Change,
  cursorOf,
  type Due,
  type DueFilter,
  dueAt,
  dueKinds,
  E,
  type Either,
  isSound,
  type NotFound,
  notFound,
  type Profile,
  type ProfileFilter,
  type ProfileId,
  type ProfileStore,
  readCursor,
  sees,
  type Tenant,
  type Unavailable,
  unavailable,
  type VersionConflict,
  versionBefore,
  versionConflict,
} from '@portcullis/domain';
import { type MemoryRecords, memoryRecords } from './records.ts';

const keyOf = (owner: Tenant, reference: string): string => JSON.stringify([owner.partnerId, owner.teamId, reference]);

const sessionsOf = (profile: Profile): readonly string[] =>
  profile.evidence.flatMap((e) => (e.kind === 'liveness_session' ? [e.sessionId] : []));

const rejected = (why: string): Unavailable => unavailable('database', why, 'rejected');

/** Sorts the newest first, and profiles of the same time by id. */
const newestFirst = (a: Profile, b: Profile): number => {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.id < b.id ? -1 : 1;
};

const fits =
  (viewer: Tenant, { status, reference, createdAfter, createdBefore }: ProfileFilter) =>
  (profile: Profile): boolean =>
    sees(viewer, profile.tenant) &&
    (status === undefined || profile.status === status) &&
    (reference === undefined || profile.reference === reference) &&
    (createdAfter === undefined || profile.createdAt >= createdAfter) &&
    (createdBefore === undefined || profile.createdAt < createdBefore);

/** Why a change to an existing profile is rejected, or `null`. */
const whyNotMoved = (records: MemoryRecords, change: Change): VersionConflict | Unavailable | null => {
  if (!isSound(change)) return rejected('a change that is not whole');
  const stored = records.profiles.get(change.profile.id);
  return stored?.version === versionBefore(change) ? null : versionConflict;
};

/** A session belongs to one profile for ever. */
const whyNotBound = (records: MemoryRecords, { profile }: Change): Unavailable | null =>
  sessionsOf(profile).some((id) => (records.sessions.get(id) ?? profile.id) !== profile.id)
    ? rejected('a liveness session of another profile')
    : null;

const isKeyTaken = (records: MemoryRecords, profile: Profile, released: ProfileId | null): boolean => {
  const holder = records.current.get(keyOf(profile.tenant, profile.reference));
  return profile.current && holder !== undefined && holder !== profile.id && holder !== released;
};

/** Writes a copy of the change, so that a later modification of the object does not change the store. */
const write = (records: MemoryRecords, change: Change): void => {
  const { profile, entries }: Change = JSON.parse(JSON.stringify(change));
  const key = keyOf(profile.tenant, profile.reference);
  const before = records.profiles.get(profile.id);
  const keyBefore = before && keyOf(before.tenant, before.reference);
  if (keyBefore !== undefined && records.current.get(keyBefore) === profile.id) records.current.delete(keyBefore);
  records.profiles.set(profile.id, profile);
  records.entries.set(profile.id, [...(records.entries.get(profile.id) ?? []), ...entries]);
  if (profile.current) records.current.set(key, profile.id);
  for (const session of sessionsOf(profile)) records.sessions.set(session, profile.id);
};

const insertInto =
  (records: MemoryRecords): ProfileStore['insert'] =>
  (added, replaced) =>
  async () => {
    if (!isSound(added) || versionBefore(added) !== 0) return E.left(rejected('a change that is not whole'));
    const hindrance = replaced && whyNotMoved(records, replaced);
    if (hindrance) return E.left(hindrance);
    const released = replaced && !replaced.profile.current ? replaced.profile.id : null;
    if (records.profiles.has(added.profile.id) || isKeyTaken(records, added.profile, released)) {
      return E.left(alreadyExists);
    }
    const unbound = whyNotBound(records, added) ?? (replaced && whyNotBound(records, replaced));
    if (unbound) return E.left(unbound);
    if (replaced) write(records, replaced);
    write(records, added);
    return E.right(undefined);
  };

const commitTo =
  (records: MemoryRecords): ProfileStore['commit'] =>
  (change) =>
  async () => {
    const hindrance = whyNotMoved(records, change) ?? whyNotBound(records, change);
    if (hindrance) return E.left(hindrance);
    if (isKeyTaken(records, change.profile, null)) return E.left(rejected('the key belongs to another profile'));
    write(records, change);
    return E.right(undefined);
  };

const found = (profile: Profile | undefined): Either<NotFound, Profile> =>
  profile ? E.right(profile) : E.left(notFound);

const readerOf =
  (records: MemoryRecords) =>
  (viewer: Tenant | null, id: ProfileId | undefined): Either<NotFound, Profile> => {
    const profile = id === undefined ? undefined : records.profiles.get(id);
    return found(profile && (viewer === null || sees(viewer, profile.tenant)) ? profile : undefined);
  };

const isDueFor =
  ({ kind }: DueFilter) =>
  ({ redaction, status }: Profile): boolean =>
    kind === undefined || kind === (redaction ? 'erasure' : dueKinds[status]);

const dueOrder = (a: Due, b: Due): number => (`${a.at}${a.id}` < `${b.at}${b.id}` ? -1 : 1);

const dueIn =
  (records: MemoryRecords): ProfileStore['due'] =>
  (now, limit, filter = {}) =>
  async () => {
    const { after = null } = filter;
    const all = [...records.profiles.values()].filter(isDueFor(filter)).flatMap((profile): readonly Due[] => {
      const at = dueAt(profile);
      return at !== null && at <= now ? [{ id: profile.id, at }] : [];
    });
    const isBehind = (due: Due): boolean => after === null || (due.id !== after.id && dueOrder(after, due) < 0);
    return E.right(all.filter(isBehind).sort(dueOrder).slice(0, limit));
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
      const id = records.current.get(keyOf(owner, reference));
      return E.right((id !== undefined && records.profiles.get(id)) || null);
    },
    findBySession: (viewer, sessionId) => async () => get(viewer, records.sessions.get(sessionId)),
    list: (viewer, filter) => async () => {
      const place = readCursor(filter.cursor ?? '');
      const isBehind = ({ createdAt, id }: Profile): boolean =>
        place === null || createdAt < place.createdAt || (createdAt === place.createdAt && id > place.id);
      const all = [...records.profiles.values()].filter(fits(viewer, filter)).filter(isBehind).sort(newestFirst);
      const items = all.slice(0, filter.limit);
      const last = items.at(-1);
      return E.right({ items, next: last && all.length > items.length ? cursorOf(last) : null });
    },
    insert: insertInto(records),
    commit: commitTo(records),
    due: dueIn(records),
    scan: (after, limit) => async () => {
      const behind = [...records.profiles.values()].filter(({ id }) => after === null || id > after);
      return E.right(behind.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit));
    },
  };
};
