import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endWithParent } from '@portcullis/adapter-pocketbase';
import { libraryPath, type PostgresPrograms } from './postgres-programs.ts';

export type PostgresServerOptions = {
  readonly programs: PostgresPrograms;
  /** Created if missing. The data are in its folder `data`, the links to libraries in `libraries`. */
  readonly folder: string;
  /** The port of 127.0.0.1. */
  readonly port: number;
  readonly user: string;
  /** The password of the account, or `null` for a server that lets every program of this machine in. */
  readonly password: string | null;
  /** Parameters of the server beside those of every one that is started here. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
};

/** A running PostgreSQL. `exited` settles after the process has ended, whoever ended it, and never rejects. */
export type PostgresServer = {
  readonly dataDir: string;
  readonly pid: number;
  /** The address of a database, without the password. */
  readonly urlOf: (database: string) => string;
  /**
   * Ends the server: `fast` closes the connections and writes everything down, `immediate` throws away what the next
   * start has to recover. SIGKILL follows after three seconds.
   */
  readonly stop: (how?: 'fast' | 'immediate') => Promise<void>;
  readonly exited: Promise<void>;
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

/** Whether the account may pass through every folder above this one. */
const canReach = (account: Partial<Account>, folder: string): boolean =>
  spawnSync('test', ['-x', folder], { ...account, env: {} }).status === 0;

const fixedSettings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', logging_collector: 'off' };

const readyLine = /ready to accept connections/;
const stopTimeoutMs = 3000;

/** Waits until the server says that it is ready. What it prints is passed on to nobody but who reads the error. */
const waitUntilReady = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      if (said.length < 100_000) said += chunk.toString();
      if (readyLine.test(said)) resolve();
    });
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said.slice(-500)}`)));
    server.once('error', reject);
  });

const endOf = (server: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    server.once('error', () => resolve());
    server.once('exit', () => resolve());
  });

const stopProcess =
  (server: ChildProcess, exited: Promise<void>): PostgresServer['stop'] =>
  async (how = 'fast') => {
    const timer = setTimeout(() => server.kill('SIGKILL'), stopTimeoutMs);
    server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await exited;
    clearTimeout(timer);
  };

type SpawnSettings = Partial<Account> & { readonly env: NodeJS.ProcessEnv; readonly cwd: string };

/** Makes the files of a server, unless an earlier start has made them. */
const fillDataFolder = async (
  { programs, folder, user, password }: PostgresServerOptions,
  dataDir: string,
  spawnSettings: SpawnSettings,
): Promise<void> => {
  if (existsSync(join(dataDir, 'PG_VERSION'))) return;
  const passwordFile = join(folder, 'password');
  const access = password === null ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const form = ['--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  try {
    if (password !== null) {
      await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
      if (spawnSettings.uid !== undefined && spawnSettings.gid !== undefined)
        await chown(passwordFile, spawnSettings.uid, spawnSettings.gid);
    }
    const args = [`--pgdata=${dataDir}`, `--username=${user}`, ...access, ...form];
    await promisify(execFile)(join(programs.bin, 'initdb'), args, spawnSettings);
  } finally {
    await rm(passwordFile, { force: true });
  }
};

/**
 * Starts a PostgreSQL on 127.0.0.1, over the data of its last start or over new ones, and resolves when it accepts
 * connections. It ends when this process ends, however that comes about.
 */
export const startPostgres = async (options: PostgresServerOptions): Promise<PostgresServer> => {
  const { programs, folder, port, user, settings = {} } = options;
  const account = accountForServer();
  const [dataDir, libraries] = [join(folder, 'data'), join(folder, 'libraries')];
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // The other account has to reach its own folder, and can list none above it.
  if (account.uid !== undefined && account.gid !== undefined) {
    await chmod(folder, 0o711);
    await chown(dataDir, account.uid, account.gid);
    if (!canReach(account, folder))
      throw new Error(
        `PostgreSQL does not run as root, and the account that stands in for it cannot reach ${folder}. ` +
          'Choose a folder that every account may pass through to, or start it as another user than root.',
      );
  }
  const env = { LC_ALL: 'C', TZ: 'UTC', ...(await libraryPath(programs, libraries)) };
  const spawnSettings = { ...account, env, cwd: dataDir };
  await fillDataFolder(options, dataDir, spawnSettings);
  const parameters = Object.entries({ ...fixedSettings, ...settings, port });
  const given = parameters.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(programs.bin, 'postgres'), ['-D', dataDir, ...given], {
    ...spawnSettings,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C at the terminal is for whoever started it, who ends it last.
    detached: true,
  });
  const exited = endOf(server);
  const stop = stopProcess(server, exited);
  const { pid } = server;
  if (pid === undefined) throw new Error(`PostgreSQL in ${programs.bin} cannot be started.`);
  const { release } = endWithParent(pid);
  const killNow = (): void => void server.kill('SIGQUIT');
  process.once('exit', killNow);
  void exited.then(() => {
    process.removeListener('exit', killNow);
    release();
  });
  try {
    await waitUntilReady(server);
  } catch (cause) {
    await stop('immediate');
    throw cause;
  }
  return { dataDir, pid, stop, exited, urlOf: (database) => `postgres://${user}@127.0.0.1:${port}/${database}` };
};
