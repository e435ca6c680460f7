import { databaseOutage } from '@portcullis/app';
import type { Unavailable } from '@portcullis/domain';
import type { CopyFailure, CopyProgress } from '@portcullis/record-store';
import type { CommandResult } from './command/command-result.ts';

/** After how many rows of a table a line says how far the copy has come. */
const rowsPerLine = 10_000;

/** Prints how far the copy of a table has come: at its end, and after many rows. */
export const progressPrinter = (print: (line: string) => void): ((progress: CopyProgress) => void) => {
  let last: CopyProgress | null = null;
  return (progress) => {
    const { copied, table, total } = progress;
    const before = last?.table === table ? last.copied : 0;
    const isDue = Math.floor(copied / rowsPerLine) > Math.floor(before / rowsPerLine);
    if (isDue || copied >= total) print(`${table}: ${copied} of ${total}`);
    last = progress;
  };
};

/** What is wrong with one of the two databases, in the words of a start. The source has its address in an option. */
export const outageText = (database: 'source' | 'target', failure: Unavailable): string => {
  const { found, remedy } = databaseOutage(failure, database === 'source' ? 'pocketbase' : 'postgres');
  const said = `The ${database} cannot be used (${failure.kind}): ${found} ${remedy}`;
  return database === 'source' ? said.replaceAll('DATABASE_URL', '--from') : said;
};

/** The result for a copy that does not go on. */
export const copyFailureResult = (failure: CopyFailure): CommandResult => {
  if (failure._tag === 'CopyRefused') return { code: 1, lines: [failure.why] };
  return {
    code: 2,
    lines: [
      outageText(failure.database, failure.failure),
      'Drop the target with its backups, create it again, and call this again.',
    ],
  };
};
