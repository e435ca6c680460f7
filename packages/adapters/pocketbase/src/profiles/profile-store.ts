import {
  type AlreadyExists,
  alreadyExists,
  E,
  type Either,
  encodeCursor,
  isConsistentChange,
  type NotFound,
  notFound,
  type Profile,
  type ProfileChange,
  type ProfileId,
  type ProfilePage,
  type ProfileStore,
  pipe,
  previousVersion,
  type TaskEither,
  TE,
  t,
  type Unavailable,
  unavailable,
  type VersionConflict,
  versionConflict,
} from '@portcullis/domain';
import { sendBatch } from '../client/batch.ts';
import type { PocketbaseClient } from '../client/client.ts';
import { buildFilter, encodeColumnText, isRowId } from '../client/columns.ts';
import { type PocketbaseRejection, unexpectedRejection } from '../client/failure.ts';
import { pageCodec } from '../client/page-codec.ts';
import { pocketbaseEncryption, type RecordEncryption } from '../encryption/record-encryption.ts';
import { insertWrites, type ProfileWrite, updateWrites } from './profile-batch.ts';
import { type Condition, currentConditions, dueConditions, joinConditions, listConditions } from './profile-filters.ts';
import { isErased, ProfileRow, profileOfRow, type RowEncryption, visibleProfileOfRow } from './profile-row.ts';

const Rows = pageCodec(ProfileRow);
const DueRows = pageCodec(t.type({ id: t.string, due_at: t.string }, 'due row'));
/** A session whose profile is gone belongs to nobody. */
const SessionRows = pageCodec(
  t.intersection(
    [t.type({ session: t.string, profile: t.string }), t.partial({ expand: t.partial({ profile: ProfileRow }) })],
    'session row',
  ),
);

/** Converts the failure of a read, which PocketBase has no reason to reject. */
const toUnavailable = (failure: PocketbaseRejection | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexpectedRejection('database', failure) : failure;

const toNotFound = (failure: PocketbaseRejection | Unavailable): NotFound | Unavailable =>
  failure._tag === 'Refused' && failure.status === 404 ? notFound : toUnavailable(failure);

/**
 * Every profile of some rows. A row that cannot be opened is an outage, because nobody could tell that it is missing.
 */
const decodeProfiles =
  (sealing: RecordEncryption) =>
  (items: readonly ProfileRow[]): Either<Unavailable, readonly Profile[]> => {
    const profiles: Profile[] = [];
    for (const row of items) {
      const profile = profileOfRow(sealing)(row);
      if (E.isLeft(profile)) return profile;
      profiles.push(profile.right);
    }
    return E.right(profiles);
  };

const isNotUnique = ({ codes }: PocketbaseRejection, ...columns: readonly string[]): boolean =>
  columns.some((column) => codes[column] === 'validation_not_unique');

/** What a rejected batch means, by the write that was rejected. */
const batchFailure =
  (writes: readonly ProfileWrite[]) =>
  (failure: PocketbaseRejection | Unavailable): AlreadyExists | VersionConflict | Unavailable => {
    if (failure._tag === 'Unavailable') return failure;
    const part = failure.batchIndex === null ? undefined : writes[failure.batchIndex]?.purpose;
    const isGap = failure.codes['follows'] === 'validation_missing_rel_records';
    if (part === 'moved ledger' && (isGap || isNotUnique(failure, 'id', 'profile', 'seq'))) return versionConflict;
    if (part === 'moved profile' && failure.status === 404) return versionConflict;
    if (part === 'moved profile' && failure.codes['key'] === 'validation_missing_rel_records') return versionConflict;
    if (part === 'added key' && isNotUnique(failure, 'id', 'profile')) return alreadyExists;
    if (part === 'added profile' && isNotUnique(failure, 'id', 'current_key')) return alreadyExists;
    return unexpectedRejection('database', failure);
  };

const inconsistentChange = unavailable('database', 'a change that is not whole', 'rejected');

/** When the data of a profile was destroyed, its version has changed. */
const asConflictIfErased = (failure: NotFound | Unavailable): VersionConflict | Unavailable =>
  failure._tag === 'NotFound' ? versionConflict : failure;

/** The keys with which the row of a stored profile is written. */
const rowEncryption = (
  { keyring, dataKeys, lookUpDigest: lookUp }: RecordEncryption,
  profile: Profile,
): TaskEither<VersionConflict | Unavailable, RowEncryption> =>
  keyring === null || isErased(profile)
    ? TE.right(null)
    : pipe(
        TE.Do,
        TE.bindW('digest', () => lookUp),
        TE.bindW('key', () => TE.mapLeft(asConflictIfErased)(dataKeys.findOrCreate(keyring, profile.id))),
        TE.map(({ digest, key }) => (digest === null ? null : { digest, key })),
      );

const insertBatch = (
  sealing: RecordEncryption,
  added: ProfileChange,
  replaced: ProfileChange | null,
): TaskEither<VersionConflict | Unavailable, readonly ProfileWrite[]> => {
  const { keyring, dataKeys, lookUpDigest: lookUp } = sealing;
  const newKey = keyring === null ? null : dataKeys.create(keyring, added.profile.id);
  const moving: TaskEither<VersionConflict | Unavailable, readonly ProfileWrite[]> =
    replaced === null
      ? TE.right([])
      : TE.map((keys: RowEncryption) => updateWrites(replaced, keys))(rowEncryption(sealing, replaced.profile));
  return pipe(
    TE.Do,
    TE.bindW('moved', () => moving),
    TE.bindW('digest', () => lookUp),
    TE.map(({ moved, digest }) => [...moved, ...insertWrites(added, newKey, digest)]),
  );
};

const sendWrites = (client: PocketbaseClient, writes: readonly ProfileWrite[]) =>
  pipe(
    sendBatch(client, writes),
    TE.mapLeft(batchFailure(writes)),
    TE.map(() => undefined),
  );

const insertInto =
  (client: PocketbaseClient, sealing: RecordEncryption): ProfileStore['insert'] =>
  (added, replaced) => {
    const isConsistent =
      isConsistentChange(added) && previousVersion(added) === 0 && (replaced === null || isConsistentChange(replaced));
    if (!isConsistent) return TE.left(inconsistentChange);
    return pipe(
      insertBatch(sealing, added, replaced),
      TE.flatMap((writes) => sendWrites(client, writes)),
    );
  };

const asConflict = (failure: AlreadyExists | VersionConflict | Unavailable): VersionConflict | Unavailable =>
  failure._tag === 'AlreadyExists' ? versionConflict : failure;

const commitTo =
  (client: PocketbaseClient, sealing: RecordEncryption): ProfileStore['commit'] =>
  (change: ProfileChange) => {
    if (!isConsistentChange(change)) return TE.left(inconsistentChange);
    return pipe(
      rowEncryption(sealing, change.profile),
      TE.flatMap((keys) => TE.mapLeft(asConflict)(sendWrites(client, updateWrites(change, keys)))),
    );
  };

const pageOf = (items: readonly Profile[], limit: number): ProfilePage => {
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown, next: last !== undefined && items.length > limit ? encodeCursor(last) : null };
};

type ProfileQuery = { readonly conditions: readonly Condition[]; readonly most: number; readonly sort?: string };

/** Reads rows with their keys and opens them. */
const queryProfiles = (
  client: PocketbaseClient,
  sealing: RecordEncryption,
  { conditions, most, sort }: ProfileQuery,
) => {
  const { expression, values } = joinConditions(conditions);
  const rows = client.call(Rows, (pb, options) =>
    pb.collection('profiles').getList(1, most, {
      ...options,
      filter: buildFilter(pb, expression, values),
      ...(sort !== undefined && { sort }),
      expand: 'key',
      skipTotal: true,
    }),
  );
  return pipe(
    rows,
    TE.mapLeft(toUnavailable),
    TE.flatMap(({ items }) => TE.fromEither(decodeProfiles(sealing)(items))),
  );
};

/** One row more than the limit tells whether there is a next page, without counting. */
const listFrom =
  (client: PocketbaseClient, sealing: RecordEncryption): ProfileStore['list'] =>
  (viewer, filter) => {
    const { limit, reference } = filter;
    return pipe(
      reference === undefined ? TE.right(null) : sealing.lookUpDigest,
      TE.map((digest) => listConditions(viewer, filter, digest)),
      TE.flatMap((conditions) =>
        queryProfiles(client, sealing, { conditions, most: limit + 1, sort: '-created_at,id' }),
      ),
      TE.map((items) => pageOf(items, limit)),
    );
  };

const getFrom =
  (client: PocketbaseClient, open: (row: ProfileRow) => Either<NotFound | Unavailable, Profile>) =>
  (id: ProfileId): TaskEither<NotFound | Unavailable, Profile> => {
    if (!isRowId(id)) return TE.left(notFound);
    return pipe(
      client.call(ProfileRow, (pb, options) => pb.collection('profiles').getOne(id, { ...options, expand: 'key' })),
      TE.mapLeft(toNotFound),
      TE.flatMap((row) => TE.fromEither(open(row))),
    );
  };

const findCurrentIn =
  (client: PocketbaseClient, sealing: RecordEncryption): ProfileStore['findCurrent'] =>
  (owner, reference) =>
    pipe(
      sealing.lookUpDigest,
      TE.map((digest) => currentConditions(owner, reference, digest)),
      TE.flatMap((conditions) => queryProfiles(client, sealing, { conditions, most: 1 })),
      TE.map(([first]) => first ?? null),
    );

const findBySessionIn =
  (client: PocketbaseClient, sealing: RecordEncryption): ProfileStore['findBySession'] =>
  (viewer, sessionId) => {
    const rows = client.call(SessionRows, (pb, options) =>
      pb.collection('liveness_sessions').getList(1, 1, {
        ...options,
        filter: buildFilter(pb, 'session = {:session}', { session: encodeColumnText(sessionId) }),
        expand: 'profile.key',
        skipTotal: true,
      }),
    );
    return pipe(
      rows,
      TE.mapLeft(toNotFound),
      TE.flatMap(({ items: [first] }) => {
        const row = first?.expand?.profile;
        return row === undefined ? TE.left(notFound) : TE.fromEither(visibleProfileOfRow(sealing, viewer)(row));
      }),
    );
  };

const dueIn =
  (client: PocketbaseClient): ProfileStore['due'] =>
  (now, limit, filter = {}) => {
    const { expression, values } = joinConditions(dueConditions(now, filter));
    const rows = client.call(DueRows, (pb, options) =>
      pb.collection('profiles').getList(1, limit, {
        ...options,
        filter: buildFilter(pb, expression, values),
        sort: 'due_at,id',
        fields: 'id,due_at',
        skipTotal: true,
      }),
    );
    return pipe(
      rows,
      TE.mapLeft(toUnavailable),
      TE.map(({ items }) => items.map(({ id, due_at: at }) => ({ id, at }))),
    );
  };

const scanIn =
  (client: PocketbaseClient, sealing: RecordEncryption): ProfileStore['scan'] =>
  (after, limit) =>
    queryProfiles(client, sealing, {
      conditions: [['id > {:after}', { after: after ?? '' }]],
      most: limit,
      sort: 'id',
    });

/**
 * Stores profiles and their ledger in PocketBase. `get` is one call, sealed or not. A write is one batch, and its
 * compare-and-set is the unique (profile, seq) together with the link of every entry to the previous one: an entry can
 * be written only directly after the last one, so the row that is written with it can be neither behind nor ahead of
 * the ledger.
 */
export const pocketbaseProfileStore = (
  client: PocketbaseClient,
  encryption: RecordEncryption = pocketbaseEncryption(client, null),
): ProfileStore => ({
  get: (viewer, id) => getFrom(client, visibleProfileOfRow(encryption, viewer))(id),
  getAny: getFrom(client, profileOfRow(encryption)),
  findCurrent: findCurrentIn(client, encryption),
  findBySession: findBySessionIn(client, encryption),
  list: listFrom(client, encryption),
  insert: insertInto(client, encryption),
  commit: commitTo(client, encryption),
  due: dueIn(client),
  scan: scanIn(client, encryption),
});
