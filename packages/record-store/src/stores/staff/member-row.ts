import type { StaffAccount } from '@portcullis/backoffice/ports';
import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { deterministicId, oneOf, staffRoles, t } from '@portcullis/domain/kernel';
import { nullable, recordCodec, timestamp } from '@portcullis/domain/serialization';
import type { RecordEncryption } from '../../keys/record-encryption.ts';
import { sealedContent } from '../../rows/sealed-content.ts';

/** A row of `staff_members`. */
export const StaffMemberRow = t.type({ id: t.string, member: t.string, version: t.number, data: t.string });
export type StaffMemberRow = t.TypeOf<typeof StaffMemberRow>;

/** The id of the row of a user name. */
export const staffMemberRowId = (username: string): string => deterministicId(`staff member ${username}`);

/** Who a member of staff is, without the id, which stands in a column. */
export const StoredIdentity = recordCodec('identity of staff', {
  name: t.string,
  roles: t.readonlyArray(oneOf(staffRoles)),
  tenant: recordCodec('tenant', { partnerId: t.string, teamId: nullable(t.string) }),
});

const AccountContent = recordCodec('account of staff', {
  username: t.string,
  member: StoredIdentity,
  generation: t.number,
  isDisabled: t.boolean,
  passwordHash: t.string,
  totpSecret: t.string,
  lastTotpStep: t.number,
  recoveryDigests: t.readonlyArray(t.string),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** It opens in no row of another name, member or version. */
const sealed = sealedContent(AccountContent, 'staff_members', 'data', ['id', 'member', 'version']);

/** The row of an account. Its content is sealed with the other columns. */
export const staffMemberRow = (
  encryption: RecordEncryption,
  { member: { staffId, ...member }, version, ...account }: StaffAccount,
): TaskEither<Unavailable, StaffMemberRow> => {
  const row = { id: staffMemberRowId(account.username), member: staffId, version };
  return pipe(
    sealed.seal(encryption, row, { ...account, member }),
    TE.map((data) => ({ ...row, data })),
  );
};

/** The account of a row. One that does not open is an outage. */
export const openStaffMember =
  (encryption: RecordEncryption) =>
  (row: StaffMemberRow): TaskEither<Unavailable, StaffAccount> =>
    pipe(
      sealed.open(encryption, row, row.data),
      TE.map((account) => ({ ...account, member: { staffId: row.member, ...account.member }, version: row.version })),
    );
