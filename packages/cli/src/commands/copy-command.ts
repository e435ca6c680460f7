import { systemClock } from '@portcullis/adapter-memory';
import { pocketbaseClient, pocketbaseDriver } from '@portcullis/adapter-pocketbase';
import {
  foundTables,
  migrate,
  type PostgresClient,
  postgresClient,
  postgresDriver,
} from '@portcullis/adapter-postgres';
import {
  type ConfigFault,
  databaseOutage,
  type Environment,
  namesPostgres,
  readDatabaseVariables,
} from '@portcullis/app/configuration';
import { type Clock, E, type Either, pipe, type Unavailable } from '@portcullis/domain';
import {
  type BegunCopy,
  type CopyFailure,
  type CopyProgress,
  type Keyring,
  keyringOf,
  type RecordCopy,
  recordCopy,
} from '@portcullis/record-store';
import { defineCommand, parsedBy } from '../command/command-line.ts';
import {
  type CommandResult,
  failed,
  failureResult,
  faultsResult,
  misconfiguredResult,
  misused,
  refusalIn,
} from '../command/command-result.ts';
import { databaseClock } from '../command/database-clock.ts';
import { ids, openRecords, requireKeys } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';
import { isHttpUrl } from '../command/values.ts';
import { ledgersOf } from '../ledger/ledgers-of.ts';
import type { LedgerSummary } from '../ledger/report.ts';
import { verifyDatabase } from '../ledger/verify-database.ts';

/** After how many rows of a table a line says how far the copy has come. */
const rowsPerLine = 10_000;

/** Prints how far the copy of a table has come: at its end, and after many rows. */
const progressPrinter = (print: (line: string) => void): ((progress: CopyProgress) => void) => {
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
const outageText = (database: 'source' | 'target', failure: Unavailable): string => {
  const { found, remedy } = databaseOutage(failure, database === 'source' ? 'pocketbase' : 'postgres');
  const said = `The ${database} cannot be used (${failure.kind}): ${found} ${remedy}`;
  return database === 'source' ? said.replaceAll('DATABASE_URL', '--from') : said;
};

/** The result for a copy that does not go on. */
const copyFailureResult = (failure: CopyFailure): CommandResult => {
  if (failure._tag === 'CopyRefused') return { code: 1, lines: [failure.why] };
  return {
    code: 2,
    lines: [
      outageText(failure.database, failure.failure),
      'Drop the target with its backups, create it again, and call this again.',
    ],
  };
};

type CopyArgs = { readonly from: string; readonly to: string | null; readonly acceptFaults: boolean };

/** The account of the source. */
type Account = { readonly url: string; readonly email: string; readonly password: string };

/** The two databases, as commands open them, and with what their data are sealed. */
type CopyEndpoints = {
  readonly account: Account;
  readonly from: Environment;
  readonly to: Environment;
  readonly keyring: Keyring;
  readonly expected: string | null;
};

const noTarget = 'The target is no PostgreSQL: DATABASE_URL or --to names it (postgres://user:password@host/database).';

/** The faults of what was given; an address that an option has is a wrong argument. */
const faultsUnder = (faults: readonly ConfigFault[], option: string | null): CommandResult => {
  const ofAddress = faults.find(({ name }) => name === 'DATABASE_URL');
  return option === null || ofAddress === undefined
    ? misconfiguredResult(faults)
    : misused(`${option} ${ofAddress.rule}.`);
};

/** Reads what the environment says of both. The id of the installation is looked at by the copy itself. */
const copyEndpoints = ({ from, to }: CopyArgs, env: Environment): Either<CommandResult, CopyEndpoints> => {
  const target = to ?? env['DATABASE_URL']?.trim() ?? '';
  const source = readDatabaseVariables({ ...env, DATABASE_URL: from });
  if (E.isLeft(source)) return E.left(faultsUnder(source.left, '--from'));
  const environmentOf = (url: string): Environment => ({
    ...env,
    DATABASE_URL: url,
    DATABASE_INSTALLATION_ID: undefined,
  });
  const read = readDatabaseVariables(environmentOf(target));
  if (E.isLeft(read)) return E.left(faultsUnder(read.left, to === null ? null : '--to'));
  if (!namesPostgres(target)) return failed(1, noTarget);
  const { DATABASE_URL: url, DB_USER_EMAIL: email, DB_USER_PASSWORD: password } = source.right;
  const { DATABASE_INSTALLATION_ID: expected = null } = source.right;
  return E.right({
    account: { url, email, password },
    from: environmentOf(url),
    to: environmentOf(target),
    keyring: keyringOf(read.right.dataKeys.keys),
    expected,
  });
};

/** Compares the schema, the keys and the clock of the source with what a start of the service needs. */
const examineSource = async ({ from }: CopyEndpoints): Promise<Either<CommandResult, Clock>> => {
  const opened = openRecords(from);
  if (E.isLeft(opened)) return opened;
  const schema = await opened.right.schema.check({ waitMs: 0 })();
  if (E.isLeft(schema)) return failed(2, outageText('source', schema.left));
  if (schema.right.length > 0) return E.left(faultsResult(schema.right));
  const opens = await requireKeys(opened.right);
  if (E.isLeft(opens)) return opens;
  return databaseClock(opened.right, systemClock);
};

const targetFailed = (failure: Unavailable): Either<CommandResult, never> => {
  const refusal = refusalIn(failure);
  return refusal === null ? failed(2, outageText('target', failure)) : failed(1, `The target: ${refusal}`);
};

/** Looks at both databases before the schema of the target is made, in one that is empty or of a copy. */
const examineBoth = async (copy: RecordCopy, client: PostgresClient): Promise<Either<CommandResult, void>> => {
  const found = await foundTables(client)();
  if (E.isLeft(found)) return targetFailed(found.left);
  const { has, others } = found.right;
  const hasTable = has('installation');
  if (!hasTable && others.length > 0)
    return failed(
      1,
      `The target has tables of something else (${others.slice(0, 3).join(', ')}). Name an empty database.`,
    );
  return pipe(await copy.examine(hasTable)(), E.mapLeft(copyFailureResult));
};

const makeSchema = async (client: PostgresClient, { print }: Output): Promise<Either<CommandResult, void>> => {
  const made = await migrate(client)();
  if (E.isLeft(made)) return targetFailed(made.left);
  if (made.right) print('The schema of the target was brought to that of this release.');
  return E.right(undefined);
};

const notVerified =
  'It does not verify: nothing was moved, and the source can be served as before. A target that is given up has to be dropped, with its backups: who is erased at the source later could still be read in it.';

const verify = async (
  { to }: CopyEndpoints,
  acceptFaults: boolean,
  output: Output,
): Promise<Either<CommandResult, LedgerSummary>> => {
  const opened = openRecords(to);
  if (E.isLeft(opened)) return opened;
  const summary = await verifyDatabase(ledgersOf(opened.right, false), null, (line) => output.print(line));
  if (E.isLeft(summary)) return E.left(failureResult(summary.left));
  const { faults, locked } = summary.right;
  return faults + locked > 0 && !acceptFaults ? failed(1, notVerified) : summary;
};

/** Copies and verifies what was begun, and makes the target the database of the installation. */
const completeCopy = async (
  copy: RecordCopy,
  begun: BegunCopy,
  check: () => Promise<Either<CommandResult, LedgerSummary>>,
  { print }: Output,
): Promise<CommandResult> => {
  const what = begun.isMoved ? 'The source is marked as moved already.' : 'The copy is begun.';
  print(`${what} The installation id is ${begun.installation}: keep it.`);
  const copied = await copy.copy(begun, progressPrinter(print))();
  if (E.isLeft(copied)) return copyFailureResult(copied.left);
  print('The rows are at the target, and are verified now.');
  const verified = await check();
  if (E.isLeft(verified)) return verified.left;
  const finished = await copy.finish(begun)();
  if (E.isLeft(finished)) return copyFailureResult(finished.left);
  const { faults, locked } = verified.right;
  return {
    code: faults + locked > 0 ? 1 : 0,
    lines: [
      ...(faults + locked > 0 ? ['It does not verify, which was accepted.'] : []),
      `The records are at the target, whose installation id is that of before (${begun.installation}), and the source is marked as moved. Start the service with DATABASE_URL of the target.`,
    ],
  };
};

const copyRecords = async (
  { acceptFaults }: CopyArgs,
  endpoints: CopyEndpoints,
  client: PostgresClient,
  output: Output,
): Promise<CommandResult> => {
  const clock = await examineSource(endpoints);
  if (E.isLeft(clock)) return clock.left;
  const copy = recordCopy({
    source: pocketbaseDriver(pocketbaseClient(endpoints.account)),
    target: postgresDriver(client),
    keyring: endpoints.keyring,
    ids,
    clock: clock.right,
    expected: endpoints.expected,
  });
  const examined = await examineBoth(copy, client);
  if (E.isLeft(examined)) return examined.left;
  const made = await makeSchema(client, output);
  if (E.isLeft(made)) return made.left;
  const begun = await copy.begin();
  if (E.isLeft(begun)) return copyFailureResult(begun.left);
  return begun.right === 'complete'
    ? { code: 0, lines: ['The records were moved to the target before. Nothing is left to do.'] }
    : completeCopy(copy, begun.right, () => verify(endpoints, acceptFaults, output), output);
};

const parsePocketbase = parsedBy(
  (text) => (isHttpUrl(text) ? text : null),
  'It must be the address of a PocketBase (http or https), without credentials.',
);

const parsePostgres = parsedBy(
  (text) => (namesPostgres(text) ? text : null),
  'It must be the address of a PostgreSQL (postgres://user:password@host/database).',
);

const seenPassword = 'The password in --to stands in the list of processes: DATABASE_URL keeps it out of there.';

const run = async (args: CopyArgs, env: Environment, output: Output): Promise<CommandResult> => {
  if (args.to !== null && new URL(args.to).password !== '') output.printError(seenPassword);
  const endpoints = copyEndpoints(args, env);
  if (E.isLeft(endpoints)) return endpoints.left;
  const client = postgresClient({ url: endpoints.right.to['DATABASE_URL'] ?? '' });
  try {
    return await copyRecords(args, endpoints.right, client, output);
  } finally {
    await client.close();
  }
};

/** `npx portcullis copy`: moves the records of a PocketBase into a PostgreSQL. */
export const copyCommand = defineCommand({
  name: 'copy',
  description:
    'Moves the records of a PocketBase into an empty PostgreSQL: makes its schema, copies every row as it is and the bytes of files, compares them, and verifies every ledger there as "ledger verify" does. Then the source is marked as moved, so that no service starts on it any more, and the target is the database of the installation.\n\nStop every instance of the service first, and make a backup. The command does not write to the source before everything is at the target, and refuses when somebody else has. Where it fails or is ended, drop the target with its backups, create it again, and begin again: who is erased at the source later could still be read in it. Only a copy that was ended in its last step is completed by another call.',
  notes:
    'Needs DB_USER_EMAIL and DB_USER_PASSWORD of the source, and DATA_KEYS: docs/scaling.md. Exit code: 0 when the records are at the target and verify; 1 when they do not verify, one of the databases is not as it must be, a service runs at the source, or the clock differs from that of the source; 2 when a database cannot be used.',
  crashMessage: 'The records could not be copied',
  build: (line, { env, finish, output }) =>
    line
      .requiredOption('--from <address>', 'the PocketBase: https://db.example.com', parsePocketbase)
      .option(
        '--to <address>',
        'the PostgreSQL: postgres://user:password@host/database; without it DATABASE_URL names the target, and its password is not in the list of processes',
        parsePostgres,
      )
      .option('--accept-faults', 'moves what does not verify, too: "ledger verify" says the same of the source', false)
      .action(({ acceptFaults, from, to = null }) => finish(run({ from, to, acceptFaults }, env, output))),
});
