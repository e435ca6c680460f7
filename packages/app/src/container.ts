import { Container, type ContainerModule } from 'inversify';
import { localAdapters } from './composition/own.ts';
import { recordAdapters } from './composition/records.ts';
import { useCases } from './composition/use-cases.ts';
import type { Config } from './config.ts';
import type { Logger } from './logger.ts';
import { Tokens } from './tokens.ts';

/** Whether the service runs with the vendors (`live`) or with their simulations (`sandbox`). */
export type Mode = 'live' | 'sandbox';

/** Only the modules of the mode are loaded: a sandbox does not need the vendors' SDKs. */
const adapterModules: { readonly [Name in Mode]: () => Promise<readonly ContainerModule[]> } = {
  live: async () => (await import('./composition/live.ts')).vendorAdapters,
  sandbox: async () => (await import('./composition/sandbox.ts')).sandboxAdapters,
};

/** The composition root: this function and the modules of `composition/` bind ports to adapters. It makes no call. */
export const createContainer = async (config: Config, mode: Mode, logger: Logger): Promise<Container> => {
  const container = new Container();
  container.bind(Tokens.config).toConstantValue(config);
  container.bind(Tokens.logger).toConstantValue(logger);
  container.load(recordAdapters, localAdapters, ...(await adapterModules[mode]()), ...useCases);
  return container;
};
