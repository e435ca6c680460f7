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
import type { IdGenerator } from '@portcullis/domain';
import { keyringOf } from '@portcullis/record-store';
import { ContainerModule } from 'inversify';
import type { Config } from '../config/config.ts';
import { countingDecisions, instrumented } from '../telemetry/instrumented.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { Tokens } from './tokens.ts';

const instrumentedStore =
  <Port extends object>(make: (client: PocketbaseClient) => Port, service = 'database') =>
  (client: PocketbaseClient, metrics: Metrics): Port =>
    instrumented(make(client), { service, provider: 'pocketbase' }, metrics);

/** A store of personal data. */
const encryptedStore =
  <Port extends object>(make: (client: PocketbaseClient, sealing: Sealing) => Port, service = 'database') =>
  (client: PocketbaseClient, sealing: Sealing, metrics: Metrics): Port =>
    instrumentedStore((database) => make(database, sealing), service)(client, metrics);

const profileStore = (client: PocketbaseClient, sealing: Sealing, metrics: Metrics) =>
  countingDecisions(encryptedStore(pocketbaseProfileStore)(client, sealing, metrics), metrics);

const duplicateIndex = (client: PocketbaseClient, sealing: Sealing, ids: IdGenerator, metrics: Metrics) =>
  instrumentedStore((database) => pocketbaseSightingRegister(database, ids, sealing))(client, metrics);

/** The adapters of the record database, which are the same in production and in the sandbox. */
export const recordAdapters = new ContainerModule(({ bind }) => {
  bind(Tokens.database)
    .toResolvedValue(({ database }: Config) => pocketbaseClient(database), [Tokens.config])
    .inSingletonScope();
  bind(Tokens.encryption)
    .toResolvedValue(
      (client: PocketbaseClient, { dataKeys }: Config) => pocketbaseSealing(client, keyringOf(dataKeys)),
      [Tokens.database, Tokens.config],
    )
    .inSingletonScope();
  bind(Tokens.profiles)
    .toResolvedValue(profileStore, [Tokens.database, Tokens.encryption, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.ledgerReader)
    .toResolvedValue(encryptedStore(pocketbaseHistories), [Tokens.database, Tokens.encryption, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.deviceEventClaims)
    .toResolvedValue(instrumentedStore(pocketbaseDeviceEventRegister), [Tokens.database, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.idempotencyKeys)
    .toResolvedValue(encryptedStore(pocketbaseIdempotencyStore), [Tokens.database, Tokens.encryption, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.policyRepository)
    .toResolvedValue(instrumentedStore(pocketbasePolicyRegister), [Tokens.database, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.settings)
    .toResolvedValue(instrumentedStore(pocketbaseSettingsStore), [Tokens.database, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.duplicateIndex)
    .toResolvedValue(duplicateIndex, [Tokens.database, Tokens.encryption, Tokens.ids, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.files)
    .toResolvedValue(encryptedStore(pocketbaseFileStore, 'files'), [Tokens.database, Tokens.encryption, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.eraser)
    .toResolvedValue(encryptedStore(pocketbaseEraser), [Tokens.database, Tokens.encryption, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.healthProbe)
    .toResolvedValue(instrumentedStore(pocketbaseHealthProbe), [Tokens.database, Tokens.metrics])
    .inSingletonScope();
});
