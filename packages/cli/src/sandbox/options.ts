import { type Environment, readSandboxVariables } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import { parseOptions } from '../command/parse-options.ts';
import { isSandboxDatabase, type SandboxDatabaseName, sandboxDatabases } from './database.ts';
import type { SandboxOptions } from './sandbox.ts';
import { sandboxError } from './sandbox-error.ts';

/** How many people a sandbox can be asked to begin with. */
const mostPeople = 100;

export const sandboxUsage = `Usage: npm run sandbox -- [--database <${sandboxDatabases.join('|')}>] [--people <number>]

  --database <name>  the record database that is started: pocketbase (the default) or postgres
  --people <number>  people to begin with, 1 to ${mostPeople}: most of them wait for a reviewer, for different reasons
  --help             this text

Each database has its own data in the folder of the sandbox. docs/configuration.md lists the variables.`;

/** What the arguments of the sandbox ask for; `people` is how many people it is to have, 0 without the option. */
export type SandboxArgs = { readonly database: SandboxDatabaseName; readonly people: number };

const misuse = (sentence: string): Error => sandboxError(`${sentence}\n\n${sandboxUsage}`, 64);

const readPeople = (text: string): number => {
  const people = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (people >= 1 && people <= mostPeople) return people;
  throw misuse(`--people takes a number from 1 to ${mostPeople}.`);
};

/** What the arguments of the sandbox ask for; `null` if only the usage was requested. */
export const parseSandboxArgs = (args: readonly string[]): SandboxArgs | null => {
  const parsed = parseOptions(args, { database: { type: 'string' }, people: { type: 'string' } }, false);
  if (E.isLeft(parsed)) throw misuse(parsed.left);
  if (parsed.right === null) return null;
  const { database = 'pocketbase', people } = parsed.right.values;
  if (!isSandboxDatabase(database)) throw misuse(`--database takes one of: ${sandboxDatabases.join(', ')}.`);
  return { database, people: people === undefined ? 0 : readPeople(people) };
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
