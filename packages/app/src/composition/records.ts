import {
  type PocketbaseClient,
  pocketbaseClient,
  pocketbaseDeviceEventRegister,
  pocketbaseFileStore,
  pocketbaseHealthProbe,
  pocketbaseHistories,
  pocketbaseIdempotencyStore,
  pocketbasePolicyRegister,
  pocketbaseProfileStore,
  pocketbaseSettingsStore,
  pocketbaseSightingRegister,
} from '@portcullis/adapter-pocketbase';
import type { Ids } from '@portcullis/domain';
import { ContainerModule } from 'inversify';
import type { Config } from '../config.ts';
import type { Metrics } from '../metrics.ts';
import { countingDecisions, measured } from '../observe/measured.ts';
import { Tokens } from '../tokens.ts';

const stored =
  <Port extends object>(make: (client: PocketbaseClient) => Port, service = 'database') =>
  (client: PocketbaseClient, metrics: Metrics): Port =>
    measured(make(client), { service, provider: 'pocketbase' }, metrics);

const profileStore = (client: PocketbaseClient, metrics: Metrics) =>
  countingDecisions(stored(pocketbaseProfileStore)(client, metrics), metrics);

const sightings = (client: PocketbaseClient, ids: Ids, metrics: Metrics) =>
  stored((database) => pocketbaseSightingRegister(database, ids))(client, metrics);

/** The record database: the same in production and in the sandbox. */
export const recordAdapters = new ContainerModule(({ bind }) => {
  bind(Tokens.database)
    .toResolvedValue(({ database }: Config) => pocketbaseClient(database), [Tokens.config])
    .inSingletonScope();
  bind(Tokens.profiles).toResolvedValue(profileStore, [Tokens.database, Tokens.metrics]).inSingletonScope();
  bind(Tokens.histories)
    .toResolvedValue(stored(pocketbaseHistories), [Tokens.database, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.deviceEvents)
    .toResolvedValue(stored(pocketbaseDeviceEventRegister), [Tokens.database, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.keys)
    .toResolvedValue(stored(pocketbaseIdempotencyStore), [Tokens.database, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.policyRegister)
    .toResolvedValue(stored(pocketbasePolicyRegister), [Tokens.database, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.settings)
    .toResolvedValue(stored(pocketbaseSettingsStore), [Tokens.database, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.sightings).toResolvedValue(sightings, [Tokens.database, Tokens.ids, Tokens.metrics]).inSingletonScope();
  bind(Tokens.files)
    .toResolvedValue(stored(pocketbaseFileStore, 'files'), [Tokens.database, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.probe)
    .toResolvedValue(stored(pocketbaseHealthProbe), [Tokens.database, Tokens.metrics])
    .inSingletonScope();
});
