import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, type PostgresClient, postgresClient, postgresDriver } from '@portcullis/adapter-postgres';
import { findPostgres, startPostgres } from '@portcullis/cli';
import { Client, Pool } from 'pg';
import type { PostgresServer } from '#cli/sandbox/postgres-server';
import { isFullEffort } from '../effort.ts';
import { mustSucceed } from '../run.ts';
import type { DatabaseServer, DatabaseServerOptions, EngineName } from './database-server.ts';
import { freePort } from './free-port.ts';
import { postgresTables } from './postgres-tables.ts';
import { isAlive } from './program.ts';

/** The programs of the PostgreSQL for the tests; `null` where there is none. */
export const postgresPrograms: ReturnType<typeof findPostgres> = findPostgres(process.env['POSTGRES_BIN']);

/** The databases that journeys are tested over: PocketBase, and in a full run PostgreSQL where there is one. */
export const enginesOfJourneys: readonly EngineName[] =
  isFullEffort && postgresPrograms !== null ? ['pocketbase', 'postgres'] : ['pocketbase'];

/** The end of the name of a suite over another database than PocketBase. */
export const overEngine = (engine: EngineName): string => (engine === 'pocketbase' ? '' : ', over PostgreSQL');

const superuser = 'postgres';
const account = 'portcullis';
const database = 'portcullis';
const databasePassword = 'correct-horse-battery';

/** Its processes are killed, and never the machine: data that were handed over to the system are not lost. */
const settings = { fsync: 'off' };

/** Opens a connection without the adapter. */
export const connectTo = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** Opens one connection without the adapter, whose statements wait for each other, from any sender. */
export const connectInTurn = (url: string): Pool => {
  const pool = new Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
};

const urlOf = (user: string, port: number, name = database): string =>
  `postgres://${user}:${databasePassword}@127.0.0.1:${port}/${name}`;

const runAll = async (url: string, statements: readonly string[]): Promise<void> => {
  const admin = await connectTo(url);
  try {
    for (const statement of statements) await admin.query(statement);
  } finally {
    await admin.end();
  }
};

/** An account that owns its database, and no more. */
const ownedDatabase = [
  `create role ${account} login password '${databasePassword}'`,
  `create database ${database} owner ${account}`,
];

/** A clock of the database that can go ahead stands before PostgreSQL's own, whose other functions stay. */
const clockAhead = [
  'create schema ahead',
  'create table ahead.clock ("ms" bigint not null)',
  'insert into ahead.clock values (0)',
  'create function ahead.clock_timestamp() returns timestamptz language sql volatile as ' +
    `$$ select pg_catalog.clock_timestamp() + (select "ms" from ahead.clock) * interval '1 millisecond' $$`,
  `grant usage on schema ahead to ${account}`,
  `grant select on ahead.clock to ${account}`,
  `alter database ${database} set search_path = public, ahead, pg_catalog`,
];

const migrateAt = async (url: string): Promise<void> => {
  const client = postgresClient({ url });
  await mustSucceed(migrate(client)).finally(client.close);
};

/** The processes that a process has started (`ppid` of proc(5)). */
const childrenOf = (pid: number): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, parent] = /^\d+ \(.*\) \w (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'latin1')) ?? [];
        return Number(parent) === pid ? [Number(name)] : [];
      } catch {
        return []; // It has ended.
      }
    });

const killAll = async (pids: readonly number[]): Promise<void> => {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
  while (pids.some(isAlive)) await sleep(5);
};

/** Starts the server over a folder, and makes an empty database in a new one. */
const begin = async (folder: string, port: number): Promise<PostgresServer> => {
  if (postgresPrograms === null) throw new Error('there is no PostgreSQL (POSTGRES_BIN)');
  const isNew = !existsSync(join(folder, 'data'));
  const base = {
    programs: postgresPrograms,
    folder,
    port,
    user: superuser,
    password: databasePassword,
    settings,
  };
  const server = await startPostgres(base);
  if (isNew) {
    await runAll(urlOf(superuser, port, 'postgres'), ownedDatabase);
    await runAll(urlOf(superuser, port), clockAhead);
    await migrateAt(urlOf(account, port));
  }
  return server;
};

/** Starts a PostgreSQL as `DatabaseServer` says. The account of the service owns its database, and no more. */
export const startPostgresServer = async (options: DatabaseServerOptions = {}): Promise<DatabaseServer> => {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'portcullis-database-'));
  const port = await freePort();
  let running = await begin(folder, port);
  let admin: Pool | null = null;
  const clients: PostgresClient[] = [];
  const connected = (): Pool => {
    admin ??= connectInTurn(urlOf(superuser, port));
    return admin;
  };
  const disconnect = async (): Promise<void> => {
    const open = admin;
    admin = null;
    await open?.end();
  };
  const pids = (): readonly number[] => [running.pid, ...childrenOf(running.pid)];
  return {
    engine: 'postgres',
    dataDir: running.dataDir,
    variables: () => ({
      DATABASE_URL: urlOf(account, port),
      // An empty variable counts as not set: the account stands in the address.
      DB_USER_EMAIL: '',
      DB_USER_PASSWORD: '',
    }),
    driver: () => {
      const client = postgresClient({ url: urlOf(account, port) });
      clients.push(client);
      return postgresDriver(client);
    },
    tables: async () => postgresTables(connected()),
    setAhead: async (ms) => void (await connected().query('update ahead.clock set "ms" = $1', [ms])),
    kill: async () => {
      await killAll(pids());
      await running.exited;
      await disconnect();
    },
    start: async () => {
      running = await begin(folder, port);
    },
    close: async () => {
      await disconnect();
      for (const client of clients) await client.close();
      await running.stop();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
};
