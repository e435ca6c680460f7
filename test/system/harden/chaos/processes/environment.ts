import { setTimeout as sleep } from 'node:timers/promises';
import { scopes } from '@portcullis/domain/kernel';
import { type Simulator, startSimulator } from '@portcullis/vendor-simulator';
import { sealedAsInProduction } from '../../../../support/builders/keyrings.ts';
import type { EngineName } from '../../../../support/servers/database-server.ts';
import { vendorsAt } from '../../../../support/servers/production.ts';
import { startProgram } from '../../../../support/servers/program.ts';
import { environmentOn, machineToken, type Variables } from '../../../../support/servers/service-program.ts';
import { type DatabaseProcess, startDatabase } from './database-process.ts';
import { type Relay, startRelay } from './relay.ts';
import { prepareService, type ServiceProcess } from './service-process.ts';

/** What a fault needs around it. */
export type Needs = {
  /** The number of processes of the service; one by default. */
  readonly services?: number;
  /** Whether the data is on a disk that can be filled. */
  readonly isDiskSmall?: boolean;
  /** Whether the service reaches the database, or the model, through a relay. */
  readonly relayed?: 'database' | 'model';
  readonly changes?: Variables;
};

/** The service as in production over a real database; each is a process. The simulated vendors are in this one. */
export type ChaosEnvironment = {
  readonly database: DatabaseProcess;
  readonly services: readonly ServiceProcess[];
  readonly service: ServiceProcess;
  /** The relay that the fault needs. */
  readonly relay: () => Relay;
  readonly token: string;
  /** Runs `portcullis ledger verify` over the database, and answers its exit code and output. */
  readonly verifyLedger: () => Promise<{ readonly code: number | null; readonly printed: string }>;
  readonly close: () => Promise<void>;
};

/** Personal data is encrypted and no rate limit applies. The log has every request. */
const forHarness = {
  ...sealedAsInProduction,
  LIMIT_CLIENT_PER_MINUTE: '1000000',
  LIMIT_FLOW_PER_MINUTE: '1000000',
  LIMIT_TOKEN_PER_MINUTE: '1000000',
  LOG_LEVEL: 'info',
  JWT_CLIENT_SCOPES: scopes.join(' '),
};

const readyLimitMs = 20_000;

export const untilReady = async (service: ServiceProcess): Promise<void> => {
  const began = performance.now();
  while ((await service.readiness()).status !== 200) {
    if (performance.now() - began > readyLimitMs) throw new Error(`The service is not ready: ${service.managementUrl}`);
    await sleep(20);
  }
};

const portOf = (url: string): number => Number(new URL(url).port);

type Ending = () => Promise<unknown>;

const startRelayFor = async (
  { relayed }: Needs,
  database: DatabaseProcess,
  simulator: Simulator,
): Promise<Relay | null> =>
  relayed === undefined ? null : startRelay(relayed === 'database' ? database.port : portOf(simulator.url), 1);

const open = async (engine: EngineName, needs: Needs, endings: Ending[]): Promise<ChaosEnvironment> => {
  const simulator = await startSimulator({ environment: 'test' });
  endings.push(simulator.close);
  const database = await startDatabase(engine, { isDiskSmall: needs.isDiskSmall ?? false });
  endings.push(database.close);
  const relay = await startRelayFor(needs, database, simulator);
  if (relay !== null) endings.push(relay.close);
  const databasePort = needs.relayed === 'database' && relay !== null ? portOf(relay.url) : database.port;
  const model = needs.relayed === 'model' && relay !== null ? { AI_ENDPOINT_URL: relay.url } : {};
  const changes = { ...vendorsAt(simulator.url), ...forHarness, ...model, ...needs.changes };
  const environment = environmentOn(database.variables(databasePort), changes);
  const services: ServiceProcess[] = [];
  for (let made = 0; made < (needs.services ?? 1); made += 1) {
    const service = await prepareService(environment);
    endings.push(service.kill);
    services.push(service);
    await service.start();
    await untilReady(service);
  }
  const [service] = services;
  if (service === undefined) throw new Error('there is no service');
  return {
    database,
    services,
    service,
    relay: () => {
      if (relay === null) throw new Error('this fault has no relay');
      return relay;
    },
    token: await machineToken(service.url),
    verifyLedger: async () => {
      const env = { ...environment, ...database.variables() };
      const program = startProgram(process.execPath, ['packages/cli/bin/portcullis.mjs', 'ledger', 'verify'], { env });
      const { code } = await program.ended;
      return { code, printed: program.printed() };
    },
    close: async () => {
      for (const end of endings.toReversed()) await end();
    },
  };
};

export const openChaos = async (engine: EngineName, needs: Needs): Promise<ChaosEnvironment> => {
  const endings: Ending[] = [];
  try {
    return await open(engine, needs, endings);
  } catch (cause) {
    for (const end of endings.toReversed()) await end();
    throw cause;
  }
};
