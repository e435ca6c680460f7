import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type PocketBase from 'pocketbase';
import type { DatabaseServer, EngineName } from '../../../../support/servers/database-server.ts';
import { logInAsAdmin } from '../../../../support/servers/pocketbase.ts';
import { startDatabaseServer } from '../../../../support/servers/start-database.ts';
import { suspend } from '../../../../support/servers/suspend.ts';
import { smallDisk } from './small-disk.ts';

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

export const startDatabase = async (
  engine: EngineName,
  { isDiskSmall }: { readonly isDiskSmall: boolean },
): Promise<DatabaseProcess> => {
  const root = mkdtempSync(join(tmpdir(), 'portcullis-chaos-'));
  // PostgreSQL runs as another account than root, which has to reach its own folder.
  if (engine === 'postgres') chmodSync(root, 0o711);
  const own = join(root, 'data');
  mkdirSync(own);
  // PostgreSQL has its data in a folder of its own folder.
  const disk = isDiskSmall ? smallDisk(engine, root, engine === 'postgres' ? join(own, 'data') : own) : null;
  const server = await startDatabaseServer(engine, { folder: own, ...(disk !== null && { binary: disk.binary }) });
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
      if (disk === null) throw new Error('the disk is not a small one');
      return disk.fill(pid());
    },
    close: async () => {
      await server.close();
      disk?.close();
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
  // In a container root may not do this to the processes of others.
  const { uid, gid } = statSync(`/proc/${pid}`);
  const { status, stderr } = spawnSync('prlimit', [`--pid=${pid}`, `--nofile=${count}:`], { uid, gid });
  if (status !== 0 || before === undefined) throw new Error(`prlimit did not work: ${stderr}`);
  return Number(before);
};
