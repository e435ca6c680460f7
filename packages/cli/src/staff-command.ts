import { type Environment, scryptPasswords } from '@portcullis/app/configuration';
import { type Clock, E, type Either } from '@portcullis/domain';
import type { AlreadyExists, NotFound, Unavailable, VersionConflict } from '@portcullis/domain/kernel';
import type { StaffAccount } from '@portcullis/domain/ports';
import { addStaff, changeStaff, type IssuedAccount, resetStaff } from '@portcullis/domain/use-cases';
import { type CommandResult, unavailableResult } from './command/command-result.ts';
import { databaseClock } from './command/database-clock.ts';
import { defineCommand } from './command/define-command.ts';
import { partnerWarning } from './command/named-partner.ts';
import { ids, openRecordsToWrite, type Records } from './command/open-records.ts';
import { parseStaffArgs, type StaffArgs, staffOptions, staffUsage } from './staff-args.ts';

const failureResult = (failure: AlreadyExists | NotFound | VersionConflict | Unavailable): CommandResult => {
  if (failure._tag === 'Unavailable') return unavailableResult(failure);
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

const rowOf = ({ isDisabled, member, username }: StaffAccount): string => {
  const { roles, staffId, tenant } = member;
  const words = [username, staffId, roles.join(','), tenant.partnerId, tenant.teamId ?? '-'];
  return [...words, isDisabled ? 'disabled' : 'enabled'].join('\t');
};

const listAll = async ({ staffDirectory }: Records): Promise<CommandResult> => {
  const lines: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page: Either<Unavailable, { readonly accounts: readonly StaffAccount[]; readonly next: string | null }> =
      await staffDirectory.page(after)();
    if (E.isLeft(page)) return unavailableResult(page.left);
    lines.push(...page.right.accounts.map(rowOf));
    after = page.right.next;
  }
  return { code: 0, lines: lines.toSorted() };
};

const issuedResult = (
  issued: Either<AlreadyExists | NotFound | VersionConflict | Unavailable, IssuedAccount>,
): CommandResult => (E.isLeft(issued) ? failureResult(issued.left) : { code: 0, lines: secretLines(issued.right) });

const add = async (
  records: Records,
  env: Environment,
  clock: Clock,
  args: Extract<StaffArgs, { readonly action: 'add' }>,
): Promise<CommandResult> => {
  const { code, lines } = issuedResult(
    await addStaff({ ...records, passwords: scryptPasswords(), ids, clock })(args)(),
  );
  const warning = code === 0 ? await partnerWarning(records, env, args.tenant.partnerId) : [];
  return { code, lines: [...lines, ...(warning.length > 0 ? ['', ...warning] : [])] };
};

const run = async (records: Records, env: Environment, clock: Clock, args: StaffArgs): Promise<CommandResult> => {
  if (args.action === 'list') return listAll(records);
  if (args.action === 'add') return add(records, env, clock, args);
  const deps = { ...records, passwords: scryptPasswords(), ids, clock };
  if (args.action === 'reset') return issuedResult(await resetStaff(deps)(args.username)());
  const change = args.action === 'roles' ? { roles: args.roles } : { isDisabled: args.action === 'disable' };
  const changed = await changeStaff(deps)(args.username, change)();
  return E.isLeft(changed) ? failureResult(changed.left) : { code: 0, lines: [rowOf(changed.right)] };
};

/** `npx portcullis staff`: who signs in at the console with a password. */
export const staffCommand = defineCommand({
  usage: staffUsage,
  options: staffOptions,
  allowPositionals: true,
  parseArgs: parseStaffArgs,
  run: async (args, env) => {
    const records = await openRecordsToWrite(env);
    if (E.isLeft(records)) return records.left;
    const clock = await databaseClock(records.right);
    return E.isLeft(clock) ? clock.left : run(records.right, env, clock.right, args);
  },
  explainsErrors: true,
  crashMessage: 'It could not be done',
});
