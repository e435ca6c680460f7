import type { ListedSession, StaffSession, StaffSessions } from '@portcullis/backoffice/ports';
import { E, type Either, pipe, type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { sequential, t } from '@portcullis/domain/kernel';
import { recordCodec, timestamp } from '@portcullis/domain/serialization';
import { compare, equal } from '../../driver/condition.ts';
import { getRow, IdRow, openWhole, pageOfRows } from '../../driver/read-rows.ts';
import { maxWrites, type RecordDriver, type WriteRejection } from '../../driver/record-driver.ts';
import { unexpectedRejection } from '../../driver/rejection.ts';
import type { RecordEncryption } from '../../keys/record-encryption.ts';
import { sealedContent } from '../../rows/sealed-content.ts';
import { pruneOldest } from '../prune-oldest.ts';
import { StoredIdentity } from './member-row.ts';

const table = 'staff_sessions';

const StaffSessionRow = t.type({
  id: t.string,
  member: t.string,
  used_at: timestamp,
  ends_at: timestamp,
  data: t.string,
});
type StaffSessionRow = t.TypeOf<typeof StaffSessionRow>;

/** The same, as far as it takes to say that it does not open. */
const RawSessionRow = t.type({ id: t.string, member: t.string });
const pageSize = 200;

const SessionContent = recordCodec(
  'session of staff',
  { secretDigest: t.string, member: StoredIdentity, createdAt: timestamp },
  {
    account: recordCodec('account of a session', { username: t.string, generation: t.number }),
    providerSession: t.string,
  },
);

/** It opens in no row of another session or member, and of none that lasts longer. */
const sealed = sealedContent(SessionContent, table, 'data', ['id', 'member', 'ends_at']);

const openSession = (encryption: RecordEncryption, row: StaffSessionRow): TaskEither<Unavailable, StaffSession> =>
  pipe(
    sealed.open(encryption, row, row.data),
    TE.map(({ member, ...content }) => ({
      id: row.id,
      ...content,
      member: { staffId: row.member, ...member },
      usedAt: row.used_at,
      endsAt: row.ends_at,
    })),
  );

const openListed =
  (encryption: RecordEncryption) =>
  (row: t.TypeOf<typeof RawSessionRow>): TaskEither<Unavailable, ListedSession> =>
    pipe(
      row,
      openWhole(StaffSessionRow, (whole) => openSession(encryption, whole)),
      TE.map((session) => ({ id: row.id, staffId: row.member, session })),
    );

/** A row that is gone is no failure. */
const unlessGone = (write: TaskEither<WriteRejection | Unavailable, unknown>): TaskEither<Unavailable, void> =>
  pipe(
    write,
    TE.map(() => undefined),
    TE.orElse((failure) =>
      failure._tag === 'NoSuchRow' ? TE.right(undefined) : TE.left(unexpectedRejection()(failure)),
    ),
  );

/** How often the sessions of a member are read again. Nobody can sign in and out so fast that it takes more reads. */
const endAllRounds = 400;

/**
 * Ends all sessions of a member. Where one was ended meanwhile the statement has deleted none, and the rest is read
 * again: a session that lives on after this would be one of somebody who has been shut out.
 */
const endAllIn =
  (driver: RecordDriver): StaffSessions['endAll'] =>
  (staffId) =>
  async () => {
    let ended = 0;
    for (let round = 1; round <= endAllRounds; round += 1) {
      const rows: Either<Unavailable, readonly IdRow[]> = await pageOfRows(driver, table, IdRow, {
        filter: equal({ member: staffId }),
        sort: ['id'],
        columns: ['id'],
        limit: maxWrites,
      })();
      if (E.isLeft(rows)) return rows;
      if (rows.right.length === 0) return E.right(ended);
      const deleted = await driver.transaction(rows.right.map(({ id }) => ({ kind: 'delete', table, id })))();
      if (E.isRight(deleted)) ended += rows.right.length;
      else if (deleted.left._tag !== 'NoSuchRow') return E.left(unexpectedRejection()(deleted.left));
    }
    return E.left(unavailable('database', 'sessions of a member began or ended as fast as they were deleted'));
  };

/** Stores sessions, one row each. Their content is sealed together with their owner. */
export const staffSessionsOver = (driver: RecordDriver, encryption: RecordEncryption): StaffSessions => ({
  insert: ({ endsAt, id, member: { staffId, ...member }, usedAt, ...content }) => {
    const row = { id, member: staffId, used_at: usedAt, ends_at: endsAt };
    return pipe(
      sealed.seal(encryption, row, { ...content, member }),
      TE.flatMap((data) => driver.transaction([{ kind: 'insert', table, row: { ...row, data } }])),
      TE.mapLeft(unexpectedRejection()),
    );
  },
  find: (id) =>
    pipe(
      getRow(driver, table, id, StaffSessionRow),
      TE.flatMap((row) => (row === null ? TE.right(null) : openSession(encryption, row))),
    ),
  touch: (id, usedAt) => unlessGone(driver.transaction([{ kind: 'update', table, id, columns: { used_at: usedAt } }])),
  end: (id) => unlessGone(driver.transaction([{ kind: 'delete', table, id }])),
  page: (after) =>
    pipe(
      pageOfRows(driver, table, RawSessionRow, { filter: compare('id', '>', after), sort: ['id'], limit: pageSize }),
      TE.flatMap((rows) => sequential(rows, openListed(encryption))),
      TE.map((sessions) => ({
        sessions,
        next: sessions.length < pageSize ? null : (sessions.at(-1)?.id ?? null),
      })),
    ),
  endAll: endAllIn(driver),
  prune: (endedBefore, limit) =>
    pruneOldest(driver, table, { filter: compare('ends_at', '<', endedBefore), sort: ['ends_at'] }, limit),
});
