import { Container, type ContainerModule } from 'inversify';
import { ownAdapters } from './composition/own.ts';
import { recordAdapters } from './composition/records.ts';
import { useCases } from './composition/use-cases.ts';
import type { Config } from './config.ts';
import type { Logger } from './logger.ts';
import { Tokens } from './tokens.ts';

/** Where the service runs: with the vendors, or with their simulations. */
export type Surroundings = 'live' | 'sandbox';

/** Only what is asked for is loaded: the vendors' SDKs are of no use to a sandbox. */
const adapters: { readonly [Name in Surroundings]: () => Promise<readonly ContainerModule[]> } = {
  live: async () => (await import('./composition/live.ts')).liveAdapters,
  sandbox: async () => (await import('./composition/sandbox.ts')).sandboxAdapters,
};

/** The composition root: here, and in the modules of `composition/`, ports meet their adapters. Nothing is called yet. */
export const createContainer = async (
  config: Config,
  surroundings: Surroundings,
  logger: Logger,
): Promise<Container> => {
  const container = new Container();
  container.bind(Tokens.config).toConstantValue(config);
  container.bind(Tokens.logger).toConstantValue(logger);
  container.load(recordAdapters, ownAdapters, ...(await adapters[surroundings]()), ...useCases);
  return container;
};
