import type { Clock, IdGenerator } from '@portcullis/domain';
import type { DuplicateIndex, Eraser } from '@portcullis/domain/ports';
import { createWorkLease, type KeptLease } from '@portcullis/events';
import type { EventFeed, FeedPosition, WorkLeases } from '@portcullis/events/ports';
import { keyringOf } from '@portcullis/record-store';
import { ContainerModule, type ContainerModuleLoadOptions, type ServiceIdentifier } from 'inversify';
import { type Broadcast, createBroadcast } from '../adapters/broadcast.ts';
import { createFeedWatch, type RunningFeedWatch } from '../adapters/feed-watch.ts';
import { type FileObjects, fileObjects } from '../adapters/file-objects.ts';
import { notifyingStore } from '../adapters/notifying-store.ts';
import { openRecordDatabase, type RecordDatabase } from '../adapters/open-record-database.ts';
import type { Config } from '../config/config.ts';
import {
  type DamageReport,
  damageReport,
  reportingDamage,
  reportingDamagedEntries,
  reportingDamagedEvents,
  reportingDamagedLists,
  reportingDamagedProfiles,
  reportingDamagedQueue,
  reportingDamagedSessions,
  reportingDamagedTries,
  reportingFind,
} from '../telemetry/damaged-rows.ts';
import { countingDecisions, instrumented, type OperationLabels } from '../telemetry/instrumented.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { vendorCallObserver } from '../telemetry/vendor-calls.ts';
import { type ClockWatch, createClockWatch } from '../watches/clock-watch.ts';
import { keepDataKeys } from './keep-data-keys.ts';
import { storageUsage } from './storage-usage.ts';
import { Tokens } from './tokens.ts';
import { vendorClients } from './vendor-clients.ts';

/** How a store is labelled in the metrics, where that differs from the others. */
type StoreLabels<Port> = { readonly service?: 'files'; readonly operations?: OperationLabels<Port> };

/** Dashboards and alerts know these methods by the names that they had first. */
const eraserOperations: OperationLabels<Eraser> = { purge: 'scrub' };
const duplicateIndexOperations: OperationLabels<DuplicateIndex> = {
  partnerKey: 'keyOf',
  record: 'note',
};

/** A store of the record database, measured. */
const instrumentedStore =
  <Port extends object>(storeOf: (records: RecordDatabase) => Port, labels: StoreLabels<Port> = {}) =>
  (records: RecordDatabase, metrics: Metrics): Port =>
    instrumented(storeOf(records), { service: 'database', provider: records.engine, ...labels }, metrics);

const profileStore = (
  records: RecordDatabase,
  metrics: Metrics,
  storedEvents: Broadcast<void>,
  report: DamageReport,
) => {
  const measured = countingDecisions(instrumentedStore(({ profiles }) => profiles)(records, metrics), metrics);
  return notifyingStore(reportingDamagedProfiles(measured, report), storedEvents.publish);
};

const reviewQueueOf = (records: RecordDatabase, metrics: Metrics, report: DamageReport) =>
  reportingDamagedQueue(instrumentedStore(({ reviewQueue }) => reviewQueue)(records, metrics), report);

const accessLogOf = (records: RecordDatabase, metrics: Metrics, report: DamageReport) =>
  reportingDamage(instrumentedStore(({ accessLog }) => accessLog)(records, metrics), report);

const duplicateIndexOf = (records: RecordDatabase, metrics: Metrics, report: DamageReport) => {
  const labels = { operations: duplicateIndexOperations };
  const measured = instrumentedStore(({ duplicateIndex }) => duplicateIndex, labels)(records, metrics);
  return reportingDamagedLists(measured, report);
};

const eventFeedOf = (records: RecordDatabase, metrics: Metrics, report: DamageReport) =>
  reportingDamagedEvents(instrumentedStore(({ eventFeed }) => eventFeed)(records, metrics), report);

const ledgerReaderOf = (records: RecordDatabase, metrics: Metrics, report: DamageReport) =>
  reportingDamagedEntries(instrumentedStore(({ ledgerReader }) => ledgerReader)(records, metrics), report);

const clientStoreOf = (records: RecordDatabase, metrics: Metrics, report: DamageReport) =>
  reportingFind(instrumentedStore(({ clientStore }) => clientStore)(records, metrics), 'clients', report);

const staffDirectoryOf = (records: RecordDatabase, metrics: Metrics, report: DamageReport) =>
  reportingFind(instrumentedStore(({ staffDirectory }) => staffDirectory)(records, metrics), 'staff_members', report);

const staffSessionsOf = (records: RecordDatabase, metrics: Metrics, report: DamageReport) =>
  reportingDamagedSessions(instrumentedStore(({ staffSessions }) => staffSessions)(records, metrics), report);

const webhookDeliveriesOf = (records: RecordDatabase, metrics: Metrics, report: DamageReport) =>
  reportingDamagedTries(instrumentedStore(({ webhookDeliveries }) => webhookDeliveries)(records, metrics), report);

const feedWatchOf = ({ heads }: EventFeed, metrics: Metrics, movedFeeds: Broadcast<FeedPosition>): RunningFeedWatch => {
  const watch = createFeedWatch(heads);
  movedFeeds.subscribe(watch.hear);
  metrics.registerGauge('portcullis_events_waiters', watch.waiting);
  return watch;
};

const sweepLeaseOf = (leases: WorkLeases, clock: Clock, ids: IdGenerator): KeptLease =>
  createWorkLease({ leases, clock, ids }, 'sweep');

const openFileObjects = (config: Config, logger: Logger, metrics: Metrics): FileObjects | null => {
  const observe = vendorCallObserver(logger, metrics);
  const clientFor = vendorClients(config, { observe, observeTime: () => undefined, watchQueue: metrics.watchQueue });
  return fileObjects(config.files, (origin) => clientFor('s3', [origin]));
};

const openRecords = (
  { database, dataKeys }: Config,
  ids: IdGenerator,
  objects: FileObjects | null,
  logger: Logger,
): RecordDatabase =>
  openRecordDatabase({
    ...database,
    keyring: keyringOf(dataKeys.keys, keepDataKeys(dataKeys, logger)),
    ids,
    objects: objects === null ? null : objects.store,
  });

/** The clock, compared with that of the database. */
const clockWatch = ({ time }: RecordDatabase, machineClock: Clock, logger: Logger, metrics: Metrics): ClockWatch => {
  const watch = createClockWatch({ clock: machineClock, databaseTime: time, logger });
  metrics.registerLabelledGauge('portcullis_clock_skew_seconds', watch.skews);
  return watch;
};

/** Binds a store of the record database, measured. */
const storeBinder =
  (bind: ContainerModuleLoadOptions['bind']) =>
  <Port extends object>(
    token: ServiceIdentifier<Port>,
    storeOf: (records: RecordDatabase) => Port,
    labels?: StoreLabels<Port>,
  ) =>
    bind(token).toResolvedValue(instrumentedStore(storeOf, labels), [Tokens.records, Tokens.metrics]);

/** Binds a store that logs its rows that do not open. */
const reportingBinder =
  (bind: ContainerModuleLoadOptions['bind']) =>
  <Port extends object>(
    token: ServiceIdentifier<Port>,
    storeOf: (records: RecordDatabase, metrics: Metrics, report: DamageReport) => Port,
  ) =>
    bind(token).toResolvedValue(storeOf, [Tokens.records, Tokens.metrics, Tokens.damageReport]);

/** The adapters of the record database, which are the same in production and in the sandbox. */
export const recordAdapters = new ContainerModule(({ bind }) => {
  const bindStore = storeBinder(bind);
  const bindReporting = reportingBinder(bind);

  bind(Tokens.fileObjects).toResolvedValue(openFileObjects, [Tokens.config, Tokens.logger, Tokens.metrics]);
  bind(Tokens.records).toResolvedValue(openRecords, [Tokens.config, Tokens.ids, Tokens.fileObjects, Tokens.logger]);
  bind(Tokens.clockWatch).toResolvedValue(clockWatch, [
    Tokens.records,
    Tokens.machineClock,
    Tokens.logger,
    Tokens.metrics,
  ]);
  bind(Tokens.clock).toResolvedValue(({ clock }: ClockWatch): Clock => clock, [Tokens.clockWatch]);
  bind(Tokens.storedEvents).toResolvedValue(createBroadcast<void>);
  bind(Tokens.movedFeeds).toResolvedValue(createBroadcast<FeedPosition>);
  bind(Tokens.damageReport).toResolvedValue(damageReport, [Tokens.metrics, Tokens.logger, Tokens.clock]);
  bind(Tokens.profiles).toResolvedValue(profileStore, [
    Tokens.records,
    Tokens.metrics,
    Tokens.storedEvents,
    Tokens.damageReport,
  ]);
  bindReporting(Tokens.ledgerReader, ledgerReaderOf);
  bindStore(Tokens.ledgerLog, ({ ledgerLog }) => ledgerLog);
  bindReporting(Tokens.eventFeed, eventFeedOf);
  bindStore(Tokens.feedNumbers, ({ feedNumbers }) => feedNumbers);
  bind(Tokens.feedWatch).toResolvedValue(feedWatchOf, [Tokens.eventFeed, Tokens.metrics, Tokens.movedFeeds]);
  bindStore(Tokens.deviceEventClaims, ({ deviceEventClaims }) => deviceEventClaims);
  bindStore(Tokens.idempotencyKeys, ({ idempotencyKeys }) => idempotencyKeys);
  bindStore(Tokens.policyRepository, ({ policyRepository }) => policyRepository);
  bindStore(Tokens.settings, ({ settings }) => settings);
  bindStore(Tokens.listStore, ({ listStore }) => listStore);
  bindReporting(Tokens.clientStore, clientStoreOf);
  bindStore(Tokens.policyDrafts, ({ policyDrafts }) => policyDrafts);
  bindStore(Tokens.webhookEndpoints, ({ webhookEndpoints }) => webhookEndpoints);
  bindReporting(Tokens.webhookDeliveries, webhookDeliveriesOf);
  bindStore(Tokens.workLeases, ({ workLeases }) => workLeases);
  bind(Tokens.sweepLease).toResolvedValue(sweepLeaseOf, [Tokens.workLeases, Tokens.clock, Tokens.ids]);
  bindReporting(Tokens.staffSessions, staffSessionsOf);
  bindReporting(Tokens.staffDirectory, staffDirectoryOf);
  bindStore(Tokens.tokenStates, ({ tokenStates }) => tokenStates);
  bindReporting(Tokens.accessLog, accessLogOf);
  bindReporting(Tokens.duplicateIndex, duplicateIndexOf);
  bindStore(Tokens.files, ({ files }) => files, { service: 'files' });
  bindStore(Tokens.eraser, ({ eraser }) => eraser, { operations: eraserOperations });
  bindStore(Tokens.healthProbe, ({ healthProbe }) => healthProbe);
  bind(Tokens.signingSeed).toResolvedValue(
    ({ keys }: RecordDatabase) => keys.ofService.keyNamed('signing'),
    [Tokens.records],
  );
  bindStore(Tokens.reviewClaims, ({ reviewClaims }) => reviewClaims);
  bindReporting(Tokens.reviewQueue, reviewQueueOf);
  bindStore(Tokens.usageCounters, ({ usageCounters }) => usageCounters);
  bindStore(Tokens.workCounts, ({ workCounts }) => workCounts);
  bind(Tokens.storageUsage).toResolvedValue(storageUsage, [Tokens.config, Tokens.usageCounters]);
});
