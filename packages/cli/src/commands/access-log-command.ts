import { systemClock } from '@portcullis/adapter-memory';
import type { Environment } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import type { AccessPosition, AccessQuery, PlacedAccessLine } from '@portcullis/domain/ports';
import { decodeAccessPosition, encodeAccessPosition } from '@portcullis/domain/serialization';
import { settledAccessTime } from '@portcullis/domain/use-cases';
import { defineCommand, parsedBy } from '../command/command-line.ts';
import { type CommandResult, misused, unavailableResult } from '../command/command-result.ts';
import { eachPage } from '../command/each-page.ts';
import { openRecords } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';
import { parseId, parseTime } from '../command/values.ts';

type Query = Pick<AccessQuery, 'viewer' | 'from' | 'after'> & { readonly profile: string | null };

const isAbout = (profile: string | null, { line }: PlacedAccessLine): boolean =>
  profile === null || line.profile_id === profile || line.profile_ids?.includes(profile) === true;

const linesPerPage = 1000;

const damagedLine = (rows: number): string =>
  `${rows} ${rows === 1 ? 'row' : 'rows'} of the access log could not be read; every other line was printed.`;

const exportLines = async (
  env: Environment,
  { profile, ...query }: Query,
  { print, printError }: Output,
): Promise<CommandResult> => {
  const printObject = (object: object): void => print(JSON.stringify(object), object);
  const records = openRecords(env);
  if (E.isLeft(records)) return records.left;
  const { accessLog } = records.right;
  const until = settledAccessTime(systemClock);
  let damaged = 0;
  const read = await eachPage(
    query.after,
    (after: AccessPosition | null) => accessLog.page({ ...query, after, until, limit: linesPerPage }),
    (page) => {
      for (const placed of page.lines.filter((one) => isAbout(profile, one)))
        printObject({ id: encodeAccessPosition(placed.position), ...placed.line });
      for (const { at, id } of page.damaged)
        printError(`The row ${id} of ${at} was changed in the database, or is not of the service: it cannot be read.`);
      damaged += page.damaged.length;
    },
  );
  if (E.isLeft(read)) return unavailableResult(read.left);
  return damaged === 0 ? { code: 0, lines: [] } : { code: 2, lines: [damagedLine(damaged)] };
};

/** `npx portcullis access-log`: prints who has looked at what. */
export const accessLogCommand = defineCommand({
  name: 'access-log',
  description: 'Prints who has looked at what.',
  notes:
    'Needs DATABASE_URL, DB_USER_EMAIL, DB_USER_PASSWORD, and the DATA_KEYS of the service if it has any. Exit code: 0 when all lines were printed, 2 when the record database cannot be used or a row was changed (it is named, and the other lines are printed).',
  crashMessage: 'The access log could not be read',
  build: (line, { env, finish, output }) =>
    line
      .command('export')
      .description(
        'prints one JSON object a line, in the order in which the lines were written: those of everybody, or of one partner, of one of its teams, and of one profile. A line is printed 30 seconds after it was written.',
      )
      .option('--partner <id>', 'who has looked: this partner')
      .option('--team <id>', 'who has looked: this team of the partner')
      .option('--profile <id>', 'what was looked at', parseId)
      .option('--from <time>', 'from this time on, as in 2027-01-31 or 2027-01-31T12:00:00Z', parseTime)
      .option(
        '--after <line>',
        'after the line with this id',
        parsedBy(decodeAccessPosition, 'It must be the id of a line.'),
      )
      .action(({ after = null, from = null, partner, profile = null, team = null }) => {
        if (team !== null && partner === undefined) return finish(misused('Give --team only with --partner.'));
        const viewer = partner === undefined ? null : { partnerId: partner, teamId: team };
        return finish(exportLines(env, { viewer, from, after, profile }, output));
      }),
});
