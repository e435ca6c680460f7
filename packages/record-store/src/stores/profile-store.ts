import {
  E,
  type Either,
  type NotFound,
  notFound,
  type Profile,
  type ProfileId,
  type ProfileStore,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
  type VersionConflict,
} from '@portcullis/domain';
import {
  type AlreadyExists,
  alreadyExists,
  contradictedRecord,
  damagedRecord,
  outageCauseOf,
  sequential,
  t,
  versionConflict,
} from '@portcullis/domain/kernel';
import type { LeftOut, ProfileChange } from '@portcullis/domain/ports';
import { isConsistentChange, previousVersion } from '@portcullis/domain/serialization';
import { compare } from '../driver/condition.ts';
import { decodeRow, pageOfRows } from '../driver/read-rows.ts';
import type { PageQuery, RecordDriver, Row, WriteRejection } from '../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../driver/rejection.ts';
import { isRowId } from '../driver/row-id.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { encodeColumnText } from '../rows/column-text.ts';
import { erasedOpener, type OpenErased, profileOfRow, visibleProfileOfRow } from '../rows/open-profile.ts';
import { currentCondition, dueCondition } from '../rows/profile-conditions.ts';
import { erasedContext, isErased, ProfileRow, type RowEncryption, referenceKey } from '../rows/profile-row.ts';
import { insertWrites, type ProfileWrite, updateWrites } from '../rows/profile-writes.ts';
import { listProfilesOver } from './listing/list-profiles.ts';
import type { OpenedRows, ProfileRows } from './listing/profile-rows.ts';

const DueRow = t.type({ id: t.string, due_at: t.string });
/** A session whose profile is gone belongs to nobody. */
const SessionRow = t.intersection([
  t.type({ session: t.string, profile: t.string }),
  t.partial({ related: t.partial({ profile: t.UnknownRecord }) }),
]);

type OpenRow<Failure> = (
  encryption: RecordEncryption,
  openErased: OpenErased,
) => (row: ProfileRow) => Either<Failure, Profile>;

/** Every profile of some rows that opens, and those that do not: nothing is asked for a single row. */
const openListed = (encryption: RecordEncryption, rows: readonly ProfileRow[]): TaskEither<Unavailable, OpenedRows> => {
  const openEach = (openErased: OpenErased): OpenedRows => {
    const profiles: Profile[] = [];
    const damaged: LeftOut[] = [];
    for (const row of rows) {
      const profile = profileOfRow(encryption, openErased)(row);
      if (E.isRight(profile)) profiles.push(profile.right);
      else damaged.push({ id: row.id, cause: outageCauseOf(profile.left) });
    }
    return { profiles, damaged };
  };
  return pipe(erasedOpener(encryption, rows), TE.map(openEach));
};

/** The profile of a row. One that does not open is told as such, with its id: nobody could tell that it is missing. */
const openRow =
  <Failure extends NotFound | Unavailable>(encryption: RecordEncryption, open: OpenRow<Failure>) =>
  (row: ProfileRow): TaskEither<Failure | Unavailable, Profile> =>
    pipe(
      erasedOpener(encryption, [row]),
      TE.flatMap((openErased) => TE.fromEither(open(encryption, openErased)(row))),
      TE.mapLeft((failure) => (failure._tag === 'NotFound' ? failure : { ...failure, profileId: row.id })),
    );

const orNotFound = <A>(found: A | null): TaskEither<NotFound, A> =>
  found === null ? TE.left(notFound) : TE.right(found);

/** The meaning of a rejected transaction, by the write that was rejected. */
const transactionFailure =
  (writes: readonly ProfileWrite[]) =>
  (failure: WriteRejection | Unavailable): AlreadyExists | VersionConflict | Unavailable => {
    if (failure._tag === 'Unavailable') return failure;
    const part = writes[failure.write]?.purpose;
    const lacksReference = failure._tag === 'MissingReference';
    if (part === 'moved ledger' && (lacksReference || isNotUnique(failure, 'id', 'profile', 'seq')))
      return versionConflict;
    if (part === 'moved profile' && (lacksReference || failure._tag === 'NoSuchRow')) return versionConflict;
    if (part === 'added key' && isNotUnique(failure, 'id', 'profile')) return alreadyExists;
    if (part === 'added profile' && isNotUnique(failure, 'id', 'current_key')) return alreadyExists;
    return unexpectedRejection()(failure);
  };

const inconsistentChange = contradictedRecord('an inconsistent change');

/** When the data of a profile was destroyed, its version has changed. */
const asConflictIfErased = (failure: NotFound | Unavailable): VersionConflict | Unavailable =>
  failure._tag === 'NotFound' ? versionConflict : failure;

/** The seal of an erased profile's row: its own key is destroyed. */
const erasedEncryption = ({ serviceKeys }: RecordEncryption, id: ProfileId): TaskEither<Unavailable, RowEncryption> =>
  pipe(
    serviceKeys.textSealer,
    TE.map((seal) => ({ sealErased: (text: string) => seal(erasedContext(id), text) })),
  );

/** The keys with which the row of a stored profile is written. */
const rowEncryption = (
  encryption: RecordEncryption,
  profile: Profile,
): TaskEither<VersionConflict | Unavailable, RowEncryption> => {
  const { dataKeys, lookUpDigest } = encryption;
  if (isErased(profile)) return erasedEncryption(encryption, profile.id);
  return pipe(
    TE.Do,
    TE.bindW('digest', () => lookUpDigest),
    TE.bindW('key', () => dataKeys.findOrCreate(profile.id)),
    TE.mapLeft(asConflictIfErased),
  );
};

const insertBatch = (
  encryption: RecordEncryption,
  added: ProfileChange,
  replaced: ProfileChange | null,
): TaskEither<VersionConflict | Unavailable, readonly ProfileWrite[]> => {
  const { dataKeys, lookUpDigest } = encryption;
  const newKey = dataKeys.create(added.profile.id);
  const moving: TaskEither<VersionConflict | Unavailable, readonly ProfileWrite[]> =
    replaced === null
      ? TE.right([])
      : pipe(
          rowEncryption(encryption, replaced.profile),
          TE.map((keys) => updateWrites(replaced, keys)),
        );
  return pipe(
    TE.Do,
    TE.bindW('moved', () => moving),
    TE.bindW('digest', () => lookUpDigest),
    TE.map(({ moved, digest }) => [...moved, ...insertWrites(added, newKey, digest)]),
  );
};

const sendWrites = (driver: RecordDriver, writes: readonly ProfileWrite[]) =>
  pipe(driver.transaction(writes.map(({ write }) => write)), TE.mapLeft(transactionFailure(writes)));

const insertInto =
  (driver: RecordDriver, encryption: RecordEncryption): ProfileStore['insert'] =>
  (added, replaced) => {
    const isConsistent =
      isConsistentChange(added) && previousVersion(added) === 0 && (replaced === null || isConsistentChange(replaced));
    if (!isConsistent) return TE.left(inconsistentChange);
    return pipe(
      insertBatch(encryption, added, replaced),
      TE.flatMap((writes) => sendWrites(driver, writes)),
    );
  };

const asConflict = (failure: AlreadyExists | VersionConflict | Unavailable): VersionConflict | Unavailable =>
  failure._tag === 'AlreadyExists' ? versionConflict : failure;

const commitTo =
  (driver: RecordDriver, encryption: RecordEncryption): ProfileStore['commit'] =>
  (change: ProfileChange) => {
    if (!isConsistentChange(change)) return TE.left(inconsistentChange);
    return pipe(
      rowEncryption(encryption, change.profile),
      TE.flatMap((keys) => sendWrites(driver, updateWrites(change, keys))),
      TE.mapLeft(asConflict),
    );
  };

/** A row whose data and key have no form keeps its columns for its place in a list, and opens to nothing. */
const profileRowIn = (row: Row): Either<Unavailable, ProfileRow> => {
  const { related: _, ...columns } = row;
  const known = decodeRow(ProfileRow, row);
  return E.isRight(known) ? known : decodeRow(ProfileRow, { ...columns, data: null });
};

/** Reads rows with their keys. */
const readProfileRows =
  (driver: RecordDriver) =>
  (query: PageQuery): TaskEither<Unavailable, readonly ProfileRow[]> =>
    pipe(
      driver.page('profiles', { ...query, related: 'key' }),
      TE.flatMap((rows) => sequential(rows, (row) => TE.fromEither(profileRowIn(row)))),
    );

const readProfileRow = (driver: RecordDriver, id: ProfileId): TaskEither<Unavailable, ProfileRow | null> =>
  pipe(
    driver.get('profiles', id, { related: 'key' }),
    TE.flatMap((row) => TE.fromEither(row === null ? E.right(null) : profileRowIn(row))),
  );

const getFrom =
  (driver: RecordDriver, encryption: RecordEncryption, open: OpenRow<NotFound | Unavailable>) =>
  (id: ProfileId): TaskEither<NotFound | Unavailable, Profile> => {
    if (!isRowId(id)) return TE.left(notFound);
    return pipe(readProfileRow(driver, id), TE.flatMap(orNotFound), TE.flatMap(openRow(encryption, open)));
  };

const findCurrentIn =
  (driver: RecordDriver, encryption: RecordEncryption): ProfileStore['findCurrent'] =>
  (owner, reference) =>
    pipe(
      encryption.lookUpDigest,
      TE.map((digest) => currentCondition(owner, reference, digest)),
      TE.flatMap((filter) => readProfileRows(driver)({ filter, limit: 1 })),
      TE.flatMap(([first]) => (first ? openRow(encryption, profileOfRow)(first) : TE.right(null))),
    );

/** A session that the profile has not opened was given to it by somebody else. An erased profile has none any more. */
const ifOpened = (profile: Profile, sessionId: string): Either<Unavailable, Profile> =>
  isErased(profile) || profile.evidence.some((item) => item.kind === 'liveness_session' && item.sessionId === sessionId)
    ? E.right(profile)
    : E.left(damagedRecord(`profile ${profile.id} has not opened the session of its row`));

/**
 * The row of a session's profile. An engine that failed to follow the reference may answer the session alone, so the
 * profile is asked for before it counts as gone.
 */
const profileRowOf = (
  driver: RecordDriver,
  session: t.TypeOf<typeof SessionRow> | undefined,
): TaskEither<Unavailable, ProfileRow | null> => {
  if (session === undefined) return TE.right(null);
  const followed = session.related?.profile;
  return followed === undefined ? readProfileRow(driver, session.profile) : TE.fromEither(profileRowIn(followed));
};

const findBySessionIn =
  (driver: RecordDriver, encryption: RecordEncryption): ProfileStore['findBySession'] =>
  (viewer, sessionId) =>
    pipe(
      pageOfRows(driver, 'liveness_sessions', SessionRow, {
        filter: compare('session', '=', encodeColumnText(sessionId)),
        related: 'profile.key',
        limit: 1,
      }),
      TE.flatMap(([first]) => profileRowOf(driver, first)),
      TE.flatMap(orNotFound),
      TE.flatMap(openRow(encryption, visibleProfileOfRow(viewer))),
      TE.flatMap((profile) => TE.fromEither(ifOpened(profile, sessionId))),
    );

const dueIn =
  (driver: RecordDriver): ProfileStore['due'] =>
  (now, limit, filter = {}) =>
    pipe(
      pageOfRows(driver, 'profiles', DueRow, {
        filter: dueCondition(now, filter),
        sort: ['due_at', 'id'],
        columns: ['id', 'due_at'],
        limit,
      }),
      TE.map((rows) => rows.map(({ id, due_at: at }) => ({ id, at }))),
    );

const scanIn =
  (driver: RecordDriver, encryption: RecordEncryption): ProfileStore['scan'] =>
  (after, limit) =>
    pipe(
      TE.Do,
      TE.bindW('rows', () => readProfileRows(driver)({ filter: compare('id', '>', after ?? ''), limit, sort: ['id'] })),
      TE.bindW('opened', ({ rows }) => openListed(encryption, rows)),
      TE.map(({ opened, rows }) => ({ ...opened, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) })),
    );

/** Reads the rows of profiles, and opens them, for lists. */
export const profileRowsOver = (driver: RecordDriver, encryption: RecordEncryption): ProfileRows => ({
  read: readProfileRows(driver),
  open: (rows) => openListed(encryption, rows),
  referenceKey: (viewer, reference) =>
    reference === undefined
      ? TE.right(null)
      : pipe(
          encryption.lookUpDigest,
          TE.map((digest) => referenceKey(viewer, reference, digest)),
        ),
});

/**
 * Stores profiles and their ledger. `get` is one call. A write is one transaction, and its
 * compare-and-set is the unique (profile, seq) together with the link of every entry to the previous one: an entry can
 * be written only directly after the last one, so the row that is written with it can be neither behind nor ahead of
 * the ledger.
 */
export const profileStoreOver = (driver: RecordDriver, encryption: RecordEncryption): ProfileStore => ({
  get: (viewer, id) => getFrom(driver, encryption, visibleProfileOfRow(viewer))(id),
  getAny: getFrom(driver, encryption, profileOfRow),
  findCurrent: findCurrentIn(driver, encryption),
  findBySession: findBySessionIn(driver, encryption),
  list: listProfilesOver(profileRowsOver(driver, encryption)),
  insert: insertInto(driver, encryption),
  commit: commitTo(driver, encryption),
  due: dueIn(driver),
  scan: scanIn(driver, encryption),
});
