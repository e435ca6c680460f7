import type { LocalReader } from '@portcullis/adapter-local-reader';
import type { BarcodeReader, Clock, MediaNormalizer } from '@portcullis/domain';
import { Container, type ContainerModule, type ResolutionContext } from 'inversify';
import { staffRefusalLog } from '../audit/staff-refusals.ts';
import type { Config } from '../config/config.ts';
import { tracedUseCases } from '../telemetry/instrumented.ts';
import type { Logger } from '../telemetry/logger.ts';
import { bindClockAhead } from './ahead-clock.ts';
import { localAdapters } from './local-adapters.ts';
import { bindOwnAdapters, type OwnAdapters } from './own-adapters.ts';
import { type BoundPorts, portTokens } from './port-tokens.ts';
import { recordAdapters } from './record-adapters.ts';
import { Tokens } from './tokens.ts';
import { createUseCases, type Ports, type UseCases } from './use-cases.ts';

/** Whether the service runs with the vendors (`vendors`) or with their simulations (`sandbox`). */
export type Mode = 'vendors' | 'sandbox';

/** Only the modules of the mode are loaded: a sandbox does not need the vendors' SDKs. */
const adapterModules: { readonly [Name in Mode]: (config: Config) => Promise<readonly ContainerModule[]> } = {
  vendors: async (config) => (await import('./vendor-adapters.ts')).loadVendorAdapters(config),
  sandbox: async () => (await import('./sandbox-adapters.ts')).sandboxAdapters,
};

/** The values that are bound to the tokens of the ports, by their names. */
const boundPorts = ({ get }: ResolutionContext): BoundPorts =>
  Object(Object.fromEntries(Object.entries(portTokens).map(([name, token]) => [name, get<unknown>(token)])));

/** Use cases are plain functions of their ports: neither the domain nor `createUseCases` knows the container. */
const portsOf = (context: ResolutionContext): Ports => {
  const { get } = context;
  const { limits, tokens } = get(Tokens.config);
  const { countBudgetRefusal, countFlowStep } = get(Tokens.metrics);
  return {
    ...boundPorts(context),
    onBackTestFailed: (cause) => get(Tokens.logger).error('back_test_failed', { cause }),
    configuredClients: tokens.clients.map(({ clientId, scopes, tenant }) => ({ clientId, scopes, tenant })),
    onStaffSignInRefused: staffRefusalLog(get(Tokens.logger), get(Tokens.clock)),
    unregisteredClients: tokens.unregisteredClients,
    clientUrl: () => get(Tokens.linkBase).url,
    countFlowStep,
    reviewSlaHours: limits.reviewSlaHours,
    maxOpenClaims: limits.maxOpenClaims,
    storage: get(Tokens.storageUsage).limits,
    budgets: limits.budgets,
    onBudgetRefused: countBudgetRefusal,
  };
};

const withTracing = ({ services, stopBackTests, sweep }: UseCases): UseCases => ({
  services: tracedUseCases(services),
  stopBackTests,
  ...tracedUseCases({ sweep }),
});

/**
 * Adapters that several services of one process can share. The expensive ones are closed by their owner, and by no
 * service. `clock` stands for the clock of the machine.
 */
export type SharedAdapters = {
  readonly localReader?: Pick<LocalReader, 'reader' | 'diagnosis'>;
  readonly barcodes?: BarcodeReader;
  readonly media?: MediaNormalizer;
  readonly clock?: Clock;
  /** By how many milliseconds the clock of a sandbox is ahead. Nothing else has a clock that is moved. */
  readonly aheadMs?: () => number;
  /** Adapters in the place of those that the configuration names. */
  readonly adapters?: OwnAdapters;
};

/** The provider that signs staff in is loaded where one is configured. */
const bindStaffProvider = async (container: Container, { staff }: Config): Promise<void> => {
  if (!staff?.openid) container.bind(Tokens.staffProvider).toConstantValue(null);
  else container.load((await import('./staff-provider.ts')).staffProviderAdapter(staff.openid));
};

const bindShared = (container: Container, { barcodes, clock, localReader, media }: SharedAdapters): void => {
  const close = async (): Promise<void> => undefined;
  if (localReader) container.rebind(Tokens.localReader).toConstantValue({ ...localReader, close });
  if (barcodes) container.rebind(Tokens.lazyBarcodeReader).toConstantValue({ reader: barcodes, close });
  if (clock) container.rebind(Tokens.machineClock).toConstantValue(clock);
  if (media) container.rebind(Tokens.media).toConstantValue(media);
};

/** The composition root: this function and the modules of `composition/` bind ports to adapters. It makes no call. */
export const createContainer = async (
  config: Config,
  mode: Mode,
  logger: Logger,
  shared: SharedAdapters = {},
): Promise<Container> => {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(Tokens.config).toConstantValue(config);
  container.bind(Tokens.logger).toConstantValue(logger);
  container.bind(Tokens.linkBase).toConstantValue({ url: config.web.clientUrl, port: config.api.port });
  container.load(recordAdapters, localAdapters, ...(await adapterModules[mode](config)));
  await bindStaffProvider(container, config);
  bindShared(container, shared);
  if (shared.adapters) bindOwnAdapters(container, shared.adapters);
  if (mode === 'sandbox' && shared.aheadMs) bindClockAhead(container, shared.aheadMs);
  container.bind(Tokens.useCases).toDynamicValue((context) => withTracing(createUseCases(portsOf(context))));
  return container;
};
