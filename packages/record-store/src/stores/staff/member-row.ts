import { E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { damagedRecord, decode, deterministicId, oneOf, parseJson, staffRoles, t } from '@portcullis/domain/kernel';
import type { StaffAccount, StaffIdentity } from '@portcullis/domain/ports';
import { nullable, recordCodec, timestamp } from '@portcullis/domain/serialization';
import type { RecordEncryption } from '../../keys/record-encryption.ts';
import type { TextContext } from '../../keys/service-keys.ts';

/** A row of `staff_members`. */
export const StaffMemberRow = t.type(
  { id: t.string, member: t.string, version: t.number, data: t.string },
  'staff member row',
);
export type StaffMemberRow = t.TypeOf<typeof StaffMemberRow>;

/** The id of the row of a user name. */
export const staffMemberRowId = (username: string): string => deterministicId(`staff member ${username}`);

/** The stored form of who a member of staff is. */
export const StoredIdentity = recordCodec(
  'identity of staff',
  { name: t.string, roles: t.readonlyArray(oneOf(staffRoles)), partner_id: t.string, team_id: nullable(t.string) },
  {},
);

export const storedIdentity = ({ name, roles, tenant }: StaffIdentity): t.OutputOf<typeof StoredIdentity> => ({
  name,
  roles,
  partner_id: tenant.partnerId,
  team_id: tenant.teamId,
});

export const identityOf = (
  staffId: string,
  { name, partner_id: partnerId, roles, team_id: teamId }: t.TypeOf<typeof StoredIdentity>,
): StaffIdentity => ({ staffId, name, roles, tenant: { partnerId, teamId } });

const StoredAccount = recordCodec(
  'account of staff',
  {
    username: t.string,
    member: StoredIdentity,
    disabled: t.boolean,
    password: t.string,
    totp: t.string,
    last_step: t.number,
    recovery: t.readonlyArray(t.string),
    created_at: timestamp,
    updated_at: timestamp,
  },
  {},
);

/** The context of what is sealed: it opens in no row of another name, member or version. */
const staffMemberContext = ({ id, member, version }: Omit<StaffMemberRow, 'data'>): TextContext => [
  'staff_members',
  JSON.stringify([id, member, version]),
  'data',
];

const storedText = (account: StaffAccount): string =>
  JSON.stringify({
    username: account.username,
    member: storedIdentity(account.member),
    disabled: account.isDisabled,
    password: account.passwordHash,
    totp: account.totpSecret,
    last_step: account.lastTotpStep,
    recovery: account.recoveryDigests,
    created_at: account.createdAt,
    updated_at: account.updatedAt,
  });

/** The row of an account. Its text is sealed with the other columns. */
export const staffMemberRow = (
  { serviceKeys }: RecordEncryption,
  account: StaffAccount,
): TaskEither<Unavailable, StaffMemberRow> => {
  const { member, username, version } = account;
  const columns = { id: staffMemberRowId(username), member: member.staffId, version };
  return pipe(
    serviceKeys.sealText(staffMemberContext(columns), storedText(account)),
    TE.map((data) => ({ ...columns, data })),
  );
};

const accountOf = ({ member, version }: StaffMemberRow, text: string): Either<Unavailable, StaffAccount> => {
  const stored = decode(StoredAccount, parseJson(text));
  if (E.isLeft(stored)) return E.left(damagedRecord(stored.left));
  const { created_at, disabled, last_step, password, recovery, totp, updated_at, username } = stored.right;
  return E.right({
    username,
    member: identityOf(member, stored.right.member),
    isDisabled: disabled,
    passwordHash: password,
    totpSecret: totp,
    lastTotpStep: last_step,
    recoveryDigests: recovery,
    createdAt: created_at,
    updatedAt: updated_at,
    version,
  });
};

/** The account of a row. One that does not open is an outage. */
export const openStaffMember =
  ({ serviceKeys }: RecordEncryption) =>
  (row: StaffMemberRow): TaskEither<Unavailable, StaffAccount> =>
    pipe(
      serviceKeys.openText(staffMemberContext(row), row.data),
      TE.flatMap((text) => TE.fromEither(accountOf(row, text))),
    );
