import { setTimeout as sleep } from 'node:timers/promises';
import { type Cell, harnessOf, holdMs, type Stage } from './cell.ts';
import { lookAtMany } from './load/load.ts';

const frozen: Cell = {
  name: 'frozen-database',
  alert: 'PortcullisDatabaseUnreachable',
  logged: /"outage_cause":"timeout"/,
  needs: {},
  readiness: 'not_ready',
  inject: ({ environment }) => environment.database.suspend(),
  during: async (stage) => {
    // The deadline of a call is 5 seconds, before which nobody can know.
    await sleep(Math.max(holdMs(stage), 8000));
  },
  heal: async ({ environment }) => environment.database.resume(),
  isInShort: false,
};

/** A call that met a dead connection has its deadline of 5 seconds; after it nobody may meet another one. */
const deadLimitMs = 8000;

const swallowOnce = async (stage: Stage): Promise<number> => {
  const { counts } = stage.load;
  // A burst leaves many connections that are kept.
  await lookAtMany(stage.load);
  const began = performance.now();
  stage.note('connections that died', stage.environment.relay().swallow());
  await sleep(Math.max(holdMs(stage), 10_000));
  return Math.max(0, counts.failedAt - began);
};

const dead: Cell = {
  name: 'dead-connections',
  alert: 'PortcullisDatabaseTimeouts',
  logged: /"outage_cause":"timeout"/,
  needs: { relayed: 'database' },
  readiness: 'ready',
  inject: async () => undefined,
  during: async (stage) => {
    let longestMs = 0;
    for (let times = 0; times < 3; times += 1) longestMs = Math.max(longestMs, await swallowOnce(stage));
    stage.note('last failure after, s', (longestMs / 1000).toFixed(1));
    if (longestMs > deadLimitMs) stage.violate('dead connections that were used for too long', 1);
  },
  heal: async () => undefined,
  isInShort: false,
};

const lossy: Cell = {
  name: 'packet-loss',
  alert: 'PortcullisDatabaseStalls',
  logged: /"stalled":[1-9]/,
  needs: { relayed: 'database' },
  readiness: 'ready',
  inject: async ({ environment }) => environment.relay().change({ loss: 0.03 }),
  during: (stage) => sleep(2 * holdMs(stage)),
  heal: async ({ environment, note }) => {
    note('segments lost and sent again', environment.relay().lost());
    environment.relay().change({ loss: 0 });
  },
  isInShort: true,
};

export const connections = harnessOf(
  'connections',
  'a database that freezes, or a network that loses packets or connections, costs time and nothing else',
  [dead, frozen, lossy],
);
