import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { alreadyExists, sequential, versionConflict } from '@portcullis/domain/kernel';
import type { StaffAccount, StaffDirectory } from '@portcullis/domain/ports';
import { compare } from '../../driver/condition.ts';
import { getRow, openIfThere, orWhereDamaged, pageOfRows } from '../../driver/read-rows.ts';
import type { RecordDriver } from '../../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../../driver/rejection.ts';
import type { RecordEncryption } from '../../keys/record-encryption.ts';
import { openStaffMember, StaffMemberRow, staffMemberRow, staffMemberRowId } from './member-row.ts';

const table = 'staff_members';
const pageSize = 200;

/** The account of a row; `null` where it does not open, which hides no other. */
const openListed =
  (encryption: RecordEncryption) =>
  (row: StaffMemberRow): TaskEither<Unavailable, StaffAccount | null> =>
    pipe(
      openStaffMember(encryption)(row),
      orWhereDamaged<StaffAccount | null>(() => TE.right(null)),
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
        pageOfRows(driver, table, StaffMemberRow, { filter: compare('id', '>', after), sort: ['id'], limit: pageSize }),
      ),
      TE.bindW('opened', ({ rows }) => sequential(rows, openListed(encryption))),
      TE.map(({ opened, rows }) => ({
        accounts: opened.filter((account) => account !== null),
        damaged: rows.filter((_, n) => opened[n] === null).map(({ member }) => member),
        next: rows.length < pageSize ? null : (rows.at(-1)?.id ?? null),
      })),
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
