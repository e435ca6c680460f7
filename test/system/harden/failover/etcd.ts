import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../support/servers/free-port.ts';
import type { Program } from '../../../support/servers/program.ts';
import type { FailoverPrograms } from './programs.ts';

/** Three members of etcd, which agree on who is the primary. */
export type Etcd = {
  /** `host:port` of each member. */
  readonly hosts: readonly string[];
  /** Kills all members but one, which cannot agree with anybody any more. */
  readonly leaveAlone: (member: number) => Promise<void>;
  /** Starts the members again that were killed, and waits until they agree. */
  readonly restore: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const members = [0, 1, 2];

/** Milliseconds: longer than etcd's own, because the machine is busy with all of this. */
const heartbeatMs = 300;
const electionMs = 3000;

const agreeLimitMs = 60_000;

const isHealthy = async (host: string): Promise<boolean> => {
  const answer = await fetch(`http://${host}/health`, { signal: AbortSignal.timeout(2000) }).catch(() => null);
  return answer !== null && (await answer.text().catch(() => '')).includes('"health":"true"');
};

const untilHealthy = async (hosts: readonly string[]): Promise<void> => {
  for (const began = performance.now(); ; await sleep(100)) {
    const healthy = await Promise.all(hosts.map(isHealthy));
    if (healthy.every(Boolean)) return;
    if (performance.now() - began > agreeLimitMs) throw new Error(`etcd does not agree: ${healthy}`);
  }
};

/** Starts the members in a folder, and waits until they agree. */
export const startEtcd = async (programs: FailoverPrograms, folder: string): Promise<Etcd> => {
  const ports: { readonly client: number; readonly peer: number }[] = [];
  for (const _ of members) ports.push({ client: await freePort(), peer: await freePort() });
  const hosts = ports.map(({ client }) => `127.0.0.1:${client}`);
  const cluster = ports.map(({ peer }, member) => `etcd${member}=http://127.0.0.1:${peer}`).join(',');
  const startMember = (member: number): Program => {
    const { client = 0, peer = 0 } = ports[member] ?? {};
    const settings = {
      name: `etcd${member}`,
      'data-dir': join(folder, `etcd${member}`),
      'listen-client-urls': `http://127.0.0.1:${client}`,
      'advertise-client-urls': `http://127.0.0.1:${client}`,
      'listen-peer-urls': `http://127.0.0.1:${peer}`,
      'initial-advertise-peer-urls': `http://127.0.0.1:${peer}`,
      'initial-cluster': cluster,
      'heartbeat-interval': heartbeatMs,
      'election-timeout': electionMs,
      'log-level': 'warn',
      // Patroni is told to use that interface.
      'enable-v2': true,
    };
    const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
    return programs.start(programs.etcd, args, folder);
  };
  mkdirSync(folder, { recursive: true });
  const running = new Map(members.map((member) => [member, startMember(member)]));
  const close = async (): Promise<void> => {
    for (const program of running.values()) await program.remove();
  };
  try {
    await untilHealthy(hosts);
  } catch (cause) {
    await close();
    throw cause;
  }
  return {
    hosts,
    leaveAlone: async (member) => {
      for (const [other, program] of running) if (other !== member) await program.remove();
    },
    restore: async () => {
      for (const [member, program] of running) {
        const hasEnded = program.child.exitCode !== null || program.child.signalCode !== null;
        if (hasEnded) running.set(member, startMember(member));
      }
      await untilHealthy(hosts);
    },
    close,
  };
};
