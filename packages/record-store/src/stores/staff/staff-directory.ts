import type { StaffDirectory } from '@portcullis/backoffice/ports';
import {
  E,
  type Either,
  type NotFound,
  notFound,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain';
import { alreadyExists, sequential, t, versionConflict } from '@portcullis/domain/kernel';
import { compare } from '../../driver/condition.ts';
import { getRow, openIfThere, openWhole, pageOfRows } from '../../driver/read-rows.ts';
import type { RecordDriver } from '../../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../../driver/rejection.ts';
import type { RecordEncryption } from '../../keys/record-encryption.ts';
import { openStaffMember, StaffMemberRow, staffMemberRow, staffMemberRowId } from './member-row.ts';

const table = 'staff_members';
const pageSize = 200;

/** A row as far as it takes to say that it does not open. */
const MemberIdRow = t.type({ id: t.string, member: t.string });

const openListed = (encryption: RecordEncryption) => openWhole(StaffMemberRow, openStaffMember(encryption));

type DamagedRow = t.TypeOf<typeof MemberIdRow>;

const pageAfter = (driver: RecordDriver, after: string): TaskEither<Unavailable, readonly DamagedRow[]> =>
  pageOfRows(driver, table, MemberIdRow, { filter: compare('id', '>', after), sort: ['id'], limit: pageSize });

/** The row of a user name or of a member's id. No index has the members, so that all rows are read. */
const findRow =
  (driver: RecordDriver, nameOrId: string): TaskEither<NotFound | Unavailable, DamagedRow> =>
  async () => {
    const id = staffMemberRowId(nameOrId);
    for (let after: string | null = ''; after !== null; ) {
      const rows: Either<Unavailable, readonly DamagedRow[]> = await pageAfter(driver, after)();
      if (E.isLeft(rows)) return rows;
      const found = rows.right.find((row) => row.id === id || row.member === nameOrId);
      if (found !== undefined) return E.right(found);
      after = rows.right.length < pageSize ? null : (rows.right.at(-1)?.id ?? null);
    }
    return E.left(notFound);
  };

/** The row, where it does not open. */
const damagedOf = (encryption: RecordEncryption, row: DamagedRow): TaskEither<NotFound | Unavailable, DamagedRow> =>
  pipe(
    openListed(encryption)(row),
    TE.flatMap(
      (account): TaskEither<NotFound | Unavailable, DamagedRow> =>
        account === null ? TE.right(row) : TE.left(notFound),
    ),
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
      TE.bindW('rows', () => pageAfter(driver, after)),
      TE.bindW('opened', ({ rows }) => sequential(rows, openListed(encryption))),
      TE.map(({ opened, rows }) => ({
        accounts: opened.filter((account) => account !== null),
        damaged: rows.filter((_, n) => opened[n] === null).map(({ member }) => member),
        next: rows.length < pageSize ? null : (rows.at(-1)?.id ?? null),
      })),
    ),
  removeDamaged: (nameOrId) =>
    pipe(
      findRow(driver, nameOrId),
      TE.flatMap((row) => damagedOf(encryption, row)),
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
