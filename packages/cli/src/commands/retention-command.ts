import type { Environment } from '@portcullis/app/configuration';
import { type RetainedProfile, readStatusSince } from '@portcullis/backoffice';
import { E, type Either, pipe, type Unavailable } from '@portcullis/domain';
import type { Invalid } from '@portcullis/domain/kernel';
import { defineCommand, leavingOut, recordsNeeds, recordsRefused } from '../command/command-line.ts';
import { type CommandResult, unavailableResult } from '../command/command-result.ts';
import { databaseClock } from '../command/database-clock.ts';
import { listAllRetained, listedResult } from '../command/list-all-retained.ts';
import { openRecordsToRead, type Records, requireKeys } from '../command/open-records.ts';
import { parseTime } from '../command/values.ts';

const rowOf = (
  { announcedAt, erasesAt, hold, id, partnerId, policy, status }: RetainedProfile,
  since: string | null,
): string =>
  [
    id,
    partnerId,
    since === null ? status : `${status} since ${since}`,
    `policy ${policy.id} ${policy.version}`,
    `due ${erasesAt ?? 'never'}`,
    announcedAt === null ? 'not announced' : `announced at ${announcedAt}`,
    ...(hold === null ? [] : [`held since ${hold.since} by ${hold.by.id}`]),
  ].join('\t');

/** A line for each profile. Its ledger is read for when it came to its status. */
const rowsOf = async (
  records: Records,
  due: readonly RetainedProfile[],
): Promise<Either<Invalid | Unavailable, Required<Pick<CommandResult, 'lines' | 'objects'>>>> => {
  const lines: string[] = [];
  const objects: object[] = [];
  for (const profile of due) {
    const since = await readStatusSince(records)(profile.id)();
    if (E.isLeft(since)) return since;
    lines.push(rowOf(profile, since.right));
    objects.push({ ...profile, since: since.right });
  }
  return E.right({ lines, objects });
};

const summaryLine = (due: readonly RetainedProfile[]): string => {
  const held = due.filter(({ hold }) => hold !== null).length;
  const announced = due.filter(({ announcedAt }) => announcedAt !== null).length;
  return `${due.length - held} would be erased, ${announced} of them announced; ${held} of those that are due are held`;
};

const presentTime = async (records: Records): Promise<Either<CommandResult, string>> =>
  pipe(
    await databaseClock(records),
    E.map(({ now }) => new Date(now()).toISOString()),
  );

const run = async (env: Environment, given: string | null): Promise<CommandResult> => {
  const records = await openRecordsToRead(env);
  if (E.isLeft(records)) return records.left;
  const opens = await requireKeys(records.right);
  if (E.isLeft(opens)) return opens.left;
  const until = given === null ? await presentTime(records.right) : E.right(given);
  if (E.isLeft(until)) return until.left;
  const retained = await listAllRetained(records.right);
  if (E.isLeft(retained)) return unavailableResult(retained.left);
  const due = retained.right.kept.filter(({ erasesAt }) => erasesAt !== null && erasesAt <= until.right);
  const rows = await rowsOf(records.right, due);
  if (E.isLeft(rows)) return unavailableResult(rows.left);
  const { lines, objects } = rows.right;
  return { ...listedResult([...lines, summaryLine(due)], retained.right), objects };
};

/** `npx portcullis retention`: lists what retention would erase until a time. */
export const retentionCommand = defineCommand({
  name: 'retention',
  description:
    'Lists what retention would erase until a time, and what a legal hold keeps from it; erases nothing. A line has the profile, its partner, its status and since when, the policy that says so, when it is due, when that was announced, and who holds it. What is due and was not announced is erased a day after the announcement, which the service makes a day before it is due.',
  notes: `${recordsNeeds} Exit code: 0 when all were looked at; 1 when ${recordsRefused}, or the clock differs from that of the database; ${leavingOut}.`,
  crashMessage: 'It could not be done',
  build: (line, { env, finish }) =>
    line
      .option('--until <time>', 'as in 2027-01-31 or 2027-01-31T12:00:00Z; now without it', parseTime)
      .action(({ until = null }) => finish(run(env, until))),
});
