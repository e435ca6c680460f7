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
  type ProfileFilter,
  type ProfileId,
  type ProfilePage,
  type ProfileStore,
  pipe,
  readCursor,
  sees,
  type TaskEither,
  TE,
  type Tenant,
  t,
  type Unavailable,
  unavailable,
  type VersionConflict,
  versionBefore,
  versionConflict,
} from '@portcullis/domain';
import { sendBatch } from './client/batch.ts';
import type { PocketbaseClient } from './client/client.ts';
import { type Refused, unexplained } from './client/failure.ts';
import { columnText, filterOf, isRowId } from './columns.ts';
import { addingWrites, movingWrites, type ProfileWrite } from './profile-batch.ts';
import { currentKey, ProfileRow, teamKey } from './profile-row.ts';
import { pageOfRows } from './rows.ts';

const Rows = pageOfRows(ProfileRow);
const Ids = pageOfRows(t.type({ id: t.string }, 'profile id'));
const SessionRows = pageOfRows(t.type({ expand: t.type({ profile: ProfileRow }) }, 'session row'));

/** For reads, which PocketBase has no reason to refuse. */
const asOutage = (failure: Refused | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexplained('database', failure) : failure;

const asMissing = (failure: Refused | Unavailable): NotFound | Unavailable =>
  failure._tag === 'Refused' && failure.status === 404 ? notFound : asOutage(failure);

const seenBy =
  (viewer: Tenant) =>
  (profile: Profile | undefined): Either<NotFound, Profile> =>
    profile !== undefined && sees(viewer, profile.tenant) ? E.right(profile) : E.left(notFound);

const isTaken = ({ codes }: Refused, ...columns: readonly string[]): boolean =>
  columns.some((column) => codes[column] === 'validation_not_unique');

/** What a refused batch means, by the write that was refused. */
const whyFor =
  (writes: readonly ProfileWrite[]) =>
  (failure: Refused | Unavailable): AlreadyExists | VersionConflict | Unavailable => {
    if (failure._tag === 'Unavailable') return failure;
    const part = failure.at === null ? undefined : writes[failure.at]?.part;
    const isGap = failure.codes['follows'] === 'validation_missing_rel_records';
    if (part === 'moved ledger' && (isGap || isTaken(failure, 'id', 'profile', 'seq'))) return versionConflict;
    if (part === 'moved profile' && failure.status === 404) return versionConflict;
    if (part === 'added profile' && isTaken(failure, 'id', 'current_key')) return alreadyExists;
    return unexplained('database', failure);
  };

const notWhole = unavailable('database', 'a change that is not whole', 'rejected');

const insertInto =
  (client: PocketbaseClient): ProfileStore['insert'] =>
  (added, replaced) => {
    const isWhole = isSound(added) && versionBefore(added) === 0 && (replaced === null || isSound(replaced));
    if (!isWhole) return TE.left(notWhole);
    const writes = [...(replaced ? movingWrites(replaced) : []), ...addingWrites(added)];
    return pipe(
      sendBatch(client, writes),
      TE.mapLeft(whyFor(writes)),
      TE.map(() => undefined),
    );
  };

const asConflict = (failure: AlreadyExists | VersionConflict | Unavailable): VersionConflict | Unavailable =>
  failure._tag === 'AlreadyExists' ? versionConflict : failure;

const commitTo =
  (client: PocketbaseClient): ProfileStore['commit'] =>
  (change: Change) => {
    if (!isSound(change)) return TE.left(notWhole);
    const writes = movingWrites(change);
    return pipe(
      sendBatch(client, writes),
      TE.mapLeft(whyFor(writes)),
      TE.mapLeft(asConflict),
      TE.map(() => undefined),
    );
  };

type Condition = readonly [expression: string, values: { readonly [name: string]: string }];

const conditionsOf = ({ partnerId, teamId }: Tenant, filter: ProfileFilter): readonly Condition[] => {
  const { status, reference, createdAfter, createdBefore, cursor = '' } = filter;
  const place = readCursor(cursor);
  return [
    ['partner_key = {:partner}', { partner: columnText(partnerId) }],
    ...(teamId === null ? [] : [['team_key = {:team}', { team: teamKey(teamId) }] as const]),
    ...(status === undefined ? [] : [['status = {:status}', { status }] as const]),
    ...(reference === undefined ? [] : [['reference_key = {:ref}', { ref: columnText(reference) }] as const]),
    ...(createdAfter === undefined ? [] : [['created_at >= {:after}', { after: createdAfter }] as const]),
    ...(createdBefore === undefined ? [] : [['created_at < {:before}', { before: createdBefore }] as const]),
    ...(place === null
      ? []
      : [
          [
            '(created_at < {:at} || (created_at = {:at} && id > {:id}))',
            { at: place.createdAt, id: place.id },
          ] as const,
        ]),
  ];
};

const pageOf = (items: readonly Profile[], limit: number): ProfilePage => {
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown, next: last !== undefined && items.length > limit ? cursorOf(last) : null };
};

/** One row more than is shown tells whether there is a next page, without counting. */
const listFrom =
  (client: PocketbaseClient): ProfileStore['list'] =>
  (viewer, filter) => {
    const conditions = conditionsOf(viewer, filter);
    const expression = conditions.map(([text]) => text).join(' && ');
    const values = Object.assign({}, ...conditions.map(([, bound]) => bound));
    const rows = client.call(Rows, (pb, options) =>
      pb.collection('profiles').getList(1, filter.limit + 1, {
        ...options,
        filter: filterOf(pb, expression, values),
        sort: '-created_at,id',
        skipTotal: true,
      }),
    );
    return pipe(
      rows,
      TE.mapLeft(asOutage),
      TE.map(({ items }) =>
        pageOf(
          items.map(({ data }) => data),
          filter.limit,
        ),
      ),
    );
  };

const getFrom =
  (client: PocketbaseClient) =>
  (id: ProfileId): TaskEither<NotFound | Unavailable, Profile> => {
    if (!isRowId(id)) return TE.left(notFound);
    return pipe(
      client.call(ProfileRow, (pb, options) => pb.collection('profiles').getOne(id, options)),
      TE.mapLeft(asMissing),
      TE.map(({ data }) => data),
    );
  };

/** The key alone would do, but SQLite uses a partial index for no bound value: the first two find the rows by their index. */
const currentFilter = 'partner_key = {:partner} && reference_key = {:ref} && current_key = {:key}';

const findCurrentIn =
  (client: PocketbaseClient): ProfileStore['findCurrent'] =>
  (owner, reference) => {
    const rows = client.call(Rows, (pb, options) =>
      pb.collection('profiles').getList(1, 1, {
        ...options,
        filter: filterOf(pb, currentFilter, {
          partner: columnText(owner.partnerId),
          ref: columnText(reference),
          key: currentKey(owner, reference),
        }),
        skipTotal: true,
      }),
    );
    return pipe(
      rows,
      TE.mapLeft(asOutage),
      TE.map(({ items }) => items[0]?.data ?? null),
    );
  };

const findBySessionIn =
  (client: PocketbaseClient): ProfileStore['findBySession'] =>
  (viewer, sessionId) => {
    const rows = client.call(SessionRows, (pb, options) =>
      pb.collection('liveness_sessions').getList(1, 1, {
        ...options,
        filter: filterOf(pb, 'session = {:session}', { session: columnText(sessionId) }),
        expand: 'profile',
        skipTotal: true,
      }),
    );
    return pipe(
      rows,
      TE.mapLeft(asMissing),
      TE.flatMap(({ items }) => TE.fromEither(seenBy(viewer)(items[0]?.expand.profile.data))),
    );
  };

const dueIn =
  (client: PocketbaseClient): ProfileStore['due'] =>
  (now, limit) => {
    const rows = client.call(Ids, (pb, options) =>
      pb.collection('profiles').getList(1, limit, {
        ...options,
        // Above '0' rather than not empty: it bounds the walk through the index.
        filter: filterOf(pb, "due_at > '0' && due_at <= {:now}", { now }),
        sort: 'due_at,id',
        fields: 'id',
        skipTotal: true,
      }),
    );
    return pipe(
      rows,
      TE.mapLeft(asOutage),
      TE.map(({ items }) => items.map(({ id }) => id)),
    );
  };

const scanIn =
  (client: PocketbaseClient): ProfileStore['scan'] =>
  (after, limit) => {
    const rows = client.call(Rows, (pb, options) =>
      pb.collection('profiles').getList(1, limit, {
        ...options,
        filter: filterOf(pb, 'id > {:after}', { after: after ?? '' }),
        sort: 'id',
        skipTotal: true,
      }),
    );
    return pipe(
      rows,
      TE.mapLeft(asOutage),
      TE.map(({ items }) => items.map(({ data }) => data)),
    );
  };

/**
 * Profiles and their ledger in PocketBase. `get` is one call. A write is one batch, and its compare-and-set is the unique
 * (profile, seq) together with the link of every entry to the one before: an entry can be written only directly behind
 * the last one, so the row that is written with it can be neither behind nor ahead of the ledger.
 */
export const pocketbaseProfileStore = (client: PocketbaseClient): ProfileStore => {
  const getAny = getFrom(client);
  return {
    get: (viewer, id) =>
      pipe(
        getAny(id),
        TE.flatMap((profile) => TE.fromEither(seenBy(viewer)(profile))),
      ),
    getAny,
    findCurrent: findCurrentIn(client),
    findBySession: findBySessionIn(client),
    list: listFrom(client),
    insert: insertInto(client),
    commit: commitTo(client),
    due: dueIn(client),
    scan: scanIn(client),
  };
};
