import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, readDatabaseVariables } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import { type CommandResult, failed, misconfiguredResult } from '../command/command-result.ts';
import { defineCommand } from '../command/define-command.ts';
import { errorWord } from '../command/error-word.ts';
import type { Records } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';
import { eraseRestored } from './erase-restored.ts';
import { type Erasure, readErasures } from './erasure-list.ts';
import { examineCopy } from './examine-copy.ts';
import { unpackBackup, unpackFault } from './unpack.ts';
import { overDataFolder } from './with-copy.ts';

const usage = `npx portcullis restore --from <backup> --data <folder> (--erasures <list> | --without-erasures) [--replace]

Unpacks a backup into an empty data folder of PocketBase, verifies every ledger and row, and erases again whoever is in the list
that "erasures" keeps. The service and its database must not run on this folder.

  --erasures <list>     the list; without one, people who were erased after the backup come back
  --without-erasures    there is no list, and you erase them yourself before the service starts
  --replace             moves a folder that is not empty aside, to <folder>.before-<time>, and deletes nothing

Then docs/deployment/backup.md: what came after the backup is lost (ledger verify --checkpoints tells it), and tokens that were revoked
since are valid again, so that JWT_SECRET must be replaced before the service starts.
Needs DB_USER_EMAIL and DB_USER_PASSWORD, DATA_KEYS and DB_ENCRYPTION_KEY of the time of the backup, and PocketBase on this machine
(POCKETBASE_BIN). Exit code: 0 when it is restored and verifies, 1 when not, 2 when it does not open, 64 for what it does not know.`;

type RestoreArgs = {
  readonly from: string;
  readonly data: string;
  readonly erasures: string | null;
  readonly replace: boolean;
};

/** What is in a folder; `null` when it is not there. */
const contentOf = (folder: string): Promise<readonly string[] | null> =>
  readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw cause;
  });

/** Makes room for the backup: an empty folder, whose owner alone gets in. Right says where the old one is now. */
const emptyFolder = async ({ data, replace }: RestoreArgs): Promise<Either<string, string | null>> => {
  const content = await contentOf(data);
  if (content === null) await mkdir(data, { recursive: true, mode: 0o700 });
  if (content === null || content.length === 0) return E.right(null);
  if (!replace) return E.left('The folder of --data is not empty. --replace moves what is in it aside.');
  const aside = `${data.replace(/\/+$/, '')}.before-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`;
  await rename(data, aside);
  await mkdir(data, { mode: 0o700 });
  return E.right(aside);
};

const unpack = async ({ data, from }: RestoreArgs): Promise<Either<CommandResult, void>> => {
  try {
    return E.right(await unpackBackup(from, data));
  } catch (cause) {
    for (const name of (await contentOf(data)) ?? []) await rm(join(data, name), { recursive: true, force: true });
    return failed(1, unpackFault(cause));
  }
};

const finish = async (
  records: Records,
  erasures: readonly Erasure[],
  output: Output,
): Promise<Either<CommandResult, void>> => {
  const erased = await eraseRestored(records, erasures);
  if (E.isLeft(erased)) return erased;
  if (erasures.length > 0) output.print(`${erased.right} of ${erasures.length} erasures were made again.`);
  const summary = await examineCopy(records, undefined, output);
  return E.isLeft(summary) ? summary : E.right(undefined);
};

const restore = async (
  args: RestoreArgs,
  erasures: readonly Erasure[],
  env: Environment,
  output: Output,
): Promise<CommandResult> => {
  const room = await emptyFolder(args);
  if (E.isLeft(room)) return { code: 1, lines: [room.left] };
  if (room.right !== null) output.print(`What was there is in ${room.right}.`);
  const unpacked = await unpack(args);
  if (E.isLeft(unpacked)) return unpacked.left;
  const done = await overDataFolder(args.data, env, 'of the environment', (records) =>
    finish(records, erasures, output),
  );
  if (E.isLeft(done)) return done.left;
  output.print(
    'Restored. Replace JWT_SECRET before the service starts, and compare the log with the heads that you kept.',
  );
  return { code: 0, lines: [] };
};

const run = async (args: RestoreArgs, env: Environment, output: Output): Promise<CommandResult> => {
  // The address is that of a PocketBase which the command starts itself.
  const read = readDatabaseVariables({ ...env, DATABASE_URL: 'http://127.0.0.1' });
  if (E.isLeft(read)) return misconfiguredResult(read.left);
  const erasures = args.erasures === null ? E.right([]) : await readErasures(args.erasures, 'fault');
  if (E.isLeft(erasures)) return { code: 1, lines: [erasures.left] };
  try {
    return await restore(args, erasures.right, env, output);
  } catch (cause) {
    return { code: 1, lines: [`The folder of --data cannot be used (${errorWord(cause)}).`] };
  }
};

/** `npx portcullis restore`: unpacks a backup into a data folder, erases again, and verifies. */
export const restoreCommand = defineCommand({
  usage,
  options: {
    from: { type: 'string' },
    data: { type: 'string' },
    erasures: { type: 'string' },
    'without-erasures': { type: 'boolean' },
    replace: { type: 'boolean' },
  },
  allowPositionals: false,
  parseArgs: ({ values }): Either<string, RestoreArgs> => {
    const { data = '', erasures = null, from = '', replace = false, 'without-erasures': without = false } = values;
    if (from === '' || data === '') return E.left('--from and --data are needed.');
    if ((erasures !== null) === without) return E.left('Either --erasures or --without-erasures is needed.');
    return E.right({ from, data, erasures, replace });
  },
  run,
  explainsErrors: true,
  crashMessage: 'The backup could not be restored',
});
