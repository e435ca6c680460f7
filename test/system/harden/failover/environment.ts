import { scopes } from '@portcullis/domain/kernel';
import { startSimulator } from '@portcullis/vendor-simulator';
import { sealedAsInProduction } from '../../../support/builders/keyrings.ts';
import { vendorsAt } from '../../../support/servers/production.ts';
import { startProgram } from '../../../support/servers/program.ts';
import { environmentOf, machineToken, type Variables } from '../../../support/servers/service-program.ts';
import { untilReady } from '../chaos/processes/environment.ts';
import { prepareService, type ServiceProcess } from '../chaos/processes/service-process.ts';
import { type DatabaseCluster, openDatabaseCluster } from './cluster.ts';
import type { FailoverPrograms } from './programs.ts';

/** The service as in production over a cluster of PostgreSQL. The simulated vendors are in this process. */
export type FailoverEnvironment = {
  readonly cluster: DatabaseCluster;
  readonly service: ServiceProcess;
  readonly token: string;
  /** Runs `portcullis ledger verify` over the database, and answers its exit code and output. */
  readonly verifyLedger: () => Promise<Ran>;
  readonly close: () => Promise<void>;
};

type Ran = { readonly code: number | null; readonly printed: string };

const forHarness: Variables = {
  ...sealedAsInProduction,
  LOG_LEVEL: 'warn',
  JWT_CLIENT_SCOPES: scopes.join(' '),
  JWT_TTL_SECONDS: '86400',
};

const portcullis = async (env: Variables, ...args: readonly string[]): Promise<Ran> => {
  const program = startProgram(process.execPath, ['packages/cli/bin/portcullis.mjs', ...args], { env });
  const { code } = await program.ended;
  return { code, printed: program.printed() };
};

type Ending = () => Promise<unknown>;

const open = async (programs: FailoverPrograms, endings: Ending[]): Promise<FailoverEnvironment> => {
  const cluster = await openDatabaseCluster(programs);
  endings.push(cluster.close);
  const simulator = await startSimulator({ environment: 'test' });
  endings.push(simulator.close);
  const environment = environmentOf(cluster.url, { ...vendorsAt(simulator.url), ...forHarness });
  const migrated = await portcullis(environment, 'migrate');
  if (migrated.code !== 0) throw new Error(`migrate ended with ${migrated.code}: ${migrated.printed}`);
  const service = await prepareService(environment);
  endings.push(service.kill);
  await service.start();
  await untilReady(service);
  return {
    cluster,
    service,
    token: await machineToken(service.url),
    verifyLedger: () => portcullis(environment, 'ledger', 'verify'),
    close: async () => undefined,
  };
};

export const openFailover = async (programs: FailoverPrograms): Promise<FailoverEnvironment> => {
  const endings: Ending[] = [];
  const close = async (): Promise<void> => {
    for (const end of endings.toReversed()) await end();
  };
  try {
    return { ...(await open(programs, endings)), close };
  } catch (cause) {
    await close();
    throw cause;
  }
};
