import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endWithParent, freePort } from '@portcullis/adapter-pocketbase';
import { libraryPath, type PostgresPrograms } from './postgres-programs.ts';

export type PostgresServerOptions = {
  readonly programs: PostgresPrograms;
  /** Created if missing. The data are in its folder `data`, the links to libraries in `libraries`. */
  readonly folder: string;
  /** The port of 127.0.0.1; a free one by default. */
  readonly port?: number | undefined;
  readonly user: string;
  /** The password of the account, or `null` for a server that lets every program of this machine in. */
  readonly password: string | null;
  /** Parameters of the server beside those of every one that is started here. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** Called with the process before it is ready. */
  readonly onSpawn?: ((pid: number) => void) | undefined;
};

/** A running PostgreSQL. `exited` settles after the process has ended in any way, and never rejects. */
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

/** An account of the machine, by its ids. */
export type Account = { readonly uid: number; readonly gid: number };

/** PostgreSQL refuses to run as root, for which another account of the machine stands in; `null` for other users. */
export const accountForServer = (): Account | null => {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = ['postgres', 'nobody'].flatMap((name) => accounts.filter(([account]) => account === name))[0];
  return { uid: Number(found?.[2] ?? 65_534), gid: Number(found?.[3] ?? 65_534) };
};

/** Whether the account may pass through every folder above this one. */
const canReach = (account: Account | null, folder: string): boolean =>
  spawnSync('test', ['-x', folder], { ...account, env: {} }).status === 0;

const fixedSettings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', logging_collector: 'off' };

const readyLine = /ready to accept connections/;
const takenPort = /could not bind|Address already in use/;
const stopTimeoutMs = 3000;
/** A server that was killed recovers first. */
const startTimeoutMs = 60_000;
/** How many ports are tried if none was given. */
const mostPorts = 5;
/** How many of the last characters that a server has printed are kept. */
const lastCharacters = 2000;

/** Waits until the server says that it is ready. Its output is passed on only to readers of the error. */
const waitUntilReady = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let last = '';
    const fail = (how: string): void => reject(new Error(`PostgreSQL ${how}: ${last.slice(-500)}`));
    const timer = setTimeout(() => fail(`was not ready after ${startTimeoutMs / 1000} seconds`), startTimeoutMs);
    server.stderr?.on('data', (chunk: Buffer) => {
      last = (last + chunk.toString()).slice(-lastCharacters);
      if (!readyLine.test(last)) return;
      clearTimeout(timer);
      resolve();
    });
    server.once('close', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
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

/** Runs initdb, which ends when this process ends. */
const runInitdb = (programs: PostgresPrograms, args: readonly string[], spawnSettings: SpawnSettings): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(join(programs.bin, 'initdb'), args, { ...spawnSettings, stdio: ['ignore', 'ignore', 'pipe'] });
    const { release } = child.pid === undefined ? { release: () => undefined } : endWithParent(child.pid);
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-lastCharacters);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      release();
      if (code === 0) resolve();
      else reject(new Error(`initdb of PostgreSQL ended with ${code}: ${said}`));
    });
  });

/**
 * Makes the files of a server, unless an earlier start has made them. They get their name when they are complete, so
 * that a start that was cut off is begun again.
 */
const fillDataFolder = async (
  { programs, folder, user, password, settings }: PostgresServerOptions,
  dataDir: string,
  spawnSettings: SpawnSettings,
): Promise<void> => {
  const unfinished = join(folder, 'data.new');
  const passwordFile = join(folder, 'password');
  await rm(passwordFile, { force: true });
  await rm(unfinished, { recursive: true, force: true });
  if (existsSync(dataDir)) return;
  const { uid, gid } = spawnSettings;
  const handOver = async (path: string): Promise<void> => {
    if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
  };
  const access = password === null ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const form = [
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
    ...(settings?.fsync === 'off' ? ['--no-sync'] : []),
  ];
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await handOver(unfinished);
    if (password !== null) {
      await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
      await handOver(passwordFile);
    }
    await runInitdb(programs, [`--pgdata=${unfinished}`, `--username=${user}`, ...access, ...form], spawnSettings);
    await rename(unfinished, dataDir);
  } finally {
    await rm(passwordFile, { force: true });
  }
};

type Served = { readonly pid: number; readonly stop: PostgresServer['stop']; readonly exited: Promise<void> };

/** Serves a folder at a port, and resolves when connections are accepted. */
const serve = async (
  { programs, settings = {}, onSpawn }: PostgresServerOptions,
  dataDir: string,
  port: number,
  spawnSettings: SpawnSettings,
): Promise<Served> => {
  const parameters = Object.entries({ ...fixedSettings, ...settings, port });
  const given = parameters.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(programs.bin, 'postgres'), ['-D', dataDir, ...given], {
    ...spawnSettings,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C at the terminal is for its starter, who ends it last.
    detached: true,
  });
  const exited = endOf(server);
  const stop = stopProcess(server, exited);
  const { pid } = server;
  if (pid === undefined) throw new Error(`PostgreSQL in ${programs.bin} cannot be started.`);
  onSpawn?.(pid);
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
  return { pid, stop, exited };
};

/** Serves at the port that is asked for, or at one of so many that are free. */
const serveAtAPort = async (
  options: PostgresServerOptions,
  dataDir: string,
  spawnSettings: SpawnSettings,
): Promise<Served & { readonly port: number }> => {
  for (let left = options.port === undefined ? mostPorts : 1; ; left -= 1) {
    const port = options.port ?? (await freePort(0));
    try {
      return { ...(await serve(options, dataDir, port, spawnSettings)), port };
    } catch (cause) {
      // Another program may have taken the port after it was chosen.
      if (left <= 1 || !(cause instanceof Error) || !takenPort.test(cause.message)) throw cause;
    }
  }
};

/**
 * Starts a PostgreSQL on 127.0.0.1, over the data of its last start or over new ones, and resolves when it accepts
 * connections. It ends when this process ends, however that comes about.
 */
export const startPostgres = async (options: PostgresServerOptions): Promise<PostgresServer> => {
  const { programs, folder, user } = options;
  const account = accountForServer();
  const dataDir = join(folder, 'data');
  const libraries = join(folder, 'libraries');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (account !== null) {
    // The other account has to reach its own folder, and can list none above it.
    await chmod(folder, 0o711);
    if (!canReach(account, folder))
      throw new Error(
        `PostgreSQL does not run as root, and the account that stands in for it cannot reach ${folder}. ` +
          'Choose a folder that every account may pass through to, or start it as another user than root.',
      );
  }
  const env = { LC_ALL: 'C', TZ: 'UTC', ...(await libraryPath(programs, libraries)) };
  const spawnSettings = { ...account, env, cwd: folder };
  await fillDataFolder(options, dataDir, spawnSettings);
  const { pid, port, stop, exited } = await serveAtAPort(options, dataDir, spawnSettings);
  return { dataDir, pid, stop, exited, urlOf: (database) => `postgres://${user}@127.0.0.1:${port}/${database}` };
};
