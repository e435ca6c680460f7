import { E, type Either } from '@portcullis/domain';
import { hasOuterBlanks, type StaffRole, staffRoles } from '@portcullis/domain/kernel';
import type { ParsedOptions } from './command/parse-options.ts';

export const staffUsage = `npx portcullis staff <command>

  add <user> --name <name> --roles <roles> --partner <id> [--team <id>]
                                     a member of staff, who signs in at the console as <user>; prints their password, their
                                     second factor (otpauth://) and ten recovery codes, once
  list                               the members: user, id, roles, partner, team, state
  reset <user>                       new secrets, printed once; the old ones and all sessions end
  disable <user> | enable <user>     a disabled member cannot sign in; their sessions end at once
  roles <user> --roles <roles>       other roles; their sessions end

<roles> are some of ${staffRoles.join(', ')}, separated by commas. <user> is 2 to 64 of a-z 0-9 . _ @ -.

Needs DATABASE_URL, DB_USER_EMAIL and DB_USER_PASSWORD, and DATA_KEYS where the service has it. Exit code: 0 when it is done, 1 when
something is wrong, 2 when the record database gave no answer, 64 for options it does not know.`;

export const staffOptions = {
  name: { type: 'string' },
  roles: { type: 'string' },
  partner: { type: 'string' },
  team: { type: 'string' },
} as const;

/** What to do with whom. */
export type StaffArgs =
  | { readonly action: 'list' }
  | { readonly action: 'reset' | 'disable' | 'enable'; readonly username: string }
  | { readonly action: 'roles'; readonly username: string; readonly roles: readonly StaffRole[] }
  | {
      readonly action: 'add';
      readonly username: string;
      readonly name: string;
      readonly roles: readonly StaffRole[];
      readonly tenant: { readonly partnerId: string; readonly teamId: string | null };
    };

const isUsername = (text: string): boolean => /^[a-z0-9][a-z0-9._@-]{1,63}$/.test(text);

const readRoles = (text = ''): readonly StaffRole[] | null => {
  const words = text.split(',').map((word) => word.trim());
  const roles = staffRoles.filter((role) => words.includes(role));
  return roles.length > 0 && roles.length === new Set(words).size ? roles : null;
};

type Values = ParsedOptions<typeof staffOptions>['values'];

const readNew = (username: string, { name, partner, team, ...values }: Values): Either<string, StaffArgs> => {
  const roles = readRoles(values.roles);
  if (roles === null) return E.left(`--roles has some of ${staffRoles.join(', ')}, separated by commas.`);
  if (!name || name.length > 100) return E.left('--name is the name for people, of at most 100 characters.');
  if (!partner) return E.left('--partner says whose profiles they see.');
  if (hasOuterBlanks(partner) || hasOuterBlanks(team ?? ''))
    return E.left('--partner and --team have no blanks at their ends.');
  return E.right({ action: 'add', username, name, roles, tenant: { partnerId: partner, teamId: team || null } });
};

/** Reads the arguments. Left says what is wrong, without the input, which names a person. */
export const parseStaffArgs = ({
  positionals: [action = '', username = '', ...more],
  values,
}: ParsedOptions<typeof staffOptions>): Either<string, StaffArgs> => {
  if (action === 'list' && username === '') return E.right({ action });
  if (!isUsername(username) || more.length > 0)
    return E.left(
      'What to do is one of add, list, reset, disable, enable, roles, with one user of 2 to 64 characters.',
    );
  if (action === 'add') return readNew(username, values);
  if (action === 'reset' || action === 'disable' || action === 'enable') return E.right({ action, username });
  if (action !== 'roles') return E.left('What to do is one of add, list, reset, disable, enable, roles.');
  const roles = readRoles(values.roles);
  return roles === null
    ? E.left(`--roles has some of ${staffRoles.join(', ')}, separated by commas.`)
    : E.right({ action, username, roles });
};
