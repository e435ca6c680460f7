import type { Environment } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import { type CommandResult, unavailableResult } from '../command/command-result.ts';
import { defineCommand } from '../command/define-command.ts';
import { errorWord } from '../command/error-word.ts';
import { openRecordsToRead } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';
import { addErasures } from './erasure-list.ts';
import { findErasures } from './find-erasures.ts';

const usage = `npx portcullis erasures --to <file>

Adds every erasure that was requested, by partners or by retention, to a list outside of the database: the id of the profile, the
time and the cause, one JSON object a line, and nothing about a person. "restore" erases again what is in it. Nothing is removed
from the list. Run it more often than backups, and at once after an erasure that must not be lost; keep it beside the heads.

Needs DATABASE_URL, DB_USER_EMAIL and DB_USER_PASSWORD, and DATA_KEYS where the service has it. Exit code: 0 when all are in it,
1 when the list cannot be read or written, or when rows cannot be read (every other erasure is in the list then), 2 when the record
database gave no answer, 64 for what it does not know.`;

const maxNamed = 20;

const unreadableLines = (ids: readonly string[]): readonly string[] => [
  ...ids.slice(0, maxNamed).map((id) => `The row of the profile ${id} cannot be read; its ledger was asked instead.`),
  ...(ids.length > maxNamed ? [`${ids.length - maxNamed} more rows cannot be read.`] : []),
];

const run = async (to: string, env: Environment, { print }: Output): Promise<CommandResult> => {
  const records = await openRecordsToRead(env);
  if (E.isLeft(records)) return records.left;
  const found = await findErasures(records.right);
  if (E.isLeft(found)) return unavailableResult(found.left);
  try {
    const added = await addErasures(to, found.right.erasures);
    if (E.isLeft(added)) return { code: 1, lines: [added.left] };
    print(`${to}: ${added.right} erasures.`);
    const lines = unreadableLines(found.right.unreadable);
    return { code: lines.length > 0 ? 1 : 0, lines };
  } catch (cause) {
    return { code: 1, lines: [`The list cannot be written (${errorWord(cause)}).`] };
  }
};

/** `npx portcullis erasures`: keeps a list of erased profiles outside of the database. */
export const erasuresCommand = defineCommand({
  usage,
  options: { to: { type: 'string' } },
  allowPositionals: false,
  parseArgs: ({ values: { to = '' } }): Either<string, string> =>
    to === '' ? E.left('--to is missing.') : E.right(to),
  run,
  explainsErrors: true,
  crashMessage: 'The list could not be made',
});
