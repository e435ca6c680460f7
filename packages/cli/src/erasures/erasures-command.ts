import type { Environment } from '@portcullis/app/configuration';
import { errorWord } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import { servedText } from '@portcullis/record-store';
import { defineCommand, recordsNeeds } from '../command/command-line.ts';
import { type CommandResult, failed, misused, unavailableResult } from '../command/command-result.ts';
import { databaseClock } from '../command/database-clock.ts';
import { openRecordsToRead, openRecordsToWrite, type Records, requireKeys } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';
import { parsePath } from '../command/values.ts';
import { eraseRestored } from './erase-restored.ts';
import { addErasures, readErasures } from './erasure-list.ts';
import { findErasures } from './find-erasures.ts';

const maxNamed = 20;

const unreadableLines = (ids: readonly string[]): readonly string[] => [
  ...ids.slice(0, maxNamed).map((id) => `The row of the profile ${id} cannot be read; its ledger was asked instead.`),
  ...(ids.length > maxNamed ? [`${ids.length - maxNamed} more rows cannot be read.`] : []),
];

/** Adds what the database knows to the list. */
const keep = async (to: string, env: Environment, { print }: Output): Promise<CommandResult> => {
  const records = await openRecordsToRead(env);
  if (E.isLeft(records)) return records.left;
  const opens = await requireKeys(records.right);
  if (E.isLeft(opens)) return opens.left;
  const found = await findErasures(records.right);
  if (E.isLeft(found)) return unavailableResult(found.left);
  try {
    const added = await addErasures(to, found.right.erasures);
    if (E.isLeft(added)) return { code: 1, lines: [added.left] };
    print(`${to}: ${added.right} erasures.`, { list: to, erasures: added.right });
    const lines = unreadableLines(found.right.unreadable);
    return { code: lines.length > 0 ? 1 : 0, lines };
  } catch (cause) {
    return { code: 1, lines: [`The list cannot be written (${errorWord(cause)}).`] };
  }
};

/** Refuses a database that somebody serves: a person in the list could be looked at meanwhile, and be changed. */
const refuseServed = async ({ isServed }: Records, now: number): Promise<Either<CommandResult, void>> => {
  const found = await isServed(now)();
  if (E.isLeft(found)) return E.left(unavailableResult(found.left));
  return found.right ? failed(1, servedText('database')) : E.right(undefined);
};

const emptyList = 'The list is empty: nobody would be erased by it. Compare it with the one that was kept.';
const noneIsHere =
  'Nobody in the list is in this database. It is the list of another one, or everybody in it came after the backup.';

/**
 * Erases the people in the list again. A list that erases nobody is a fault: the erased people would be back, and the
 * service be started.
 */
const apply = async (from: string, env: Environment, output: Output): Promise<CommandResult> => {
  const erasures = readErasures(from, 'fault');
  if (E.isLeft(erasures)) return { code: 1, lines: [erasures.left] };
  if (erasures.right.length === 0) return { code: 1, lines: [emptyList] };
  const looked = await openRecordsToRead(env);
  if (E.isLeft(looked)) return looked.left;
  // Rows under a missing key would be taken for damage, and be destroyed without a record of it.
  const opened = await requireKeys(looked.right);
  if (E.isLeft(opened)) return opened.left;
  const records = await openRecordsToWrite(env);
  if (E.isLeft(records)) return records.left;
  const clock = await databaseClock(records.right);
  if (E.isLeft(clock)) return clock.left;
  const free = await refuseServed(records.right, clock.right.now());
  if (E.isLeft(free)) return free.left;
  const erased = await eraseRestored(records.right, erasures.right, output, clock.right);
  if (E.isLeft(erased)) return erased.left;
  const { absent, count } = erased.right;
  const all = erasures.right.length;
  output.print(
    `${all} in the list: ${count} erased again, ${all - count - absent} erased before, ${absent} not in this database.`,
  );
  return absent === all ? { code: 1, lines: [noneIsHere] } : { code: 0, lines: [] };
};

/** `npx portcullis erasures`: keeps a list of erased profiles outside of the database, and erases again by it. */
export const erasuresCommand = defineCommand({
  name: 'erasures',
  description: 'Keeps a list of who was erased, and erases them again in a database that was restored.',
  notes: `${recordsNeeds} Exit code: 0 when all are in the list, or are erased; 1 when the list cannot be read or written, when rows cannot be read (every other erasure is in the list then), when the list is empty or of nobody here, when the database is sealed under other keys, when the service runs, a profile is changed meanwhile or an erasure does not hold; 2 when the record database cannot be used.`,
  crashMessage: 'It could not be done',
  build: (line, { env, finish, output }) =>
    line
      .option(
        '--to <list>',
        'adds every erasure that was requested, by partners or by retention, to a list outside of the database: the id of the profile, the time and the cause, one JSON object a line, and nothing about a person. Nothing is removed from the list. Run it more often than backups, and at once after an erasure that must not be lost; keep it beside the heads',
        parsePath,
      )
      .option(
        '--apply <list>',
        'erases again whoever is in the list, in a database that was restored by its own tools, and reads back that they are gone. Profiles that are not there are passed over and counted, those that are erased stay as they are, and one that is changed meanwhile is named at the end. Stop the service first; a backup of a service that ran counts as served for three minutes. Call it again where it was ended',
        parsePath,
      )
      .action(({ apply: from, to }) => {
        if (to !== undefined && from === undefined) return finish(keep(to, env, output));
        if (from !== undefined && to === undefined) return finish(apply(from, env, output));
        return finish(misused('Give either --to <list> or --apply <list>.'));
      }),
});
