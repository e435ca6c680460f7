import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { endWithParent } from '@portcullis/adapter-pocketbase';
import { type Account, accountForServer, canReach } from '@portcullis/cli';
import { isProgram, root } from '../../../support/repository/files.ts';
import { type Program, startProgram } from '../../../support/servers/program.ts';

/** The programs of a cluster that fails over, and how they are started. */
export type FailoverPrograms = {
  readonly patroni: string;
  readonly etcd: string;
  readonly haproxy: string;
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string;
  /** The account that they run as, by its ids; `null` where it is that of this process. */
  readonly account: Account | null;
  /** Starts one of them as that account. */
  readonly start: (command: string, args: readonly string[], cwd: string) => Program;
};

/** Where `tools/failover-programs.mjs` unpacks Debian's packages. */
const unpacked = (): string => process.env['FAILOVER_PROGRAMS'] ?? join(root, 'node_modules/.cache/failover-programs');

/** The folder of the newest PostgreSQL below a root that has what Patroni calls. */
const postgresBelow = (top: string): readonly string[] => {
  const versions = join(top, 'usr/lib/postgresql');
  if (!existsSync(versions)) return [];
  return readdirSync(versions)
    .map(Number)
    .filter(Number.isInteger)
    .toSorted((a, b) => b - a)
    .map((version) => join(versions, String(version), 'bin'))
    .filter((bin) => isProgram(join(bin, 'pg_rewind')) && isProgram(join(bin, 'postgres')));
};

const firstProgram = (tops: readonly string[], paths: readonly string[]): string | undefined =>
  tops.flatMap((top) => paths.map((path) => join(top, path))).find(isProgram);

/** The system's own Python: Debian's packages of Python are for that one. */
const python = '/usr/bin/python3';

/** What a program needs to find what was unpacked beside it. */
const environmentIn = (top: string) => ({
  PYTHONPATH: join(top, 'usr/lib/python3/dist-packages'),
  LD_LIBRARY_PATH: join(top, 'usr/lib/x86_64-linux-gnu'),
  PYTHONDONTWRITEBYTECODE: '1',
  LC_ALL: 'C',
  TZ: 'UTC',
});

/** A program that is told to end when this process dies, as by Ctrl-C. A Patroni ends its PostgreSQL then. */
const endingWithUs = (program: Program): Program => {
  const { pid } = program.child;
  if (pid === undefined) return program;
  const { release } = endWithParent(pid);
  program.ended.then(release, release);
  return program;
};

/** Finds the programs in the system, or where they were unpacked. Answers a sentence about what is missing. */
export const findPrograms = (): FailoverPrograms | string => {
  const top = unpacked();
  const tops = ['/', top];
  const found = {
    Patroni: firstProgram(tops, ['usr/bin/patroni']),
    etcd: firstProgram(tops, ['usr/bin/etcd']),
    HAProxy: firstProgram(tops, ['usr/sbin/haproxy']),
    PostgreSQL: tops.flatMap(postgresBelow)[0],
    Python: firstProgram(['/'], [python]),
  };
  const { Patroni: patroni, etcd, HAProxy: haproxy, PostgreSQL: postgres } = found;
  const missing = Object.entries(found).flatMap(([name, path]) => (path === undefined ? [name] : []));
  if (missing.length > 0 || patroni === undefined || etcd === undefined || haproxy === undefined || !postgres)
    return `${missing.join(', ')} not found here; node tools/failover-programs.mjs unpacks Debian's packages`;
  const account = accountForServer();
  const own = [patroni, etcd, haproxy].some((path) => path.startsWith(top));
  if (own && !canReach(account, top)) return `the account that stands in for root cannot reach ${top}`;
  const env = environmentIn(top);
  return {
    patroni,
    etcd,
    haproxy,
    postgres,
    account,
    start: (command, args, cwd) => {
      const line = command === patroni ? [python, command, ...args] : [command, ...args];
      const ids = account === null ? [] : [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
      const [first = '', ...rest] = account === null ? line : ['setpriv', ...ids, ...line];
      return endingWithUs(startProgram(first, rest, { env, cwd }));
    },
  };
};
