import { type Environment, scryptPasswords } from '@portcullis/app/configuration';
import { addStaff, type IssuedAccount, resetStaff } from '@portcullis/backoffice';
import { E } from '@portcullis/domain';
import type { StaffRole } from '@portcullis/domain/kernel';
import { ids, openRecords } from '../command/open-records.ts';
import { sandboxError } from './sandbox-error.ts';

/** Somebody who can sign in at the console of a sandbox. */
export type SandboxStaff = {
  readonly username: string;
  readonly name: string;
  readonly roles: readonly StaffRole[];
  /** The partner whose profiles they see; that of the built-in client by default. */
  readonly partnerId?: string;
};

/** The member of staff who is there without further ado. */
export const sandboxMember: SandboxStaff = { username: 'staff', name: 'Sandbox Staff', roles: ['senior', 'admin'] };

/**
 * Makes a member of staff, or gives the one of that name new secrets. `records` are the
 * variables by which the database of the sandbox is opened.
 */
export const seedStaff = async (records: Environment, member: SandboxStaff): Promise<IssuedAccount> => {
  const opened = openRecords(records);
  if (E.isLeft(opened)) throw sandboxError(opened.left.lines.join(' '));
  const deps = { ...opened.right, passwords: scryptPasswords(), ids, clock: { now: () => Date.now() } };
  const { name, partnerId = 'sandbox', roles, username } = member;
  const added = await addStaff(deps)({ username, name, roles, tenant: { partnerId, teamId: null } })();
  if (E.isRight(added)) return added.right;
  const reset = await resetStaff(deps)(member.username)();
  if (E.isLeft(reset)) throw sandboxError(`No member of staff was made (${reset.left._tag}).`);
  return reset.right;
};
