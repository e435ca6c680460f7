import { type Environment, readDatabaseVariables } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import { type CommandResult, failed, misconfiguredResult, unavailableResult } from '../command/command-result.ts';
import { defineCommand } from '../command/define-command.ts';
import { errorWord } from '../command/error-word.ts';
import type { Records } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';
import { withStop } from '../command/with-stop.ts';
import { clearForeign } from './clear-foreign.ts';
import { eraseRestored, removeStrayFiles } from './erase-restored.ts';
import { type Erasure, readErasures } from './erasure-list.ts';
import { examineCopy, requireKeys, schemaLines } from './examine-copy.ts';
import { type RestoreFolder, restoreFolder } from './folder/restore-folder.ts';
import { unpackBackup, unpackFault } from './unpack.ts';
import { withDataFolder } from './with-data-folder.ts';

const usage = `npx portcullis restore --from <backup> --data <folder> (--erasures <list> | --without-erasures) [--replace]
                        [--superuser <e-mail address>] [--accept-faults]

Unpacks a backup into a folder beside the empty data folder of PocketBase (<folder>.restoring), refuses what neither PocketBase nor
this service makes, erases again whoever is in the list that "erasures" keeps, verifies every ledger, row and file, and gives it its
place then. Until then nothing is changed, and what fails or
is stopped leaves nothing. The service and its database must not run on this folder.

  --erasures <list>     the list; without one, people who were erased after the backup come back
  --without-erasures    there is no list, and you erase them yourself before the service starts
  --replace             moves a folder that is not empty aside, to <folder>.before-<time>, and deletes nothing
  --superuser <address> keeps a superuser of the backup besides DB_USER_EMAIL and DB_ADMIN_EMAIL; repeated for each
  --accept-faults       restores it although it does not verify, as far as it opens, without foreign triggers and superusers; the
                        exit code is 1 then

Then docs/deployment/backup.md: what came after the backup is lost (ledger verify --checkpoints tells it), and tokens that were revoked
since are valid again, so that JWT_SECRET must be replaced before the service starts.
Needs DB_USER_EMAIL and DB_USER_PASSWORD, DATA_KEYS and DB_ENCRYPTION_KEY of the time of the backup, and PocketBase on this machine
(POCKETBASE_BIN). Exit code: 0 when it is restored and verifies, 1 when not, 2 when it does not open, 64 for what it does not know.`;

type RestoreArgs = {
  readonly from: string;
  readonly data: string;
  readonly erasures: string | null;
  readonly replace: boolean;
  readonly acceptFaults: boolean;
  readonly superusers: readonly string[];
};

/** How many of the files that are left out are named. */
const maxNamed = 20;

const unpack = async (
  from: string,
  folder: string,
  stop: AbortSignal,
): Promise<Either<CommandResult, readonly string[]>> => {
  try {
    return E.right(await unpackBackup(from, folder, stop));
  } catch (cause) {
    return failed(1, unpackFault(cause));
  }
};

/** Erases and verifies. Answers whether it verifies; Left is also what does not, where that is not accepted. */
const finish = async (
  records: Records,
  erasures: readonly Erasure[],
  acceptFaults: boolean,
  output: Output,
): Promise<Either<CommandResult, boolean>> => {
  const opened = await requireKeys(records);
  if (E.isLeft(opened)) {
    if (!acceptFaults) return opened;
    for (const line of opened.left.lines) output.print(line);
  }
  const cleared = await records.eraser.removeTestFile()();
  if (E.isLeft(cleared)) return E.left(unavailableResult(cleared.left));
  const schema = await schemaLines(records, 'BAD ');
  if (E.isLeft(schema)) return schema;
  for (const line of schema.right) output.print(line);
  const erased = await eraseRestored(records, erasures, output);
  if (E.isLeft(erased)) return erased;
  if (erasures.length > 0) output.print(`${erased.right.count} of ${erasures.length} erasures were made again.`);
  const summary = await examineCopy(records, undefined, E.isRight(opened), output);
  if (E.isRight(summary) && erased.right.misplaced + schema.right.length === 0) return E.right(true);
  if (E.isLeft(summary) && summary.left.code !== 1) return summary;
  const lines = E.isLeft(summary) ? summary.left.lines : ['It does not verify.'];
  if (!acceptFaults) return failed(1, ...lines, '--accept-faults restores it nevertheless.');
  const removed = await removeStrayFiles(records);
  return E.isLeft(removed) ? removed : E.right(false);
};

const restoreInto = async (
  { place, work }: RestoreFolder,
  { acceptFaults, from, superusers }: RestoreArgs,
  context: { readonly erasures: readonly Erasure[]; readonly env: Environment; readonly stop: AbortSignal },
  output: Output,
): Promise<CommandResult> => {
  const { env, erasures, stop } = context;
  const unpacked = await unpack(from, work, stop);
  if (E.isLeft(unpacked)) return unpacked.left;
  const names = unpacked.right
    .slice(0, maxNamed)
    .map((name) => (/^[\w./-]{1,80}$/.test(name) ? name : JSON.stringify(name.slice(0, 80))));
  if (names.length > 0) output.print(`Left out, since only data.db and storage are restored: ${names.join(', ')}.`);
  const ground = await clearForeign({ dataDir: work, env, superusers }, acceptFaults, output);
  if (E.isLeft(ground)) return ground.left;
  const done = await withDataFolder({ dataDir: work, env, account: 'of the environment', stop }, (records) =>
    finish(records, erasures, acceptFaults, output),
  );
  if (E.isLeft(done)) return done.left;
  if (stop.aborted) return { code: 2, lines: [] };
  const placed = await place();
  if (E.isLeft(placed)) return { code: 1, lines: [placed.left] };
  if (placed.right !== null) output.print(`What was there is in ${placed.right}.`);
  output.print(
    'Restored. Replace JWT_SECRET before the service starts, and compare the log with the heads that you kept.',
  );
  return done.right && ground.right
    ? { code: 0, lines: [] }
    : { code: 1, lines: ['It does not verify, which was accepted.'] };
};

const restore = async (
  args: RestoreArgs,
  env: Environment,
  output: Output,
  stop: AbortSignal,
): Promise<CommandResult> => {
  // The address is that of a PocketBase which the command starts itself.
  const read = readDatabaseVariables({ ...env, DATABASE_URL: 'http://127.0.0.1' });
  if (E.isLeft(read)) return misconfiguredResult(read.left);
  const erasures = args.erasures === null ? E.right([]) : await readErasures(args.erasures, 'fault');
  if (E.isLeft(erasures)) return { code: 1, lines: [erasures.left] };
  try {
    const folder = restoreFolder(args.data, args.replace);
    if (E.isLeft(folder)) return { code: 1, lines: [folder.left] };
    try {
      return await restoreInto(folder.right, args, { env, erasures: erasures.right, stop }, output);
    } finally {
      folder.right.discard();
    }
  } catch (cause) {
    return { code: 1, lines: [`The folder of --data cannot be used (${errorWord(cause)}).`] };
  }
};

const run = (args: RestoreArgs, env: Environment, output: Output): Promise<CommandResult> =>
  withStop(output, (stop) => restore(args, env, output, stop));

/** `npx portcullis restore`: unpacks a backup into a data folder, erases again, and verifies. */
export const restoreCommand = defineCommand({
  usage,
  options: {
    from: { type: 'string' },
    data: { type: 'string' },
    erasures: { type: 'string' },
    'without-erasures': { type: 'boolean' },
    replace: { type: 'boolean' },
    superuser: { type: 'string', multiple: true },
    'accept-faults': { type: 'boolean' },
  },
  allowPositionals: false,
  parseArgs: ({ values }): Either<string, RestoreArgs> => {
    const { data = '', erasures = null, from = '', replace = false, superuser: superusers = [] } = values;
    const { 'accept-faults': acceptFaults = false, 'without-erasures': without = false } = values;
    if (from === '' || data === '') return E.left('--from and --data are needed.');
    if ((erasures !== null) === without) return E.left('Either --erasures or --without-erasures is needed.');
    return E.right({
      from,
      data,
      erasures,
      replace,
      acceptFaults,
      superusers,
    });
  },
  run,
  explainsErrors: true,
  crashMessage: 'The backup could not be restored',
});
