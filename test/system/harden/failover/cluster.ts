import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../../../support/servers/free-port.ts';
import { listAt, textAt } from '../chaos/load/json.ts';
import { type Etcd, startEtcd } from './etcd.ts';
import { type DatabaseNode, prepareNode } from './node.ts';
import { adminUrl, haproxySettings, serviceName } from './patroni-settings.ts';
import type { FailoverPrograms } from './programs.ts';

/** Three PostgreSQL of which one is the primary, and a proxy whose port leads to that one. */
export type DatabaseCluster = {
  /** The address of the database of the service, through the proxy. */
  readonly url: string;
  readonly nodes: readonly DatabaseNode[];
  readonly etcd: Etcd;
  /** The node that says that it is the primary; `null` while none does, or more than one. */
  readonly primary: () => Promise<DatabaseNode | null>;
  /** The node without which the primary acknowledges nothing; `null` while there is none. */
  readonly synchronous: () => Promise<DatabaseNode | null>;
  /** Waits until every node runs, both standbys follow the primary, and one of them is synchronous. */
  readonly untilWhole: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Joining again takes a copy of the primary's files at worst. */
const wholeLimitMs = 120_000;

const nodeNames = ['node1', 'node2', 'node3'];

const primaryOf = async (nodes: readonly DatabaseNode[]): Promise<DatabaseNode | null> => {
  const are = await Promise.all(nodes.map((node) => node.is('primary')));
  const found = nodes.filter((_, at) => are[at]);
  return found.length === 1 ? (found[0] ?? null) : null;
};

/** Asks a server as its superuser. */
const ask = async (port: number, text: string): Promise<readonly { readonly [column: string]: unknown }[]> => {
  const client = new Client({ connectionString: adminUrl(port), connectionTimeoutMillis: 5000, query_timeout: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
};

const standbysText = "select application_name, sync_state from pg_stat_replication where state = 'streaming'";

/** The names of the standbys that a primary sends to, and whether it waits for them. */
const standbysOf = async (primary: DatabaseNode): Promise<ReadonlyMap<string, string>> => {
  const rows = await ask(primary.port, standbysText).catch(() => []);
  return new Map(rows.map((row) => [String(row['application_name']), String(row['sync_state'])]));
};

/**
 * The name of the standby that may take the place of the primary, by what Patroni has noted in etcd. It does so some
 * seconds after PostgreSQL began to wait for it; until then nobody takes the place of a primary that dies.
 */
const notedStandby = async (primary: DatabaseNode): Promise<string | null> => {
  const noted = listAt(await primary.cluster(), 'members').find((member) => textAt(member, 'role') === 'sync_standby');
  return textAt(noted, 'name');
};

const synchronousOf = async (nodes: readonly DatabaseNode[]): Promise<DatabaseNode | null> => {
  const primary = await primaryOf(nodes);
  const noted = primary === null ? null : await notedStandby(primary);
  return nodes.find(({ name }) => name === noted) ?? null;
};

const isWhole = async (nodes: readonly DatabaseNode[]): Promise<boolean> => {
  const primary = await primaryOf(nodes);
  if (primary === null) return false;
  const follow = await Promise.all(nodes.map((node) => node === primary || node.is('replica?lag=1MB')));
  const standbys = await standbysOf(primary);
  const noted = await notedStandby(primary);
  const isNoted = noted !== null && standbys.get(noted) === 'sync';
  return follow.every(Boolean) && standbys.size === nodes.length - 1 && isNoted;
};

const untilWhole = async (nodes: readonly DatabaseNode[]): Promise<void> => {
  for (const began = performance.now(); !(await isWhole(nodes)); await sleep(250)) {
    if (performance.now() - began < wholeLimitMs) continue;
    const primary = await primaryOf(nodes);
    const standbys = primary === null ? new Map() : await standbysOf(primary);
    throw new Error(`The cluster is not whole: primary ${primary?.name}, standbys ${JSON.stringify([...standbys])}`);
  }
};

/** The account and the database of the service, which owns its tables and nothing else. */
const prepareDatabase = async (port: number): Promise<void> => {
  await ask(port, `create role ${serviceName} login`);
  await ask(port, `create database ${serviceName} owner ${serviceName}`);
};

type Ending = () => Promise<unknown>;

const open = async (programs: FailoverPrograms, folder: string, endings: Ending[]): Promise<DatabaseCluster> => {
  const etcd = await startEtcd(programs, folder);
  endings.push(etcd.close);
  const nodes: DatabaseNode[] = [];
  for (const name of nodeNames) nodes.push(await prepareNode(programs, folder, name, etcd.hosts));
  endings.push(() => Promise.all(nodes.map((node) => node.kill())));
  for (const node of nodes) node.start();
  await untilWhole(nodes);
  const port = await freePort();
  const settings = join(folder, 'haproxy.cfg');
  writeFileSync(settings, haproxySettings(port, nodes));
  const proxy = programs.start(programs.haproxy, ['-db', '-f', settings], folder);
  endings.push(proxy.remove);
  await prepareDatabase((await primaryOf(nodes))?.port ?? 0);
  return {
    url: `postgres://${serviceName}@127.0.0.1:${port}/${serviceName}`,
    nodes,
    etcd,
    primary: () => primaryOf(nodes),
    synchronous: () => synchronousOf(nodes),
    untilWhole: () => untilWhole(nodes),
    close: async () => undefined,
  };
};

/** Starts the whole cluster in a folder of its own. */
export const openDatabaseCluster = async (programs: FailoverPrograms): Promise<DatabaseCluster> => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-failover-'));
  // The account of the programs has to reach its own files.
  chmodSync(folder, 0o755);
  if (programs.account !== null) chownSync(folder, programs.account.uid, programs.account.gid);
  const endings: Ending[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const end of endings.toReversed()) await end();
  };
  try {
    return { ...(await open(programs, folder, endings)), close };
  } catch (cause) {
    await close();
    throw cause;
  }
};
