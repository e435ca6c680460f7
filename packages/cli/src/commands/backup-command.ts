import { existsSync, statSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type PocketbaseBackup, pocketbaseBackup } from '@portcullis/adapter-pocketbase';
import { type Environment, errorWord, namesPostgres, readDatabaseVariables } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import { defineCommand } from '../command/command-line.ts';
import { type CommandResult, failed, misconfiguredResult, unavailableResult } from '../command/command-result.ts';
import { openRecordsToRead } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';
import { parsePath } from '../command/values.ts';

/** How many reads in succession may bring nothing. */
const maxFailedReads = 5;

/** The file of the backup: `--to`, or a new one in that folder. */
const fileOf = (to: string, now: Date): string => {
  const isFolder = existsSync(to) && statSync(to).isDirectory();
  return isFolder ? join(to, `portcullis-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.zip`) : to;
};

/** Fetches a backup, and goes on where a response was cut off. Answers how many bytes came. */
const fetchInto = async (file: FileHandle, { read }: PocketbaseBackup, size: number): Promise<number> => {
  let bytes = 0;
  for (let failedReads = 0; bytes < size && failedReads < maxFailedReads; ) {
    const from = bytes;
    const chunks = await read(from)();
    if (E.isRight(chunks)) {
      for await (const chunk of chunks.right) {
        await file.writeFile(chunk);
        bytes += chunk.length;
      }
    }
    failedReads = bytes > from ? 0 : failedReads + 1;
  }
  return bytes;
};

/** Fetches a backup into a file for its owner alone, which has its name when all of it is there. */
const download = async (backup: PocketbaseBackup, size: number, path: string): Promise<Either<CommandResult, void>> => {
  const part = `${path}.part`;
  try {
    const file = await open(part, 'w', 0o600);
    try {
      const bytes = await fetchInto(file, backup, size);
      if (bytes !== size) return failed(2, `The backup could not be fetched: ${bytes} of ${size} bytes came.`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
    return E.right(undefined);
  } catch (cause) {
    return failed(1, `The backup cannot be written (${errorWord(cause)}).`);
  } finally {
    await rm(part, { force: true });
  }
};

const takeBackup = async (backup: PocketbaseBackup, path: string): Promise<Either<CommandResult, number>> => {
  const size = await backup.pack();
  if (E.isLeft(size)) return E.left(unavailableResult(size.left));
  const fetched = await download(backup, size.right, path);
  const removed = await backup.remove();
  if (E.isLeft(fetched)) return fetched;
  return E.isLeft(removed)
    ? failed(2, `${path} is there. The database still has a copy (pb_data/backups), which the next backup replaces.`)
    : size;
};

const run = async (to: string, env: Environment, output: Output): Promise<CommandResult> => {
  const read = readDatabaseVariables(env);
  if (E.isLeft(read)) return misconfiguredResult(read.left);
  const { DATABASE_URL: url, DB_USER_EMAIL: email, DB_USER_PASSWORD: password } = read.right;
  if (namesPostgres(url))
    return { code: 1, lines: ['A PostgreSQL is backed up by its own tools, such as pg_basebackup.'] };
  const file = fileOf(to, new Date());
  if (existsSync(file)) return { code: 1, lines: ['The file of --to exists already.'] };
  // A folder that is not there, as where nothing is mounted, would become a file on the database's own disk.
  if (!file.endsWith('.zip'))
    return { code: 1, lines: ['--to must be a folder that exists, or a new file whose name ends in .zip.'] };
  const records = await openRecordsToRead(env);
  if (E.isLeft(records)) return records.left;
  const size = await takeBackup(pocketbaseBackup({ url, email, password }), file);
  if (E.isLeft(size)) return size.left;
  output.print(`${file}: ${size.right} bytes.`, { file, bytes: size.right });
  return { code: 0, lines: [] };
};

/** `npx portcullis backup`: fetches PocketBase's own backup of everything. */
export const backupCommand = defineCommand({
  name: 'backup',
  description:
    'Has PocketBase make its own backup of everything (records and files), and fetches that into a new file, for its owner alone. Writes wait while PocketBase packs. PocketBase keeps no copy beside its data.\n\nA backup is useless without the data keys, which must be kept elsewhere, and nobody knows that it can be restored before it was: docs/deployment/backup.md.',
  notes:
    'Needs DATABASE_URL, DB_USER_EMAIL and DB_USER_PASSWORD. Exit code: 0 when it is there, 1 when it is not, 2 when the record database cannot be used.',
  crashMessage: 'The backup could not be made',
  build: (line, { env, finish, output }) =>
    line
      .requiredOption('--to <path>', 'a new file that ends in .zip, or a folder for portcullis-<time>.zip', parsePath)
      .action(({ to }) => finish(run(to, env, output))),
});
