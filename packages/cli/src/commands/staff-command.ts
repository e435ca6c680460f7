import { type Environment, scryptPasswords } from '@portcullis/app/configuration';
import {
  type AddStaff,
  addStaff,
  changeStaff,
  endSessions,
  type IssuedAccount,
  removeDamagedStaff,
  resetStaff,
} from '@portcullis/backoffice';
import type { StaffAccount } from '@portcullis/backoffice/ports';
import { E, type Either } from '@portcullis/domain';
import {
  type AlreadyExists,
  hasOuterBlanks,
  type Invalid,
  isOfOneRecord,
  type NotFound,
  type StaffRole,
  staffRoles,
  type Unavailable,
  type VersionConflict,
} from '@portcullis/domain/kernel';
import { defineCommand, leavingOut, parsedBy, recordsNeeds, recordsRefused } from '../command/command-line.ts';
import { type CommandResult, misused, unavailableResult } from '../command/command-result.ts';
import { databaseClock } from '../command/database-clock.ts';
import { eachPage } from '../command/each-page.ts';
import { partnerWarning } from '../command/named-partner.ts';
import { ids, openRecordsToWrite, type Records } from '../command/open-records.ts';

type StaffFailure = AlreadyExists | Invalid | NotFound | VersionConflict | Unavailable;

const rowDamaged =
  'The row of this member was changed in the database, and does not open. npx portcullis staff list names the id, by which end-sessions ends their sessions. Restore the row from the backup, or remove it with disable, and add the member again.';

const failureResult = (failure: StaffFailure): CommandResult => {
  if (failure._tag === 'Unavailable' && isOfOneRecord(failure)) return { code: 1, lines: [rowDamaged] };
  if (failure._tag === 'Invalid' || failure._tag === 'Unavailable') return unavailableResult(failure);
  const lines = {
    AlreadyExists: 'There is a member of staff with this name already.',
    NotFound: 'There is no member of staff with this name.',
    VersionConflict: 'Somebody is changing this member at this moment: try again.',
  };
  return { code: 1, lines: [lines[failure._tag]] };
};

const secretLines = ({ account: { member, username }, secrets }: IssuedAccount): readonly string[] => [
  `${username} signs in at the console, and is ${member.staffId} in ledgers and logs.`,
  'This is told once, and kept nowhere in clear:',
  '',
  `  password        ${secrets.password}`,
  `  second factor   ${secrets.otpauth}`,
  '  recovery codes, each good for one sign-in in place of a code:',
  ...secrets.recoveryCodes.map((code) => `    ${code}`),
];

const objectOf = ({ isDisabled, member, username }: StaffAccount): object => {
  const { tenant, ...shown } = member;
  return { username, ...shown, ...tenant, isDisabled };
};

const rowOf = ({ isDisabled, member, username }: StaffAccount): string => {
  const { roles, staffId, tenant } = member;
  const words = [username, staffId, roles.join(','), tenant.partnerId, tenant.teamId ?? '-'];
  return [...words, isDisabled ? 'disabled' : 'enabled'].join('\t');
};

const listAll = async ({ staffDirectory }: Records): Promise<CommandResult> => {
  const found: StaffAccount[] = [];
  const hidden: string[] = [];
  const read = await eachPage(
    null,
    (after: string | null) => staffDirectory.page(after ?? ''),
    ({ accounts, damaged }) => {
      found.push(...accounts);
      hidden.push(
        ...damaged.map((id) => `The row of the member ${id} was changed in the database, and does not open.`),
      );
    },
  );
  if (E.isLeft(read)) return unavailableResult(read.left);
  const lines = found.map(rowOf).toSorted();
  return { code: hidden.length === 0 ? 0 : 2, lines, objects: found.map(objectOf), wrong: hidden };
};

const issuedObject = ({ account, secrets: { otpauth, password, recoveryCodes } }: IssuedAccount): object => ({
  ...objectOf(account),
  password,
  otpauth,
  recovery_codes: recoveryCodes,
});

const issuedResult = (issued: Either<StaffFailure, IssuedAccount>): CommandResult =>
  E.isLeft(issued)
    ? failureResult(issued.left)
    : { code: 0, lines: secretLines(issued.right), objects: [issuedObject(issued.right)] };

const changedResult = (changed: Either<StaffFailure, StaffAccount>): CommandResult =>
  E.isLeft(changed)
    ? failureResult(changed.left)
    : { code: 0, lines: [rowOf(changed.right)], objects: [objectOf(changed.right)] };

/** Disables a member. Of one whose row does not open nothing is left to disable: the row is removed. */
const disable = async (deps: Deps, nameOrId: string): Promise<CommandResult> => {
  const removed = await removeDamagedStaff(deps)(nameOrId)();
  if (E.isRight(removed))
    return { code: 0, lines: [`The row of ${removed.right} did not open: it is removed, and the sessions are ended.`] };
  if (removed.left._tag !== 'NotFound') return failureResult(removed.left);
  return changedResult(await changeStaff(deps)({ username: nameOrId, isDisabled: true })());
};

const ended = async (deps: Records, member: string | null): Promise<CommandResult> => {
  const count = await endSessions(deps)(member)();
  return E.isLeft(count) ? failureResult(count.left) : { code: 0, lines: [`Sessions ended: ${count.right}.`] };
};

type Deps = Records & Parameters<typeof addStaff>[0];

const withStaff = async (env: Environment, use: (deps: Deps) => Promise<CommandResult>): Promise<CommandResult> => {
  const records = await openRecordsToWrite(env);
  if (E.isLeft(records)) return records.left;
  const clock = await databaseClock(records.right);
  if (E.isLeft(clock)) return clock.left;
  return use({ ...records.right, passwords: scryptPasswords(), ids, clock: clock.right });
};

const add = async (deps: Deps, env: Environment, account: Parameters<AddStaff>[0]): Promise<CommandResult> => {
  const { code, lines, objects = [] } = issuedResult(await addStaff(deps)(account)());
  const warning = code === 0 ? await partnerWarning(deps, env, account.tenant.partnerId) : [];
  const warned = warning.map((message) => ({ message }));
  return { code, lines: [...lines, ...(warning.length > 0 ? ['', ...warning] : [])], objects: [...objects, ...warned] };
};

const parseRoles = parsedBy(
  (text): readonly StaffRole[] | null => {
    const words = text.split(',').map((word) => word.trim());
    const roles = staffRoles.filter((role) => words.includes(role));
    return roles.length > 0 && roles.length === new Set(words).size ? roles : null;
  },
  `It must be some of ${staffRoles.join(', ')}, separated by commas.`,
);

/** The fault of the named member, without the input, which names a person. */
const misnamed = (username: string, name: string, partner: string, team: string): string | null => {
  if (!/^[a-z0-9][a-z0-9._@-]{1,63}$/.test(username)) return '<user> must be 2 to 64 of a-z 0-9 . _ @ -.';
  if (name === '' || name.length > 100) return '--name must have 1 to 100 characters.';
  if (partner === '') return '--partner must not be empty.';
  return hasOuterBlanks(partner) || hasOuterBlanks(team)
    ? '--partner and --team must not begin or end with a blank.'
    : null;
};

/** `npx portcullis staff`: who signs in at the console with a password. */
export const staffCommand = defineCommand({
  name: 'staff',
  description: 'Looks after the members of staff who sign in at the console with a password.',
  notes: `${recordsNeeds} Exit code: 0 when it is done; 1 when there is no such member, there is one of the name already, somebody else changes them, or ${recordsRefused}; ${leavingOut}.`,
  crashMessage: 'It could not be done',
  build: (line, { env, finish }) => {
    const user = 'the name with which they sign in: 2 to 64 of a-z 0-9 . _ @ -';
    const change = (username: string, to: { readonly isDisabled?: boolean; readonly roles?: readonly StaffRole[] }) =>
      finish(withStaff(env, async (deps) => changedResult(await changeStaff(deps)({ username, ...to })())));
    line
      .command('add')
      .description('adds a member, and prints their password, second factor and recovery codes, once')
      .argument('<user>', user)
      .requiredOption('--name <name>', 'their name for people')
      .requiredOption('--roles <roles>', `some of ${staffRoles.join(', ')}, separated by commas`, parseRoles)
      .requiredOption('--partner <id>', 'whose profiles they see')
      .option('--team <id>', 'the team of the partner', '')
      .action((username, { name, partner, roles, team }) => {
        const why = misnamed(username, name, partner, team);
        if (why !== null) return finish(misused(why));
        const tenant = { partnerId: partner, teamId: team || null };
        return finish(withStaff(env, (deps) => add(deps, env, { username, name, roles, tenant })));
      });
    line
      .command('list')
      .description('lists the members: user, id, roles, partner, team, state')
      .action(() => finish(withStaff(env, listAll)));
    line
      .command('reset')
      .description('prints new secrets, once; the old ones and all sessions end')
      .argument('<user>', user)
      .action((username) => finish(withStaff(env, async (deps) => issuedResult(await resetStaff(deps)(username)()))));
    line
      .command('end-sessions')
      .description('ends the sessions of a member at once, also of an identity provider; they may sign in again')
      .argument('[member]', 'the name with which they sign in, or their id: staff- and 12 characters')
      .option('--all', 'the sessions of everybody')
      .action((member, { all }) =>
        (member === undefined) === (all === true)
          ? finish(withStaff(env, (deps) => ended(deps, member ?? null)))
          : finish(misused('Give either <member> or --all.')),
      );
    line
      .command('disable')
      .description('lets a member sign in no more, and ends their sessions; removes one whose row does not open')
      .argument('<user>', `${user}; the id of a member whose row does not open`)
      .action((username) => finish(withStaff(env, (deps) => disable(deps, username))));
    line
      .command('enable')
      .description('lets a member sign in again')
      .argument('<user>', user)
      .action((username) => change(username, { isDisabled: false }));
    line
      .command('roles')
      .description('gives a member other roles, and ends their sessions')
      .argument('<user>', user)
      .requiredOption('--roles <roles>', `some of ${staffRoles.join(', ')}, separated by commas`, parseRoles)
      .action((username, { roles }) => change(username, { roles }));
  },
});
