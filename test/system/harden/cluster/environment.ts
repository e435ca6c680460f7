import { setTimeout as sleep } from 'node:timers/promises';
import { scopes } from '@portcullis/domain/kernel';
import { type Simulator, startSimulator } from '@portcullis/vendor-simulator';
import { sealedAsInProduction } from '../../../support/builders/keyrings.ts';
import { aheadMs, clockAheadOnSignal, clockAheadSignal } from '../../../support/clock/clock-ahead.ts';
import { runs } from '../../../support/effort.ts';
import type { DatabaseServer, EngineName } from '../../../support/servers/database-server.ts';
import { freePort } from '../../../support/servers/free-port.ts';
import { vendorsAt } from '../../../support/servers/production.ts';
import type { Program } from '../../../support/servers/program.ts';
import {
  environmentOn,
  linesOf,
  machineToken,
  startService,
  type Variables,
} from '../../../support/servers/service-program.ts';
import { startDatabaseServer } from '../../../support/servers/start-database.ts';
import type { StoredTables } from '../../../support/servers/stored-tables.ts';

/** One process of the service, which can be stopped and restarted in place. */
export type Instance = {
  readonly url: string;
  readonly managementUrl: string;
  readonly isUp: () => boolean;
  /** The number of times it was ended. While this stays the same, no signal of ours explains an unanswered request. */
  readonly endCount: () => number;
  /** Answers the number of milliseconds until it was ready and answered. */
  readonly start: () => Promise<number>;
  readonly kill: () => Promise<void>;
  /** Lets its clock go ahead, so that what becomes due within two minutes is due at once. */
  readonly setClockAhead: () => void;
  /** Stops it with SIGTERM, and answers its exit code and duration. */
  readonly stop: () => Promise<{ readonly code: number | null; readonly ms: number }>;
};

/** What must never happen in any process of the service. */
export type ProcessMishaps = { unhandledRejections: number; exits: number };

/**
 * The service as in production over a real database that can be killed. Each runs in its own process; the simulated
 * vendors run in this one.
 */
export type ClusterEnvironment = {
  readonly instances: readonly Instance[];
  readonly token: string;
  readonly database: DatabaseServer;
  readonly mishaps: ProcessMishaps;
  readonly simulator: Simulator;
  /** The stored data, past the service. */
  readonly tables: () => Promise<StoredTables>;
  /** Lets all clocks go ahead, so that what becomes due within two minutes is due at once. */
  readonly setClocksAhead: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const readyLimitMs = 20_000;

const statusOf = (address: string, token: string): Promise<number> =>
  fetch(address, { headers: { Authorization: `Bearer ${token}`, Connection: 'close' } }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );

/** Polls until the service is ready, and then until it answers from the database. */
export const untilReady = async (
  { managementUrl, url }: Pick<Instance, 'managementUrl' | 'url'>,
  token: string | null,
  isRunning: () => boolean = () => true,
): Promise<number> => {
  const began = performance.now();
  const addresses = [`${managementUrl}/readyz`, ...(token === null ? [] : [`${url}/api/profiles?limit=1`])];
  for (const address of addresses) {
    for (;;) {
      const status = await statusOf(address, token ?? '');
      if (status === 200) break;
      if (performance.now() - began > readyLimitMs) throw new Error(`${address} answered ${status} for too long`);
      if (!isRunning()) throw new Error(`${address} answers no more: its process has ended`);
      await sleep(runs(10, 40));
    }
  }
  return performance.now() - began;
};

const newInstance = async (
  environment: Variables,
  mishaps: ProcessMishaps,
  token: () => string | null,
): Promise<Instance> => {
  const port = await freePort();
  const managementPort = await freePort();
  const own = { ...environment, PORT: String(port), MANAGEMENT_PORT: String(managementPort) };
  const at = { url: `http://127.0.0.1:${port}`, managementUrl: `http://127.0.0.1:${managementPort}` };
  let program: Program | null = null;
  let isUp = false;
  let endCount = 0;

  const endWith = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    if (program === null) return null;
    const ending = program;
    isUp = false;
    endCount += 1;
    program = null;
    ending.child.kill(signal);
    const { code } = await ending.ended;
    mishaps.unhandledRejections += linesOf(ending).filter(({ event }) => event === 'surprise').length;
    return code;
  };

  return {
    ...at,
    isUp: () => isUp,
    endCount: () => endCount,
    start: async () => {
      const began = performance.now();
      const started = startService(own);
      program = started;
      let hasEnded = false;
      void started.ended.then(() => {
        hasEnded = true;
        if (program === started) mishaps.exits += 1;
      });
      await untilReady(at, token(), () => !hasEnded).catch((cause: unknown) => {
        throw new Error(`An instance did not become ready (${String(cause)}):\n${started.printed()}`, { cause });
      });
      isUp = true;
      return performance.now() - began;
    },
    kill: async () => void (await endWith('SIGKILL')),
    setClockAhead: () => void program?.child.kill(clockAheadSignal),
    stop: async () => {
      const began = performance.now();
      const code = await endWith('SIGTERM');
      return { code, ms: performance.now() - began };
    },
  };
};

/**
 * Personal data is encrypted, no rate limit applies, only warnings are logged, and the client may do everything. The
 * clock can go ahead, by more than an hour, so that tokens live for a day.
 */
const forHarness = {
  ...sealedAsInProduction,
  NODE_OPTIONS: clockAheadOnSignal,
  LIMIT_CLIENT_PER_MINUTE: '1000000',
  LIMIT_FLOW_PER_MINUTE: '1000000',
  LIMIT_TOKEN_PER_MINUTE: '1000000',
  LOG_LEVEL: 'warn',
  JWT_CLIENT_SCOPES: scopes.join(' '),
  JWT_TTL_SECONDS: '86400',
};

/** Starts a database, the vendors and this many instances, all of them ready. */
export const openCluster = async (
  engine: EngineName,
  count: number,
  changes: Variables = {},
): Promise<ClusterEnvironment> => {
  const mishaps: ProcessMishaps = { unhandledRejections: 0, exits: 0 };
  const simulator = await startSimulator({ environment: 'test' });
  const database = await startDatabaseServer(engine);
  const environment = environmentOn(database.variables(), { ...vendorsAt(simulator.url), ...forHarness, ...changes });
  const instances: Instance[] = [];
  let token: string | null = null;
  const close = async (): Promise<void> => {
    await Promise.all(instances.map((instance) => instance.kill()));
    await Promise.all([simulator.close(), database.close()]);
  };
  try {
    for (let made = 0; made < count; made += 1) instances.push(await newInstance(environment, mishaps, () => token));
    await Promise.all(instances.map((instance) => instance.start()));
    const issued = await machineToken(instances[0]?.url ?? '');
    token = issued;
    return {
      instances,
      token: issued,
      database,
      mishaps,
      simulator,
      tables: database.tables,
      setClocksAhead: async () => {
        await database.setAhead(aheadMs);
        for (const instance of instances) instance.setClockAhead();
      },
      close,
    };
  } catch (cause) {
    await close();
    throw cause;
  }
};
