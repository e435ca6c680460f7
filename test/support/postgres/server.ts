import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { appendFile, chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../servers/free-port.ts';
import { libraryPath, type PostgresBinaries } from './binaries.ts';

/** A PostgreSQL of the tests. */
export type PostgresServer = {
  /** The address of a database of it. */
  readonly urlOf: (database: string) => string;
  /** Where its files are; `null` for one that somebody else runs. */
  readonly dataDir: string | null;
  readonly stop: () => Promise<void>;
};

type Account = { readonly uid: number; readonly gid: number };

/** PostgreSQL refuses to run as root, for which another account of the machine stands in. */
const accountForServer = (): Partial<Account> => {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = ['postgres', 'nobody'].flatMap((name) => accounts.filter(([account]) => account === name))[0];
  return { uid: Number(found?.[2] ?? 65_534), gid: Number(found?.[3] ?? 65_534) };
};

/** What a test does not need: that data outlives the machine, and work in the background. */
const settings = [
  ...[
    'fsync = off',
    'synchronous_commit = off',
    'full_page_writes = off',
    'wal_level = minimal',
    'max_wal_senders = 0',
  ],
  ...['autovacuum = off', 'jit = off', 'shared_buffers = 32MB', 'max_connections = 200', 'logging_collector = off'],
  ...['wal_writer_delay = 10s', 'bgwriter_delay = 10s', 'max_worker_processes = 0', "listen_addresses = '127.0.0.1'"],
  ...["unix_socket_directories = ''", 'log_min_messages = log'],
];

const readyLine = /ready to accept connections/;

/** Waits until the server says that it is ready. */
const untilReady = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = '';
    server.stderr?.on('data', (chunk) => {
      said += chunk;
      if (readyLine.test(said)) resolve();
    });
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said.slice(-500)}`)));
    server.once('error', reject);
  });

const stopServer = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  // An immediate end: what is written is thrown away.
  server.kill('SIGQUIT');
  await exited;
};

/** Makes a cluster in a temporary folder and starts it. */
export const startPostgres = async (binaries: PostgresBinaries): Promise<PostgresServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portcullis-postgres-'));
  const account = accountForServer();
  if (account.uid !== undefined && account.gid !== undefined) await chown(dataDir, account.uid, account.gid);
  await chmod(dataDir, 0o700);
  const libraries = await mkdtemp(join(tmpdir(), 'portcullis-postgres-libraries-'));
  await chmod(libraries, 0o755);
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', ...(await libraryPath(binaries, libraries)) };
  const remove = async (): Promise<void> => {
    for (const folder of [dataDir, libraries]) await rm(folder, { recursive: true, force: true });
  };
  try {
    const how = [
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ];
    const options = { ...account, env, cwd: dataDir };
    await promisify(execFile)(join(binaries.bin, 'initdb'), [`--pgdata=${dataDir}`, ...how], options);
    const port = await freePort();
    await appendFile(join(dataDir, 'postgresql.conf'), `${settings.join('\n')}\nport = ${port}\n`);
    const stdio = ['ignore', 'ignore', 'pipe'] as const;
    const server = spawn(join(binaries.bin, 'postgres'), ['-D', dataDir], { ...options, stdio: [...stdio] });
    // A process that is ended before its last test leaves no server behind.
    process.once('exit', () => server.kill('SIGQUIT'));
    await untilReady(server);
    return {
      urlOf: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
      dataDir,
      stop: async () => {
        await stopServer(server);
        await remove();
      },
    };
  } catch (cause) {
    await remove();
    throw cause;
  }
};
