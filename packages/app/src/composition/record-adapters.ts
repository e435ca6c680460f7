import {
  type PocketbaseClient,
  pocketbaseClient,
  pocketbaseDeviceEventClaims,
  pocketbaseDuplicateIndex,
  pocketbaseEncryption,
  pocketbaseEraser,
  pocketbaseFileStore,
  pocketbaseHealthProbe,
  pocketbaseIdempotencyStore,
  pocketbaseLedgerReader,
  pocketbasePolicyRepository,
  pocketbaseProfileStore,
  pocketbaseSettingsStore,
  type RecordEncryption,
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
  <Port extends object>(make: (client: PocketbaseClient, encryption: RecordEncryption) => Port, service = 'database') =>
  (client: PocketbaseClient, encryption: RecordEncryption, metrics: Metrics): Port =>
    instrumentedStore((database) => make(database, encryption), service)(client, metrics);

const profileStore = (client: PocketbaseClient, encryption: RecordEncryption, metrics: Metrics) =>
  countingDecisions(encryptedStore(pocketbaseProfileStore)(client, encryption, metrics), metrics);

const duplicateIndex = (client: PocketbaseClient, encryption: RecordEncryption, ids: IdGenerator, metrics: Metrics) =>
  instrumentedStore((database) => pocketbaseDuplicateIndex(database, ids, encryption))(client, metrics);

/** The adapters of the record database, which are the same in production and in the sandbox. */
export const recordAdapters = new ContainerModule(({ bind }) => {
  bind(Tokens.database)
    .toResolvedValue(({ database }: Config) => pocketbaseClient(database), [Tokens.config])
    .inSingletonScope();
  bind(Tokens.encryption)
    .toResolvedValue(
      (client: PocketbaseClient, { dataKeys }: Config) => pocketbaseEncryption(client, keyringOf(dataKeys)),
      [Tokens.database, Tokens.config],
    )
    .inSingletonScope();
  bind(Tokens.profiles)
    .toResolvedValue(profileStore, [Tokens.database, Tokens.encryption, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.ledgerReader)
    .toResolvedValue(encryptedStore(pocketbaseLedgerReader), [Tokens.database, Tokens.encryption, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.deviceEventClaims)
    .toResolvedValue(instrumentedStore(pocketbaseDeviceEventClaims), [Tokens.database, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.idempotencyKeys)
    .toResolvedValue(encryptedStore(pocketbaseIdempotencyStore), [Tokens.database, Tokens.encryption, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.policyRepository)
    .toResolvedValue(instrumentedStore(pocketbasePolicyRepository), [Tokens.database, Tokens.metrics])
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
