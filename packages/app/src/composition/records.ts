import {
  type PocketbaseClient,
  pocketbaseClient,
  pocketbaseDeviceEventRegister,
  pocketbaseEraser,
  pocketbaseFileStore,
  pocketbaseHealthProbe,
  pocketbaseHistories,
  pocketbaseIdempotencyStore,
  pocketbasePolicyRegister,
  pocketbaseProfileStore,
  pocketbaseSealing,
  pocketbaseSettingsStore,
  pocketbaseSightingRegister,
  type Sealing,
} from '@portcullis/adapter-pocketbase';
import type { Ids } from '@portcullis/domain';
import { keyringOf } from '@portcullis/sealing';
import { ContainerModule } from 'inversify';
import type { Config } from '../config.ts';
import type { Metrics } from '../metrics.ts';
import { countingDecisions, measured } from '../observe/measured.ts';
import { Tokens } from '../tokens.ts';

const stored =
  <Port extends object>(make: (client: PocketbaseClient) => Port, service = 'database') =>
  (client: PocketbaseClient, metrics: Metrics): Port =>
    measured(make(client), { service, provider: 'pocketbase' }, metrics);

/** A store of personal data. */
const sealed =
  <Port extends object>(make: (client: PocketbaseClient, sealing: Sealing) => Port, service = 'database') =>
  (client: PocketbaseClient, sealing: Sealing, metrics: Metrics): Port =>
    stored((database) => make(database, sealing), service)(client, metrics);

const profileStore = (client: PocketbaseClient, sealing: Sealing, metrics: Metrics) =>
  countingDecisions(sealed(pocketbaseProfileStore)(client, sealing, metrics), metrics);

const sightings = (client: PocketbaseClient, sealing: Sealing, ids: Ids, metrics: Metrics) =>
  stored((database) => pocketbaseSightingRegister(database, ids, sealing))(client, metrics);

/** The adapters of the record database, which are the same in production and in the sandbox. */
export const recordAdapters = new ContainerModule(({ bind }) => {
  bind(Tokens.database)
    .toResolvedValue(({ database }: Config) => pocketbaseClient(database), [Tokens.config])
    .inSingletonScope();
  bind(Tokens.sealing)
    .toResolvedValue(
      (client: PocketbaseClient, { dataKeys }: Config) => pocketbaseSealing(client, keyringOf(dataKeys)),
      [Tokens.database, Tokens.config],
    )
    .inSingletonScope();
  bind(Tokens.profiles)
    .toResolvedValue(profileStore, [Tokens.database, Tokens.sealing, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.histories)
    .toResolvedValue(sealed(pocketbaseHistories), [Tokens.database, Tokens.sealing, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.deviceEvents)
    .toResolvedValue(stored(pocketbaseDeviceEventRegister), [Tokens.database, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.keys)
    .toResolvedValue(sealed(pocketbaseIdempotencyStore), [Tokens.database, Tokens.sealing, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.policyRegister)
    .toResolvedValue(stored(pocketbasePolicyRegister), [Tokens.database, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.settings)
    .toResolvedValue(stored(pocketbaseSettingsStore), [Tokens.database, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.sightings)
    .toResolvedValue(sightings, [Tokens.database, Tokens.sealing, Tokens.ids, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.files)
    .toResolvedValue(sealed(pocketbaseFileStore, 'files'), [Tokens.database, Tokens.sealing, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.eraser)
    .toResolvedValue(sealed(pocketbaseEraser), [Tokens.database, Tokens.sealing, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.probe)
    .toResolvedValue(stored(pocketbaseHealthProbe), [Tokens.database, Tokens.metrics])
    .inSingletonScope();
});
