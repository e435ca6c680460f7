import { type Environment, readSandboxVariables } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import { commandLine, Option, parsedBy, readOptions } from '../command/command-line.ts';
import type { ExitCode } from '../command/command-result.ts';
import type { Output } from '../command/output.ts';
import { type SandboxDatabaseName, sandboxDatabases } from './database.ts';
import type { SandboxOptions } from './sandbox.ts';
import { sandboxError } from './sandbox-error.ts';

/** How many people a sandbox can be asked to begin with. */
const mostPeople = 100;

/** The arguments of the sandbox; `people` is how many people it is to have, 0 without the option. */
export type SandboxArgs = {
  readonly database: SandboxDatabaseName;
  readonly people: number;
  /** Whether it begins with no data. */
  readonly fresh: boolean;
};

const parsePeople = parsedBy((text) => {
  const people = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return people >= 1 && people <= mostPeople ? people : null;
}, `It must be a number from 1 to ${mostPeople}.`);

/** Reads the arguments of the sandbox. Left is the exit code where it is not to be started. */
export const parseSandboxArgs = (args: readonly string[], output: Output): Either<ExitCode, SandboxArgs> => {
  const database = new Option('--database <name>', 'the record database that is started')
    .choices(sandboxDatabases)
    .default('pocketbase' as const);
  const people = `people to begin with, 1 to ${mostPeople}: most of them wait for a reviewer, for different reasons`;
  const line = commandLine('npm run sandbox --', output)
    .description(
      'Each database has its own data in the folder of the sandbox. docs/configuration.md lists the variables.',
    )
    .addOption(database)
    .option('--people <number>', people, parsePeople, 0)
    .option('--fresh', 'remove what the folder of the sandbox holds, and begin anew', false)
    .action(() => undefined);
  return readOptions(line, args);
};

/** Reads the options of a sandbox from the environment: its folder, its ports and the programs of its database. */
export const readSandboxOptions = (env: Environment): SandboxOptions => {
  if (env['NODE_ENV'] === 'production') {
    throw sandboxError('A sandbox lets everybody through: it does not run with NODE_ENV=production.', 78);
  }
  const read = readSandboxVariables(env);
  if (E.isLeft(read)) throw sandboxError(read.left.map(({ name, rule }) => `${name} ${rule}.`).join('\n'), 78);
  const { CLIENT_URL, SANDBOX_CLIENTS_JSON, SANDBOX_DIR, PORT, MANAGEMENT_PORT, LOG_LEVEL } = read.right;
  const { POCKETBASE_BIN, POSTGRES_BIN } = read.right;
  return {
    folder: SANDBOX_DIR ?? '.sandbox',
    port: PORT ?? 8000,
    managementPort: MANAGEMENT_PORT,
    pocketbaseBinary: POCKETBASE_BIN,
    postgresPrograms: POSTGRES_BIN,
    logLevel: LOG_LEVEL,
    clientsJson: SANDBOX_CLIENTS_JSON,
    clientUrl: CLIENT_URL,
  };
};
