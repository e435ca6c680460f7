import { Container, type ContainerModule } from 'inversify';
import { liveAdapters } from './composition/live.ts';
import { ownAdapters } from './composition/own.ts';
import { recordAdapters } from './composition/records.ts';
import { sandboxAdapters } from './composition/sandbox.ts';
import { useCases } from './composition/use-cases.ts';
import type { Config } from './config.ts';
import { Tokens } from './tokens.ts';

/** Where the service runs: with the vendors, or with their simulations. */
export type Surroundings = 'live' | 'sandbox';

const adapters: { readonly [Name in Surroundings]: readonly ContainerModule[] } = {
  live: [liveAdapters],
  sandbox: sandboxAdapters,
};

/** The composition root: here, and in the modules of `composition/`, ports meet their adapters. Nothing is called yet. */
export const createContainer = (config: Config, surroundings: Surroundings): Container => {
  const container = new Container();
  container.bind(Tokens.config).toConstantValue(config);
  container.load(recordAdapters, ownAdapters, ...adapters[surroundings], ...useCases);
  return container;
};
