import { openRecordStore, type PocketbaseRecordStore } from '@portcullis/adapter-pocketbase';
import type { IdGenerator } from '@portcullis/domain';
import { keyringOf } from '@portcullis/record-store';
import { ContainerModule, type ServiceIdentifier } from 'inversify';
import type { Config } from '../config/config.ts';
import { countingDecisions, instrumented } from '../telemetry/instrumented.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { Tokens } from './tokens.ts';

/** A store of the record database, measured. */
const instrumentedStore =
  <Port extends object>(storeOf: (records: PocketbaseRecordStore) => Port, service = 'database') =>
  (records: PocketbaseRecordStore, metrics: Metrics): Port =>
    instrumented(storeOf(records), { service, provider: 'pocketbase' }, metrics);

const profileStore = (records: PocketbaseRecordStore, metrics: Metrics) =>
  countingDecisions(instrumentedStore(({ profiles }) => profiles)(records, metrics), metrics);

const openRecords = ({ database, dataKeys }: Config, ids: IdGenerator): PocketbaseRecordStore =>
  openRecordStore({ ...database, keyring: keyringOf(dataKeys), ids });

/** The adapters of the record database, which are the same in production and in the sandbox. */
export const recordAdapters = new ContainerModule(({ bind }) => {
  const bindStore = <Port extends object>(
    token: ServiceIdentifier<Port>,
    storeOf: (records: PocketbaseRecordStore) => Port,
    service?: 'files',
  ) =>
    bind(token)
      .toResolvedValue(instrumentedStore(storeOf, service), [Tokens.records, Tokens.metrics])
      .inSingletonScope();

  bind(Tokens.records).toResolvedValue(openRecords, [Tokens.config, Tokens.ids]).inSingletonScope();
  bind(Tokens.profiles).toResolvedValue(profileStore, [Tokens.records, Tokens.metrics]).inSingletonScope();
  bindStore(Tokens.ledgerReader, ({ ledgerReader }) => ledgerReader);
  bindStore(Tokens.deviceEventClaims, ({ deviceEventClaims }) => deviceEventClaims);
  bindStore(Tokens.idempotencyKeys, ({ idempotencyKeys }) => idempotencyKeys);
  bindStore(Tokens.policyRepository, ({ policyRepository }) => policyRepository);
  bindStore(Tokens.settings, ({ settings }) => settings);
  bindStore(Tokens.duplicateIndex, ({ duplicateIndex }) => duplicateIndex);
  bindStore(Tokens.files, ({ files }) => files, 'files');
  bindStore(Tokens.eraser, ({ eraser }) => eraser);
  bindStore(Tokens.healthProbe, ({ healthProbe }) => healthProbe);
});
