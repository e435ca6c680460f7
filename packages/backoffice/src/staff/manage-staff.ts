import {
  type AlreadyExists,
  E,
  type Invalid,
  type NotFound,
  notFound,
  pipe,
  type StaffRole,
  type TaskEither,
  TE,
  type Tenant,
  type Unavailable,
  type VersionConflict,
} from '@portcullis/domain/kernel';
import type { Clock, IdGenerator } from '@portcullis/domain/ports';
import { isoNow } from '@portcullis/domain/use-cases';
import { useCase } from '../access/use-case.ts';
import type { PasswordHasher } from '../ports/password-hasher.ts';
import type { StaffAccount, StaffDirectory } from '../ports/staff-directory.ts';
import { type StaffSessions, staffIdFrom } from '../ports/staff-sessions.ts';
import { newStaffSecrets, type StaffSecrets } from './staff-secrets.ts';

/** An account with its secrets, which are shown now and never again. */
export type IssuedAccount = { readonly account: StaffAccount; readonly secrets: StaffSecrets };

export type AddStaff = (input: {
  readonly username: string;
  readonly name: string;
  readonly roles: readonly StaffRole[];
  readonly tenant: Tenant;
}) => TaskEither<Invalid | AlreadyExists | Unavailable, IssuedAccount>;

/** Replaces all secrets of an account, and ends its sessions. */
export type ResetStaff = (
  username: string,
) => TaskEither<Invalid | NotFound | VersionConflict | Unavailable, IssuedAccount>;

/** Disables or enables an account, or gives it other roles, and ends its sessions. */
export type ChangeStaff = (input: {
  readonly username: string;
  readonly isDisabled?: boolean;
  readonly roles?: readonly StaffRole[];
}) => TaskEither<Invalid | NotFound | VersionConflict | Unavailable, StaffAccount>;

type Deps = {
  readonly staffDirectory: StaffDirectory;
  readonly staffSessions: Pick<StaffSessions, 'endAll'>;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
  readonly ids: IdGenerator;
  readonly clock: Clock;
};

/** What every use case needs that changes accounts. */
const staffPorts = ['staffDirectory', 'staffSessions', 'passwords', 'ids', 'clock'] as const;

export const addStaff = useCase(
  'addStaff',
  staffPorts,
  ({ clock, ids, passwords, staffDirectory }: Deps): AddStaff =>
    ({ name, roles, tenant, username }) =>
    async () => {
      const { secrets, stored } = await newStaffSecrets({ ids, passwords }, username);
      const now = isoNow(clock);
      const member = { staffId: staffIdFrom(() => ids.id().slice(0, 12)), name, roles, tenant };
      const account = {
        username,
        member,
        isDisabled: false,
        ...stored,
        generation: 0,
        createdAt: now,
        updatedAt: now,
        version: 1,
      };
      const inserted = await staffDirectory.insert(account)();
      return E.isLeft(inserted) ? inserted : E.right({ account, secrets });
    },
);

/**
 * Changes an account first and ends its sessions then. A sign-in that overlaps looks at the account again once its
 * session is stored, so that none lives on by what the account was before.
 */
const replaceAccount =
  (
    { clock, staffDirectory, staffSessions }: Deps,
    username: string,
    change: (account: StaffAccount) => StaffAccount,
  ): TaskEither<NotFound | VersionConflict | Unavailable, StaffAccount> =>
  async () => {
    const found = await staffDirectory.find(username)();
    if (E.isLeft(found)) return found;
    if (found.right === null) return E.left(notFound);
    const { generation, version } = found.right;
    const raised = { generation: generation + 1, version: version + 1 };
    const account = { ...change(found.right), ...raised, updatedAt: isoNow(clock) };
    const replaced = await staffDirectory.replace(account)();
    if (E.isLeft(replaced)) return replaced;
    const ended = await staffSessions.endAll(account.member.staffId)();
    return E.isLeft(ended) ? ended : E.right(account);
  };

export const resetStaff = useCase(
  'resetStaff',
  staffPorts,
  (deps: Deps): ResetStaff =>
    (username) =>
    async () => {
      const { secrets, stored } = await newStaffSecrets(deps, username);
      const replaced = await replaceAccount(deps, username, (account) => ({ ...account, ...stored }))();
      return pipe(
        replaced,
        E.map((account) => ({ account, secrets })),
      );
    },
);

/** Removes an account whose row does not open, by its user name or the id of its member, and ends its sessions. */
export type RemoveDamagedStaff = (nameOrId: string) => TaskEither<Invalid | NotFound | Unavailable, string>;

export const removeDamagedStaff = useCase(
  'removeDamagedStaff',
  ['staffDirectory', 'staffSessions'],
  ({ staffDirectory, staffSessions }: Pick<Deps, 'staffDirectory' | 'staffSessions'>): RemoveDamagedStaff =>
    (nameOrId) =>
      pipe(
        staffDirectory.removeDamaged(nameOrId),
        TE.tap((staffId) => staffSessions.endAll(staffId)),
      ),
);

export const changeStaff = useCase(
  'changeStaff',
  staffPorts,
  (deps: Deps): ChangeStaff =>
    ({ isDisabled, roles, username }) =>
      replaceAccount(deps, username, (account) => ({
        ...account,
        isDisabled: isDisabled ?? account.isDisabled,
        member: { ...account.member, roles: roles ?? account.member.roles },
      })),
);
