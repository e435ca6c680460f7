import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../../support/servers/program.ts';
import { type Cell, harnessOf, holdMs, type Stage } from './cell.ts';
import { lookAtMany } from './load/load.ts';
import { limitDescriptors, openDescriptors } from './processes/database-process.ts';

/**
 * Leaves a process fewer and fewer descriptors, from a few to none, and answers how many it had. Before each step
 * there is a burst, so that connections are kept whose requests need more descriptors: of the database file, or of a
 * file.
 */
const squeeze = async (stage: Stage, pid: number, beforeStep: (stage: Stage) => Promise<void>): Promise<number> => {
  const steps = [8, 4, 2, 1, 0];
  const before = limitDescriptors(pid, openDescriptors(pid) + 256);
  for (const spare of steps) {
    limitDescriptors(pid, before);
    await lookAtMany(stage.load);
    await beforeStep(stage);
    limitDescriptors(pid, openDescriptors(pid) + spare);
    const until = performance.now() + holdMs(stage) / steps.length;
    while (performance.now() < until) {
      await lookAtMany(stage.load);
      await sleep(50);
    }
  }
  return before;
};

/** A report that takes SQLite a second: whoever reads meanwhile needs a connection of its own to the database file. */
const slowReport =
  'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 2500000) SELECT count(*) FROM c';

const reports = 4;

/** Ends the sessions of a PostgreSQL, each of which is a process that begins with the limit that holds then. */
const endSessions = async ({ environment }: Stage): Promise<void> => {
  const tables = await environment.database.tables();
  await tables.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
};

const runReports = async ({ environment }: Stage): Promise<void> => {
  const admin = await environment.database.admin();
  for (let started = 0; started < reports; started += 1) admin.sql.run(slowReport).catch(() => undefined);
  await sleep(50);
};

/** Of several processes the first one is limited, and starts the others. */
const squeezed = (
  pidsOf: (stage: Stage) => readonly number[],
  beforeStep: (stage: Stage) => Promise<void>,
): Pick<Cell, 'inject' | 'during' | 'heal'> => {
  let before = 0;
  return {
    inject: async () => undefined,
    during: async (stage) => {
      const [pid = 0] = pidsOf(stage);
      before = await squeeze(stage, pid, beforeStep);
    },
    heal: async (stage) => {
      const [limited = 0, ...sessions] = pidsOf(stage);
      limitDescriptors(limited, before);
      for (const pid of sessions) {
        try {
          limitDescriptors(pid, before);
        } catch (cause) {
          // The session may have ended meanwhile.
          if (isAlive(pid)) throw cause;
        }
      }
    },
  };
};

const ofDatabase = { name: 'database-descriptors', needs: {}, readiness: null, isInShort: false } as const;

const pocketbase: Cell = {
  ...ofDatabase,
  alert: 'PortcullisDatabaseContradicts',
  logged: /"outage_cause":"missing_row_contradiction"/,
  ...squeezed(({ environment }) => [environment.database.pid()], runReports),
  onlyOf: 'pocketbase',
};

/** A session that can open no file says so, instead of what it was asked for. */
const postgres: Cell = {
  ...ofDatabase,
  alert: 'PortcullisNotReady',
  logged: /"outage_cause":"rate_limited"/,
  ...squeezed(({ environment }) => environment.database.pids(), endSessions),
  onlyOf: 'postgres',
};

/**
 * Without a descriptor no connection can be accepted, and libuv closes those that wait. Whoever is turned away on a new
 * connection was not heard, and counts as refused; a request on a connection that was kept must get its answer.
 */
const service: Cell = {
  name: 'service-descriptors',
  alert: 'PortcullisNoDescriptors',
  logged: /"outage_cause":"no_descriptors"/,
  needs: {},
  readiness: null,
  route: (_, straight) => ({
    ask: async (asked) => {
      const outcome = await straight(asked);
      return outcome.status === null && !outcome.isReused ? { ...outcome, isSent: false } : outcome;
    },
    close: async () => undefined,
  }),
  ...squeezed(
    ({ environment }) => [environment.service.pid()],
    async () => undefined,
  ),
  isInShort: true,
};

export const descriptors = harnessOf(
  'descriptors',
  'a process without file descriptors refuses, and takes nothing that exists for missing',
  [pocketbase, postgres, service],
);
