import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../support/servers/free-port.ts';
import type { Program } from '../../../support/servers/program.ts';
import { type NodeAddress, patroniSettings } from './patroni-settings.ts';
import { familyOf, postmasterOf, signalAll } from './processes.ts';
import type { FailoverPrograms } from './programs.ts';

/** A PostgreSQL and the Patroni that looks after it. */
export type DatabaseNode = NodeAddress & {
  readonly start: () => void;
  readonly isRunning: () => boolean;
  /** Kills all processes of the node at once, as the end of its machine does. */
  readonly kill: () => Promise<void>;
  /** Kills the PostgreSQL alone; Patroni sees that. */
  readonly killPostgres: () => void;
  /** Stops all processes of the node where they are, as the loss of its network or a paused machine does. */
  readonly freeze: () => void;
  /** Lets them go on as if nothing had happened. */
  readonly thaw: () => void;
  /** Whether it answers that it is the primary, or, as a standby, that it follows one closely. */
  readonly is: (role: 'primary' | 'replica?lag=1MB') => Promise<boolean>;
  /** What it answers about the whole cluster; `null` without an answer. */
  readonly cluster: () => Promise<unknown>;
};

const askLimitMs = 2000;

/** Asks the Patroni of a node. Answers its JSON, or `null` where it does not say yes. */
const ask = async ({ restPort }: NodeAddress, path: string): Promise<unknown> => {
  const signal = AbortSignal.timeout(askLimitMs);
  const answer = await fetch(`http://127.0.0.1:${restPort}/${path}`, { signal }).catch(() => null);
  const body: unknown = await answer?.json().catch(() => null);
  return answer?.status === 200 ? (body ?? null) : null;
};

/** Prepares a node in a folder of its own. */
export const prepareNode = async (
  programs: FailoverPrograms,
  top: string,
  name: string,
  etcdHosts: readonly string[],
): Promise<DatabaseNode> => {
  const folder = join(top, name);
  const address = { name, folder, dataDir: join(folder, 'data'), port: await freePort(), restPort: await freePort() };
  mkdirSync(folder, { recursive: true });
  const settings = join(folder, 'patroni.yml');
  writeFileSync(settings, patroniSettings(address, etcdHosts, programs.postgres));
  const { account } = programs;
  if (account !== null) for (const path of [folder, settings]) chownSync(path, account.uid, account.gid);
  let program: Program | null = null;
  let frozen: readonly number[] = [];

  const postgresFamily = (): readonly number[] => {
    const postmaster = postmasterOf(address.dataDir);
    return postmaster === null ? [] : familyOf(postmaster);
  };
  const isRunning = (): boolean =>
    program !== null && program.child.exitCode === null && program.child.signalCode === null;
  const family = (): readonly number[] => [
    ...(isRunning() ? familyOf(program?.child.pid ?? 0) : []),
    ...postgresFamily(),
  ];

  return {
    ...address,
    isRunning,
    start: () => {
      program = programs.start(programs.patroni, [settings], folder);
    },
    kill: async () => {
      signalAll(family(), 'SIGKILL');
      // What was started while the processes were listed.
      for (let left = family(); left.length > 0; left = family()) {
        signalAll(left, 'SIGKILL');
        await sleep(20);
      }
      await program?.ended;
    },
    killPostgres: () => signalAll(postgresFamily(), 'SIGKILL'),
    freeze: () => {
      frozen = family();
      signalAll(frozen, 'SIGSTOP');
    },
    thaw: () => signalAll(frozen, 'SIGCONT'),
    is: async (role) => (await ask(address, role)) !== null,
    cluster: () => ask(address, 'cluster'),
  };
};
