import { between, type Random } from '../../../support/generators/seeded-random.ts';
import type { DatabaseCluster } from './cluster.ts';
import type { DatabaseNode } from './node.ts';
import { ttlSeconds } from './patroni-settings.ts';

/** What is taken away: a node with its PostgreSQL, a PostgreSQL alone, or those that agree on who is the primary. */
export type Kill = {
  readonly name: string;
  /** The longest time in milliseconds in which no write may be acknowledged. */
  readonly gapLimitMs: number;
  /** How long it stays away at least, in milliseconds. */
  readonly heldMs: number;
  /** Takes it away. Answers what brings it back. */
  readonly strike: (cluster: DatabaseCluster, random: Random) => Promise<() => Promise<void>>;
};

const nodeGapMs = (ttlSeconds + 5) * 1000;
/** Nobody has to wait for a lease to end where Patroni lives and sees what has happened. */
const watchedGapMs = 10_000;

const present = (node: DatabaseNode | null, what: string): DatabaseNode => {
  if (node === null) throw new Error(`there is no ${what} before the kill`);
  return node;
};

const primaryNode = async (cluster: DatabaseCluster): Promise<DatabaseNode> =>
  present(await cluster.primary(), 'primary');

const killNode = async (node: DatabaseNode): Promise<() => Promise<void>> => {
  await node.kill();
  return async () => node.start();
};

const primary: Kill = {
  name: 'primary',
  gapLimitMs: nodeGapMs,
  heldMs: 8000,
  strike: async (cluster) => killNode(await primaryNode(cluster)),
};

const standby: Kill = {
  name: 'synchronous-standby',
  gapLimitMs: nodeGapMs,
  heldMs: 8000,
  strike: async (cluster) => killNode(present(await cluster.synchronous(), 'synchronous standby')),
};

const frozen: Kill = {
  name: 'frozen-primary',
  gapLimitMs: nodeGapMs,
  heldMs: 8000,
  strike: async (cluster) => {
    const node = await primaryNode(cluster);
    node.freeze();
    return async () => node.thaw();
  },
};

const postgres: Kill = {
  name: 'postgres-alone',
  gapLimitMs: watchedGapMs,
  heldMs: 0,
  strike: async (cluster) => {
    (await primaryNode(cluster)).killPostgres();
    return async () => undefined;
  },
};

const etcdAlone: Kill = {
  name: 'etcd-member-alone',
  gapLimitMs: watchedGapMs,
  // Longer than the lease of the primary lasts.
  heldMs: (ttlSeconds + 15) * 1000,
  strike: async ({ etcd }, random) => {
    await etcd.leaveAlone(between(random, 0, 2));
    return etcd.restore;
  },
};

/** The kinds in the order in which they come again and again: half of them take the primary's node away. */
const sequence: readonly Kill[] = [
  primary,
  standby,
  frozen,
  primary,
  postgres,
  primary,
  frozen,
  etcdAlone,
  primary,
  standby,
];

/** So many kills, of every kind in turn. */
export const killsInOrder = (count: number): readonly Kill[] =>
  Array.from({ length: count }, (_, at) => sequence[at % sequence.length] ?? primary);
