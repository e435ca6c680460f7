import { randomBytes } from 'node:crypto';
import { migrationsDir, startPocketbase } from '@portcullis/adapter-pocketbase';
import type { Environment } from '@portcullis/app/configuration';
import { E, type Either, TE, unavailable } from '@portcullis/domain';
import type { ObjectStore } from '@portcullis/record-store/driver';
import { type CommandResult, failed } from '../command/command-result.ts';
import { openRecords, type Records } from '../command/open-records.ts';

/** Something that runs over the records of a data folder, with the environment that opens them. */
type Work<A> = (records: Records, env: Environment) => Promise<Either<CommandResult, A>>;

/** A data folder of PocketBase, and the account that it has: the environment's own to keep, or a random one. */
export type DataFolder = {
  readonly dataDir: string;
  readonly env: Environment;
  readonly account: 'of the environment' | 'random';
  /** Ends the work: its PocketBase stops. */
  readonly stop: AbortSignal;
};

/** Migrations of a large database take minutes; a deployment allows the container as much. */
const startTimeoutMs = 300_000;

/**
 * The objects of a database, as a copy of it sees them: they can be read. What the copy removes is removed from its
 * rows alone: the objects are also those of the database that is in use, and what no row names there is swept later.
 */
const readOnly = (objects: ObjectStore | null): ObjectStore | null =>
  objects && {
    ...objects,
    put: () => TE.left(unavailable('files', 'a copy writes no objects', 'rejected')),
    remove: () => TE.right(undefined),
    list: () => TE.right([]),
  };

const setVariable = (env: Environment, name: string): string | undefined => env[name] || undefined;

/**
 * Starts a PocketBase of its own on a data folder, which listens on this machine alone, runs some work over its
 * records, and stops it again. The schema is brought up to that of this release. The account is that of the environment
 * where the folder is to keep it, and a random one where it is a copy.
 */
export const withDataFolder = async <A>(
  { account, dataDir, env, stop }: DataFolder,
  work: Work<A>,
): Promise<Either<CommandResult, A>> => {
  const isOwn = account === 'of the environment';
  const email = isOwn ? (env['DB_USER_EMAIL'] ?? '') : 'copy@example.com';
  const password = isOwn ? (env['DB_USER_PASSWORD'] ?? '') : randomBytes(24).toString('hex');
  const binary = setVariable(env, 'POCKETBASE_BIN');
  const settingsKey = setVariable(env, 'DB_ENCRYPTION_KEY');
  const options = {
    binary,
    dataDir,
    migrationsDir,
    email,
    password,
    settingsKey,
    startTimeoutMs,
    stop,
  };
  const started = await startPocketbase(options).then(E.right, (cause: unknown) =>
    E.left(cause instanceof Error ? cause.message : 'PocketBase cannot be started.'),
  );
  if (E.isLeft(started)) return failed(1, started.left);
  const { stop: end, url } = started.right;
  const endEarly = (): void => void end();
  stop.addEventListener('abort', endEarly, { once: true });
  try {
    const own = { ...env, DATABASE_URL: url, DB_USER_EMAIL: email, DB_USER_PASSWORD: password };
    const records = openRecords(own, readOnly);
    return E.isLeft(records) ? records : await work(records.right, own);
  } finally {
    stop.removeEventListener('abort', endEarly);
    await end();
  }
};
