import { existsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pocketbaseBackups } from '@portcullis/adapter-pocketbase';
import { type Environment, namesPostgres, readDatabaseVariables } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import { type CommandResult, misconfiguredResult, unavailableResult } from '../command/command-result.ts';
import { defineCommand } from '../command/define-command.ts';
import { openRecords, refuseMarkedToRead } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';
import { withStop } from '../command/with-stop.ts';
import { keepBackup, type TakenBackup, takeBackup } from './take-backup.ts';
import { verifyBackup } from './verify-backup.ts';

const usage = `npx portcullis backup --to <file or folder> [--unverified] [--work <folder>]

Has PocketBase back up everything (records and files), fetches that into a new file (in a folder: portcullis-<time>.zip), for its
owner alone, and verifies it: unpacks it in a temporary folder, starts a PocketBase of its own on it, verifies every ledger and row as
"ledger verify" does, compares the log with the newest head of before, and the numbers of profiles and entries with those of
before and after. The file has its name when it verifies; until then, and otherwise, it ends in ".unverified".

  --unverified     only fetches it, for a machine without PocketBase (POCKETBASE_BIN); "restore" verifies it later
  --work <folder>  where it is unpacked, on a disk of this machine with room for all data; the default is TMPDIR, or /tmp

Writes wait while PocketBase packs. A backup is useless without DATA_KEYS, which must be kept elsewhere: docs/deployment/backup.md.
Needs DATABASE_URL, DB_USER_EMAIL and DB_USER_PASSWORD; to verify also DATA_KEYS and DB_ENCRYPTION_KEY where the database has them.
Exit code: 0 when it is there and verifies, 1 when it does not, 2 when the record database gave no answer, 64 for what it does not
know.`;

type BackupArgs = { readonly to: string; readonly verify: boolean; readonly work: string };

/** The file of the backup: `--to`, or a new one in that folder. */
const fileOf = (to: string, now: Date): string => {
  const isFolder = existsSync(to) && statSync(to).isDirectory();
  return isFolder ? join(to, `portcullis-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.zip`) : to;
};

const describe = ({ after, bytes, packedMs }: TakenBackup, to: string): string =>
  `${to}: ${bytes} bytes, ${after.profiles} profiles, ${after.entries} entries; writes waited for ${Math.ceil(packedMs)} ms.`;

const backUp = async (
  { to, verify, work }: BackupArgs,
  env: Environment,
  output: Output,
  stop: AbortSignal,
): Promise<CommandResult> => {
  const read = readDatabaseVariables(env);
  if (E.isLeft(read)) return misconfiguredResult(read.left);
  const records = openRecords(env);
  if (E.isLeft(records)) return records.left;
  const file = fileOf(to, new Date());
  if (existsSync(file)) return { code: 1, lines: ['The file of --to exists already.'] };
  const { DATABASE_URL: url, DB_USER_EMAIL: email, DB_USER_PASSWORD: password } = read.right;
  if (namesPostgres(url))
    return { code: 1, lines: ['A PostgreSQL is backed up by its own tools, such as pg_basebackup.'] };
  const marked = await refuseMarkedToRead(records.right);
  if (E.isLeft(marked)) return marked.left;
  const head = await records.right.ledgerLog.newestHead()();
  if (E.isLeft(head)) return unavailableResult(head.left);
  const taken = await takeBackup(pocketbaseBackups({ url, email, password }), file, stop);
  if (E.isLeft(taken)) return taken.left;
  if (!verify) {
    output.print(describe(taken.right, taken.right.file));
    return { code: 0, lines: [] };
  }
  const how = { head: head.right, work, env, stop };
  const verified = await verifyBackup(taken.right, how, output);
  if (E.isLeft(verified)) {
    const { code, lines } = verified.left;
    return { code, lines: [...lines, `The backup is not verified: ${taken.right.file}`] };
  }
  await keepBackup(taken.right, file);
  output.print(describe(taken.right, file));
  return { code: 0, lines: [] };
};

const run = (args: BackupArgs, env: Environment, output: Output): Promise<CommandResult> =>
  withStop(output, (stop) => backUp(args, env, output, stop));

/** `npx portcullis backup`: fetches a backup of everything, and verifies it by opening it. */
export const backupCommand = defineCommand({
  usage,
  options: { to: { type: 'string' }, unverified: { type: 'boolean' }, work: { type: 'string' } },
  allowPositionals: false,
  parseArgs: ({ values: { to = '', unverified = false, work = tmpdir() } }): Either<string, BackupArgs> =>
    to === '' ? E.left('--to is missing.') : E.right({ to, verify: !unverified, work }),
  run,
  explainsErrors: true,
  crashMessage: 'The backup could not be made',
});
