import type { LocalReader } from '@portcullis/adapter-local-reader';
import type { BarcodeReader, Clock, MediaNormalizer } from '@portcullis/domain';
import { Container, type ContainerModule, type ResolutionContext } from 'inversify';
import type { Config } from '../config/config.ts';
import { tracedUseCases } from '../telemetry/instrumented.ts';
import { requestFields } from '../telemetry/log-fields.ts';
import type { Logger } from '../telemetry/logger.ts';
import { localAdapters } from './local-adapters.ts';
import { recordAdapters } from './record-adapters.ts';
import { Tokens } from './tokens.ts';
import { createUseCases, type Ports, type UseCases } from './use-cases.ts';

/** Whether the service runs with the vendors (`vendors`) or with their simulations (`sandbox`). */
export type Mode = 'vendors' | 'sandbox';

/** Only the modules of the mode are loaded: a sandbox does not need the vendors' SDKs. */
const adapterModules: { readonly [Name in Mode]: () => Promise<readonly ContainerModule[]> } = {
  vendors: async () => (await import('./vendor-adapters.ts')).vendorAdapters,
  sandbox: async () => (await import('./sandbox-adapters.ts')).sandboxAdapters,
};

const reviewSettings = ({ limits: { maxOpenClaims, reviewSlaHours } }: Config) => ({
  reviewSlaHours,
  maxOpenClaims,
});

/** Use cases are plain functions of their ports: neither the domain nor `createUseCases` knows the container. */
const portsOf = ({ get }: ResolutionContext): Ports => ({
  clock: get(Tokens.clock),
  ids: get(Tokens.ids),
  profiles: get(Tokens.profiles),
  files: get(Tokens.files),
  ledgerReader: get(Tokens.ledgerReader),
  ledgerLog: get(Tokens.ledgerLog),
  eventFeed: get(Tokens.eventFeed),
  feedWatch: get(Tokens.feedWatch),
  webhookEndpoints: get(Tokens.webhookEndpoints),
  webhookDeliveries: get(Tokens.webhookDeliveries),
  webhookSender: get(Tokens.webhookSender),
  idempotencyKeys: get(Tokens.idempotencyKeys),
  deviceEventClaims: get(Tokens.deviceEventClaims),
  eraser: get(Tokens.eraser),
  settings: get(Tokens.settings),
  accessLog: get(Tokens.accessLog),
  duplicateIndex: get(Tokens.duplicateIndex),
  healthProbe: get(Tokens.healthProbe),
  policies: get(Tokens.policies),
  policyRepository: get(Tokens.policyRepository),
  policyDrafts: get(Tokens.policyDrafts),
  onBackTestFailed: (cause) => get(Tokens.logger).error('back_test_failed', { cause }),
  media: get(Tokens.media),
  tokens: get(Tokens.tokens),
  clients: get(Tokens.clients),
  tokenStates: get(Tokens.tokenStates),
  clientStore: get(Tokens.clientStore),
  listStore: get(Tokens.listStore),
  knownClients: get(Tokens.knownClients),
  configuredClients: get(Tokens.config).tokens.clients.map(({ clientId, scopes, tenant }) => ({
    clientId,
    scopes,
    tenant,
  })),
  staffSessions: get(Tokens.staffSessions),
  staffDirectory: get(Tokens.staffDirectory),
  staffProvider: get(Tokens.staffProvider),
  onStaffSignInRefused: (cause, request) =>
    get(Tokens.logger).warn('staff_sign_in_refused', { ...requestFields(request), outcome: cause }),
  passwords: get(Tokens.passwords),
  revocations: get(Tokens.revocations),
  unregisteredClients: get(Tokens.config).tokens.unregisteredClients,
  liveness: get(Tokens.liveness),
  faces: get(Tokens.faces),
  documentReader: get(Tokens.documentReader),
  barcodes: get(Tokens.barcodes),
  devices: get(Tokens.devices),
  credentials: get(Tokens.credentials),
  components: get(Tokens.components),
  publicSettings: get(Tokens.publicSettings),
  clientUrl: () => get(Tokens.linkBase).url,
  countFlowStep: get(Tokens.metrics).countFlowStep,
  signingSeed: get(Tokens.signingSeed),
  workCounts: get(Tokens.workCounts),
  reviewClaims: get(Tokens.reviewClaims),
  reviewQueue: get(Tokens.reviewQueue),
  ...reviewSettings(get(Tokens.config)),
  usageCounters: get(Tokens.usageCounters),
  sweepLease: get(Tokens.sweepLease),
  storage: get(Tokens.storageUsage).limits,
  budgets: get(Tokens.config).limits.budgets,
  onBudgetRefused: get(Tokens.metrics).countBudgetRefusal,
});

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
};

/** What signs staff in is loaded where a provider is configured. */
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
  const container = new Container();
  container.bind(Tokens.config).toConstantValue(config);
  container.bind(Tokens.logger).toConstantValue(logger);
  container.bind(Tokens.linkBase).toConstantValue({ url: config.web.clientUrl, port: config.api.port });
  container.load(recordAdapters, localAdapters, ...(await adapterModules[mode]()));
  await bindStaffProvider(container, config);
  bindShared(container, shared);
  container
    .bind(Tokens.useCases)
    .toDynamicValue((context) => withTracing(createUseCases(portsOf(context))))
    .inSingletonScope();
  return container;
};
