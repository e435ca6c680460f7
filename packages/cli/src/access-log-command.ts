import { systemClock } from '@portcullis/adapter-memory';
import { E, type Either, type Tenant } from '@portcullis/domain';
import type { AccessPage, AccessPosition, AccessQuery, PlacedAccessLine } from '@portcullis/domain/ports';
import { decodeAccessPosition, encodeAccessPosition } from '@portcullis/domain/serialization';
import { settledAccessTime } from '@portcullis/domain/use-cases';
import { type CommandResult, unavailableResult } from './command/command-result.ts';
import { defineCommand } from './command/define-command.ts';
import { isTime } from './command/is-time.ts';
import { openRecords, type Records } from './command/open-records.ts';
import type { Output } from './command/output.ts';
import type { ParsedOptions } from './command/parse-options.ts';

const usage = `npx portcullis access-log export [--partner <id> [--team <id>]] [--profile <id>] [--from <time>] [--after <line>]

Prints who has looked at what, one JSON object a line, in the order in which the lines were written: those of everybody, or of one
partner, of one of its teams, and of one profile; from a time on (as in 2027-01-31 or 2027-01-31T12:00:00Z), or after the line
with this id. A line is printed 30 seconds after it was written.

Needs DATABASE_URL, DB_USER_EMAIL, DB_USER_PASSWORD, and the DATA_KEYS of the service if it has any. Exit code: 0 when all lines were
printed, 1 for what is not configured, 2 when the record database gave no answer or a row was changed (it is named, and
the other lines are printed), 64 for what it does not know.`;

type Args = Pick<AccessQuery, 'viewer' | 'from' | 'after'> & { readonly profile: string | null };

const options = {
  partner: { type: 'string' },
  team: { type: 'string' },
  profile: { type: 'string' },
  from: { type: 'string' },
  after: { type: 'string' },
} as const;

type Values = ParsedOptions<typeof options>['values'];

const viewerOf = ({ partner, team }: Values): Tenant | null =>
  partner === undefined ? null : { partnerId: partner, teamId: team ?? null };

const parseArgs = ({ positionals, values }: ParsedOptions<typeof options>): Either<string, Args> => {
  const { after, from, partner, profile, team } = values;
  if (positionals.join(' ') !== 'export') return E.left('What to do is export.');
  if (team !== undefined && partner === undefined) return E.left('--team goes with --partner.');
  if (profile !== undefined && !/^[a-z0-9]{15}$/.test(profile)) return E.left('--profile is the id of a profile.');
  if (from !== undefined && !isTime(from)) return E.left('--from is a time.');
  const position = after === undefined ? null : decodeAccessPosition(after);
  if (after !== undefined && position === null) return E.left('--after is the id of a line.');
  return E.right({
    viewer: viewerOf(values),
    from: from === undefined ? null : new Date(from).toISOString(),
    after: position,
    profile: profile ?? null,
  });
};

const isAbout = (profile: string | null, { line }: PlacedAccessLine): boolean =>
  profile === null || line.profile_id === profile || line.profile_ids?.includes(profile) === true;

const linesPerPage = 1000;

const damagedLine = (rows: number): string =>
  `${rows} ${rows === 1 ? 'row' : 'rows'} of the access log could not be read; every other line was printed.`;

const exportLines = async (
  { accessLog }: Records,
  { profile, ...query }: Args,
  { print, printError }: Output,
): Promise<CommandResult> => {
  const until = settledAccessTime(systemClock);
  let after: AccessPosition | null = query.after;
  for (let damaged = 0; ; ) {
    const page: Either<Parameters<typeof unavailableResult>[0], AccessPage> = await accessLog.page({
      ...query,
      after,
      until,
      limit: linesPerPage,
    })();
    if (E.isLeft(page)) return unavailableResult(page.left);
    for (const placed of page.right.lines.filter((one) => isAbout(profile, one)))
      print(JSON.stringify({ id: encodeAccessPosition(placed.position), ...placed.line }));
    for (const { at, id } of page.right.damaged)
      printError(`The row ${id} of ${at} was changed in the database, or is not of the service: it cannot be read.`);
    damaged += page.right.damaged.length;
    after = page.right.next;
    if (after === null) return damaged === 0 ? { code: 0, lines: [] } : { code: 2, lines: [damagedLine(damaged)] };
  }
};

/** `npx portcullis access-log`: prints who has looked at what. */
export const accessLogCommand = defineCommand({
  usage,
  options,
  allowPositionals: true,
  parseArgs,
  run: async (args, env, output) => {
    const records = openRecords(env);
    return E.isLeft(records) ? records.left : exportLines(records.right, args, output);
  },
  explainsErrors: true,
  crashMessage: 'The access log could not be read',
});
