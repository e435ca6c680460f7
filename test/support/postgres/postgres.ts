import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, type PostgresClient, postgresClient, postgresDriver } from '@portcullis/adapter-postgres';
import { findPostgres, startPostgres } from '@portcullis/cli';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { tableNames } from '@portcullis/record-store/driver';
import type { Client, Pool } from 'pg';
import { mustSucceed } from '../run.ts';
import { freePort } from '../servers/free-port.ts';
import { connectInTurn, connectTo } from '../servers/postgres-server.ts';
import { atTestEnd } from '../test-end.ts';

/** The programs of a PostgreSQL. */
export type Programs = NonNullable<ReturnType<typeof findPostgres>>;

/** A database in a PostgreSQL, for a test file. */
export type TestPostgres = {
  readonly url: string;
  readonly client: PostgresClient;
  readonly driver: RecordDriver;
  /** A connection without the adapter: what an operator could do by hand. */
  readonly admin: Pick<Pool, 'query' | 'end'>;
  /** The folder of the files of the server, and of this database; `null` where somebody else runs it. */
  readonly dataDir: string | null;
  readonly filesDir: string | null;
  /** Deletes every row. */
  readonly empty: () => Promise<void>;
};

/** A PostgreSQL of the tests; its folder is `null` where somebody else runs it. */
type TestServer = {
  readonly urlOf: (database: string) => string;
  readonly dataDir: string | null;
  readonly stop: () => Promise<void>;
};

const foreignUrl = process.env['TEST_DATABASE_URL'];

/** The server that `TEST_DATABASE_URL` names, which has a database for the tests to begin with. */
const foreignServer = (url: string): TestServer => ({
  urlOf: (database) => {
    const named = new URL(url);
    if (database !== 'postgres') named.pathname = `/${database}`;
    return named.href;
  },
  dataDir: null,
  stop: async () => undefined,
});

const namedFolder = process.env['POSTGRES_BIN'];
const binaries = foreignUrl === undefined ? findPostgres(namedFolder) : null;

const debianFolder = '/usr/lib/postgresql';

/** Every PostgreSQL of Debian, by its version. */
const ofDebian = (): readonly (readonly [string, Programs])[] =>
  (existsSync(debianFolder) ? readdirSync(debianFolder) : []).flatMap((version) => {
    const programs = findPostgres(join(debianFolder, version, 'bin'));
    return programs === null ? [] : [[version, programs] as const];
  });

/**
 * Every PostgreSQL for tests of versions, by a name: the one that was named, or that of npm and each of Debian. There
 * is none where there is none for the other tests.
 */
export const everyVersion = (): readonly (readonly [string, Programs | null])[] => {
  if (foreignUrl !== undefined) return [['of TEST_DATABASE_URL', null]];
  if (binaries === null) return [];
  if (namedFolder !== undefined) return [['of POSTGRES_BIN', binaries]];
  return [...(binaries.links === null ? [] : [['of npm', binaries] as const]), ...ofDebian()];
};

/** Whether there is a PostgreSQL for the tests. */
const hasPostgres = foreignUrl !== undefined || binaries !== null;

/** Tests need no data that outlive the machine, and no work in the background. */
const settingsOfTests = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  jit: 'off',
  shared_buffers: '32MB',
  max_connections: '200',
  wal_writer_delay: '10s',
  bgwriter_delay: '10s',
  max_worker_processes: '0',
};

const servers = new Map<string, Promise<TestServer>>();

const openServer = async (programs: Programs | null): Promise<TestServer> => {
  if (foreignUrl !== undefined) return foreignServer(foreignUrl);
  if (programs === null) throw new Error('there is no PostgreSQL');
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-postgres-'));
  const server = await startPostgres({
    programs,
    folder,
    port: await freePort(),
    user: 'postgres',
    password: null,
    settings: settingsOfTests,
  });
  const stop = async (): Promise<void> => {
    await server.stop('immediate');
    await rm(folder, { recursive: true, force: true });
  };
  atTestEnd(stop);
  return { urlOf: server.urlOf, dataDir: server.dataDir, stop };
};

/** The PostgreSQL of this process. It is started for the first test file that needs it, and each version once. */
const sharedServer = (programs: Programs | null): Promise<TestServer> => {
  const key = programs?.bin ?? '';
  const server = servers.get(key) ?? openServer(programs);
  servers.set(key, server);
  return server;
};

const withAdmin = async (server: TestServer, run: (admin: Client) => Promise<unknown>): Promise<void> => {
  const admin = await connectTo(server.urlOf('postgres'));
  try {
    await run(admin);
  } finally {
    await admin.end();
  }
};

let created = 0;

/** Makes an empty database of the shared server. Answers its address, and what removes it. */
export const newDatabase = async (
  programs: Programs | null = binaries,
): Promise<{
  readonly url: string;
  readonly drop: () => Promise<void>;
}> => {
  const server = await sharedServer(programs);
  created += 1;
  const name = `portcullis_test_${process.pid}_${created}`;
  await withAdmin(server, (admin) => admin.query(`create database ${name}`));
  return {
    url: server.urlOf(name),
    drop: () => withAdmin(server, (admin) => admin.query(`drop database if exists ${name} with (force)`)),
  };
};

const emptyTables = [...tableNames, 'file_bytes'].map((table) => `delete from "${table}"`).join(';');

const open = async (url: string, programs: Programs | null): Promise<TestPostgres> => {
  const client = postgresClient({ url });
  await mustSucceed(migrate(client));
  const admin = connectInTurn(url);
  const { dataDir } = await sharedServer(programs);
  const { rows } = await admin.query('select oid from pg_database where datname = current_database()');
  return {
    url,
    client,
    driver: postgresDriver(client),
    admin,
    dataDir,
    filesDir: dataDir === null ? null : `${dataDir}/base/${rows[0].oid}`,
    empty: async () => void (await admin.query(emptyTables)),
  };
};

/** A suite over a real PostgreSQL. It says so where there is none, and counts as skipped. */
export const describePostgres = (name: string, suite: () => void): void => {
  describe(name, function () {
    this.timeout(60_000);
    if (hasPostgres) suite();
    else it('is left out, because no PostgreSQL was found here (POSTGRES_BIN, TEST_DATABASE_URL)');
  });
};

/** Opens a database with the schema for the enclosing suite, in the PostgreSQL of this process. */
export const usePostgres = (programs: Programs | null = binaries): (() => TestPostgres) => {
  let database: TestPostgres | null = null;
  let drop: () => Promise<void> = async () => undefined;

  before('open PostgreSQL', async function () {
    this.timeout(60_000);
    const made = await newDatabase(programs);
    drop = made.drop;
    database = await open(made.url, programs);
  });

  after('close PostgreSQL', async function () {
    this.timeout(15_000);
    if (database === null) return;
    await database.client.close();
    await database.admin.end();
    await drop();
    database = null;
  });

  return () => {
    if (database === null) throw new Error('PostgreSQL is open only while the suite around it runs');
    return database;
  };
};
