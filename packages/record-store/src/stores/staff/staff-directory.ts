import { type NotFound, notFound, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { alreadyExists, sequential, t, versionConflict } from '@portcullis/domain/kernel';
import type { StaffAccount, StaffDirectory } from '@portcullis/domain/ports';
import { anyOf, compare, equal } from '../../driver/condition.ts';
import { decodeRow, getRow, openIfThere, orWhereDamaged, pageOfRows } from '../../driver/read-rows.ts';
import type { RecordDriver } from '../../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../../driver/rejection.ts';
import type { RecordEncryption } from '../../keys/record-encryption.ts';
import { openStaffMember, StaffMemberRow, staffMemberRow, staffMemberRowId } from './member-row.ts';

const table = 'staff_members';
const pageSize = 200;

/** A row as far as it takes to say that it does not open. */
const MemberIdRow = t.type({ id: t.string, member: t.string }, 'staff member row');

/** The account of a row; `null` where it does not open, which hides no other. */
const openListed =
  (encryption: RecordEncryption) =>
  (row: t.TypeOf<typeof MemberIdRow>): TaskEither<Unavailable, StaffAccount | null> =>
    pipe(
      TE.fromEither(decodeRow(StaffMemberRow, row)),
      TE.flatMap((whole): TaskEither<Unavailable, StaffAccount | null> => openStaffMember(encryption)(whole)),
      orWhereDamaged<StaffAccount | null>(() => TE.right(null)),
    );

type DamagedRow = t.TypeOf<typeof MemberIdRow>;

/** The first of these rows that does not open. */
const firstDamaged = (
  encryption: RecordEncryption,
  rows: readonly DamagedRow[],
): TaskEither<NotFound | Unavailable, DamagedRow> =>
  pipe(
    sequential(rows, openListed(encryption)),
    TE.flatMap((opened): TaskEither<NotFound | Unavailable, DamagedRow> => {
      const damaged = rows.find((_, n) => opened[n] === null);
      return damaged === undefined ? TE.left(notFound) : TE.right(damaged);
    }),
  );

const removeRow = (driver: RecordDriver, id: string): TaskEither<NotFound | Unavailable, void> =>
  pipe(
    driver.transaction([{ kind: 'delete', table, id }]),
    TE.mapLeft((failure) => (failure._tag === 'NoSuchRow' ? notFound : unexpectedRejection()(failure))),
  );

/** Stores accounts, one row each. A change is a compare-and-set of the version. */
export const staffDirectoryOver = (driver: RecordDriver, encryption: RecordEncryption): StaffDirectory => ({
  insert: (account) =>
    pipe(
      staffMemberRow(encryption, account),
      TE.flatMap((row) => driver.transaction([{ kind: 'insert', table, row }])),
      TE.mapLeft((failure) => (isNotUnique(failure, 'id') ? alreadyExists : unexpectedRejection()(failure))),
    ),
  find: (username) =>
    pipe(
      getRow(driver, table, staffMemberRowId(username), StaffMemberRow),
      TE.flatMap(openIfThere(openStaffMember(encryption))),
    ),
  page: (after) =>
    pipe(
      TE.Do,
      TE.bindW('rows', () =>
        pageOfRows(driver, table, MemberIdRow, { filter: compare('id', '>', after), sort: ['id'], limit: pageSize }),
      ),
      TE.bindW('opened', ({ rows }) => sequential(rows, openListed(encryption))),
      TE.map(({ opened, rows }) => ({
        accounts: opened.filter((account) => account !== null),
        damaged: rows.filter((_, n) => opened[n] === null).map(({ member }) => member),
        next: rows.length < pageSize ? null : (rows.at(-1)?.id ?? null),
      })),
    ),
  removeDamaged: (nameOrId) =>
    pipe(
      pageOfRows(driver, table, MemberIdRow, {
        filter: anyOf([equal({ id: staffMemberRowId(nameOrId) }), equal({ member: nameOrId })]),
        limit: pageSize,
      }),
      TE.flatMap((rows) => firstDamaged(encryption, rows)),
      TE.tap(({ id }) => removeRow(driver, id)),
      TE.map(({ member }) => member),
    ),
  replace: (account) =>
    pipe(
      staffMemberRow(encryption, account),
      TE.flatMap(({ data, id, version }) =>
        driver.updateIf({ table, id, expected: { version: version - 1 }, columns: { version, data } }),
      ),
      TE.flatMap((isDone) => (isDone ? TE.right(undefined) : TE.left(versionConflict))),
    ),
});
