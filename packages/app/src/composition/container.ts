import { Container, type ContainerModule } from 'inversify';
import type { Config } from '../config/config.ts';
import type { Logger } from '../telemetry/logger.ts';
import { localAdapters } from './local-adapters.ts';
import { recordAdapters } from './record-adapters.ts';
import { Tokens } from './tokens.ts';
import { useCases } from './use-cases.ts';

/** Whether the service runs with the vendors (`live`) or with their simulations (`sandbox`). */
export type Mode = 'live' | 'sandbox';

/** Only the modules of the mode are loaded: a sandbox does not need the vendors' SDKs. */
const adapterModules: { readonly [Name in Mode]: () => Promise<readonly ContainerModule[]> } = {
  live: async () => (await import('./vendor-adapters.ts')).vendorAdapters,
  sandbox: async () => (await import('./sandbox-adapters.ts')).sandboxAdapters,
};

/** The composition root: this function and the modules of `composition/` bind ports to adapters. It makes no call. */
export const createContainer = async (config: Config, mode: Mode, logger: Logger): Promise<Container> => {
  const container = new Container();
  container.bind(Tokens.config).toConstantValue(config);
  container.bind(Tokens.logger).toConstantValue(logger);
  container.load(recordAdapters, localAdapters, ...(await adapterModules[mode]()), ...useCases);
  return container;
};
