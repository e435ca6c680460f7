import {
  type AlreadyExists,
  alreadyExists,
  type Change,
  cursorOf,
  E,
  type Either,
  isSound,
  type NotFound,
  notFound,
  type Profile,
  type ProfileId,
  type ProfilePage,
  type ProfileStore,
  pipe,
  type TaskEither,
  TE,
  t,
  type Unavailable,
  unavailable,
  type VersionConflict,
  versionBefore,
  versionConflict,
} from '@portcullis/domain';
import { sendBatch } from '../client/batch.ts';
import type { PocketbaseClient } from '../client/client.ts';
import { type Refused, unexplained } from '../client/failure.ts';
import { columnText, filterOf, isRowId } from '../columns.ts';
import { pageOfRows } from '../rows.ts';
import { pocketbaseSealing, type Sealing } from '../sealing/sealing.ts';
import { addingWrites, movingWrites, type ProfileWrite } from './profile-batch.ts';
import { allOf, type Condition, conditionsOf, currentConditions, dueConditions } from './profile-conditions.ts';
import { isErased, ProfileRow, profileIn, profileSeenIn, type RowKeys } from './profile-row.ts';

const Rows = pageOfRows(ProfileRow);
const DueRows = pageOfRows(t.type({ id: t.string, due_at: t.string }, 'due row'));
/** A session whose profile is gone belongs to nobody. */
const SessionRows = pageOfRows(
  t.intersection(
    [t.type({ session: t.string, profile: t.string }), t.partial({ expand: t.partial({ profile: ProfileRow }) })],
    'session row',
  ),
);

/** Converts the failure of a read, which PocketBase has no reason to reject. */
const asOutage = (failure: Refused | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexplained('database', failure) : failure;

const asMissing = (failure: Refused | Unavailable): NotFound | Unavailable =>
  failure._tag === 'Refused' && failure.status === 404 ? notFound : asOutage(failure);

/**
 * Every profile of some rows. A row that cannot be opened is an outage, because nobody could tell that it is missing.
 */
const allIn =
  (sealing: Sealing) =>
  (items: readonly ProfileRow[]): Either<Unavailable, readonly Profile[]> => {
    const profiles: Profile[] = [];
    for (const row of items) {
      const profile = profileIn(sealing)(row);
      if (E.isLeft(profile)) return profile;
      profiles.push(profile.right);
    }
    return E.right(profiles);
  };

const isTaken = ({ codes }: Refused, ...columns: readonly string[]): boolean =>
  columns.some((column) => codes[column] === 'validation_not_unique');

/** What a rejected batch means, by the write that was rejected. */
const whyFor =
  (writes: readonly ProfileWrite[]) =>
  (failure: Refused | Unavailable): AlreadyExists | VersionConflict | Unavailable => {
    if (failure._tag === 'Unavailable') return failure;
    const part = failure.at === null ? undefined : writes[failure.at]?.part;
    const isGap = failure.codes['follows'] === 'validation_missing_rel_records';
    if (part === 'moved ledger' && (isGap || isTaken(failure, 'id', 'profile', 'seq'))) return versionConflict;
    if (part === 'moved profile' && failure.status === 404) return versionConflict;
    if (part === 'moved profile' && failure.codes['key'] === 'validation_missing_rel_records') return versionConflict;
    if (part === 'added key' && isTaken(failure, 'id', 'profile')) return alreadyExists;
    if (part === 'added profile' && isTaken(failure, 'id', 'current_key')) return alreadyExists;
    return unexplained('database', failure);
  };

const notWhole = unavailable('database', 'a change that is not whole', 'rejected');

/** When the data of a profile was destroyed, its version has changed. */
const asErased = (failure: NotFound | Unavailable): VersionConflict | Unavailable =>
  failure._tag === 'NotFound' ? versionConflict : failure;

/** The keys with which the row of a stored profile is written. */
const keysOf = (
  { keyring, dataKeys, lookUp }: Sealing,
  profile: Profile,
): TaskEither<VersionConflict | Unavailable, RowKeys> =>
  keyring === null || isErased(profile)
    ? TE.right(null)
    : pipe(
        TE.Do,
        TE.bindW('digest', () => lookUp),
        TE.bindW('key', () => TE.mapLeft(asErased)(dataKeys.forWriting(keyring, profile.id))),
        TE.map(({ digest, key }) => (digest === null ? null : { digest, key })),
      );

const writesInto = (
  sealing: Sealing,
  added: Change,
  replaced: Change | null,
): TaskEither<VersionConflict | Unavailable, readonly ProfileWrite[]> => {
  const { keyring, dataKeys, lookUp } = sealing;
  const made = keyring === null ? null : dataKeys.make(keyring, added.profile.id);
  const moving: TaskEither<VersionConflict | Unavailable, readonly ProfileWrite[]> =
    replaced === null
      ? TE.right([])
      : TE.map((keys: RowKeys) => movingWrites(replaced, keys))(keysOf(sealing, replaced.profile));
  return pipe(
    TE.Do,
    TE.bindW('moved', () => moving),
    TE.bindW('digest', () => lookUp),
    TE.map(({ moved, digest }) => [...moved, ...addingWrites(added, made, digest)]),
  );
};

const send = (client: PocketbaseClient, writes: readonly ProfileWrite[]) =>
  pipe(
    sendBatch(client, writes),
    TE.mapLeft(whyFor(writes)),
    TE.map(() => undefined),
  );

const insertInto =
  (client: PocketbaseClient, sealing: Sealing): ProfileStore['insert'] =>
  (added, replaced) => {
    const isWhole = isSound(added) && versionBefore(added) === 0 && (replaced === null || isSound(replaced));
    if (!isWhole) return TE.left(notWhole);
    return pipe(
      writesInto(sealing, added, replaced),
      TE.flatMap((writes) => send(client, writes)),
    );
  };

const asConflict = (failure: AlreadyExists | VersionConflict | Unavailable): VersionConflict | Unavailable =>
  failure._tag === 'AlreadyExists' ? versionConflict : failure;

const commitTo =
  (client: PocketbaseClient, sealing: Sealing): ProfileStore['commit'] =>
  (change: Change) => {
    if (!isSound(change)) return TE.left(notWhole);
    return pipe(
      keysOf(sealing, change.profile),
      TE.flatMap((keys) => TE.mapLeft(asConflict)(send(client, movingWrites(change, keys)))),
    );
  };

const pageOf = (items: readonly Profile[], limit: number): ProfilePage => {
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown, next: last !== undefined && items.length > limit ? cursorOf(last) : null };
};

type RowsWanted = { readonly conditions: readonly Condition[]; readonly most: number; readonly sort?: string };

/** Reads rows with their keys and opens them. */
const profilesOf = (client: PocketbaseClient, sealing: Sealing, { conditions, most, sort }: RowsWanted) => {
  const { expression, values } = allOf(conditions);
  const rows = client.call(Rows, (pb, options) =>
    pb.collection('profiles').getList(1, most, {
      ...options,
      filter: filterOf(pb, expression, values),
      ...(sort !== undefined && { sort }),
      expand: 'key',
      skipTotal: true,
    }),
  );
  return pipe(
    rows,
    TE.mapLeft(asOutage),
    TE.flatMap(({ items }) => TE.fromEither(allIn(sealing)(items))),
  );
};

/** One row more than the limit tells whether there is a next page, without counting. */
const listFrom =
  (client: PocketbaseClient, sealing: Sealing): ProfileStore['list'] =>
  (viewer, filter) => {
    const { limit, reference } = filter;
    return pipe(
      reference === undefined ? TE.right(null) : sealing.lookUp,
      TE.map((digest) => conditionsOf(viewer, filter, digest)),
      TE.flatMap((conditions) => profilesOf(client, sealing, { conditions, most: limit + 1, sort: '-created_at,id' })),
      TE.map((items) => pageOf(items, limit)),
    );
  };

const getFrom =
  (client: PocketbaseClient, open: (row: ProfileRow) => Either<NotFound | Unavailable, Profile>) =>
  (id: ProfileId): TaskEither<NotFound | Unavailable, Profile> => {
    if (!isRowId(id)) return TE.left(notFound);
    return pipe(
      client.call(ProfileRow, (pb, options) => pb.collection('profiles').getOne(id, { ...options, expand: 'key' })),
      TE.mapLeft(asMissing),
      TE.flatMap((row) => TE.fromEither(open(row))),
    );
  };

const findCurrentIn =
  (client: PocketbaseClient, sealing: Sealing): ProfileStore['findCurrent'] =>
  (owner, reference) =>
    pipe(
      sealing.lookUp,
      TE.map((digest) => currentConditions(owner, reference, digest)),
      TE.flatMap((conditions) => profilesOf(client, sealing, { conditions, most: 1 })),
      TE.map(([first]) => first ?? null),
    );

const findBySessionIn =
  (client: PocketbaseClient, sealing: Sealing): ProfileStore['findBySession'] =>
  (viewer, sessionId) => {
    const rows = client.call(SessionRows, (pb, options) =>
      pb.collection('liveness_sessions').getList(1, 1, {
        ...options,
        filter: filterOf(pb, 'session = {:session}', { session: columnText(sessionId) }),
        expand: 'profile.key',
        skipTotal: true,
      }),
    );
    return pipe(
      rows,
      TE.mapLeft(asMissing),
      TE.flatMap(({ items: [first] }) => {
        const row = first?.expand?.profile;
        return row === undefined ? TE.left(notFound) : TE.fromEither(profileSeenIn(sealing, viewer)(row));
      }),
    );
  };

const dueIn =
  (client: PocketbaseClient): ProfileStore['due'] =>
  (now, limit, filter = {}) => {
    const { expression, values } = allOf(dueConditions(now, filter));
    const rows = client.call(DueRows, (pb, options) =>
      pb.collection('profiles').getList(1, limit, {
        ...options,
        filter: filterOf(pb, expression, values),
        sort: 'due_at,id',
        fields: 'id,due_at',
        skipTotal: true,
      }),
    );
    return pipe(
      rows,
      TE.mapLeft(asOutage),
      TE.map(({ items }) => items.map(({ id, due_at: at }) => ({ id, at }))),
    );
  };

const scanIn =
  (client: PocketbaseClient, sealing: Sealing): ProfileStore['scan'] =>
  (after, limit) =>
    profilesOf(client, sealing, { conditions: [['id > {:after}', { after: after ?? '' }]], most: limit, sort: 'id' });

/**
 * Stores profiles and their ledger in PocketBase. `get` is one call, sealed or not. A write is one batch, and its
 * compare-and-set is the unique (profile, seq) together with the link of every entry to the previous one: an entry can
 * be written only directly after the last one, so the row that is written with it can be neither behind nor ahead of
 * the ledger.
 */
export const pocketbaseProfileStore = (
  client: PocketbaseClient,
  sealing: Sealing = pocketbaseSealing(client, null),
): ProfileStore => ({
  get: (viewer, id) => getFrom(client, profileSeenIn(sealing, viewer))(id),
  getAny: getFrom(client, profileIn(sealing)),
  findCurrent: findCurrentIn(client, sealing),
  findBySession: findBySessionIn(client, sealing),
  list: listFrom(client, sealing),
  insert: insertInto(client, sealing),
  commit: commitTo(client, sealing),
  due: dueIn(client),
  scan: scanIn(client, sealing),
});
