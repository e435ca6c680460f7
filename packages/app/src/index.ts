export { createFeedWatch, waitingLimits } from './adapters/feed-watch.ts';
export { lazyLocalReader } from './adapters/local-readers.ts';
export { notifyingStore } from './adapters/notifying-store.ts';
export { pooledRandom } from './adapters/pooled-random.ts';
export * from './audit/access-recorder.ts';
export { staffRefusalLog } from './audit/staff-refusals.ts';
export { createContainer, type SharedAdapters } from './composition/container.ts';
export { documentReader } from './composition/document-reader.ts';
export type { OwnAdapters } from './composition/own-adapters.ts';
export { Tokens } from './composition/tokens.ts';
export { createVendors } from './composition/vendors.ts';
export * from './config/config.ts';
export { vendorLimits } from './config/vendors/limits.ts';
export { loadVendors } from './config/vendors/table.ts';
export { diskGauges } from './gauges/disk.ts';
export { readinessGauges } from './gauges/readiness.ts';
export { reviewGauges } from './gauges/reviews.ts';
export { sweepTelemetry } from './gauges/sweep.ts';
export { workGauges } from './gauges/work.ts';
export { accessLogMaintenance } from './jobs/access-log-maintenance.ts';
export { serviceEntryRelay } from './jobs/entry-relay.ts';
export { leasedPrune } from './jobs/leased-prune.ts';
export { pruneEvents } from './jobs/prune-events.ts';
export { relayPause, relayRounds } from './jobs/relay-rounds.ts';
export { revocationRound } from './jobs/revocation-round.ts';
export { leasedRounds } from './jobs/sweep-lease.ts';
export { sweepObjects } from './jobs/sweep-objects.ts';
export { sweepRound } from './jobs/sweep-round.ts';
export * from './jobs/sweeper.ts';
export { usageMeasurement } from './jobs/usage-measurement.ts';
export { webhookRounds } from './jobs/webhook-rounds.ts';
export { checkReadiness, type NotReadyReason } from './lifecycle/check-readiness.ts';
export { endAccessLog } from './lifecycle/end-access-log.ts';
export * from './lifecycle/service.ts';
export * from './listeners/connection-guard.ts';
export { allowedOrigins, linkBaseWith, redirectRules } from './listeners/http-settings.ts';
export * from './listeners/listener.ts';
export * from './listeners/management.ts';
export {
  damageReport,
  reportingDamage,
  reportingDamagedEntries,
  reportingDamagedLists,
  reportingDamagedProfiles,
  reportingDamagedQueue,
  reportingDamagedSessions,
  reportingFind,
} from './telemetry/damaged-rows.ts';
export { type DatabaseEngine, databaseOutage } from './telemetry/database-outage.ts';
export * from './telemetry/instrumented.ts';
export type { LogFields } from './telemetry/log-fields.ts';
export * from './telemetry/logger.ts';
export { type MetricDefinition, metricList } from './telemetry/metric-list.ts';
export * from './telemetry/metrics.ts';
export * from './telemetry/readiness.ts';
export { requestObserver } from './telemetry/request-observer.ts';
export * from './telemetry/vendor-calls.ts';
export * from './watches/clock-watch.ts';
export * from './watches/forwarding-watch.ts';
export { placingWatch } from './watches/placing-watch.ts';
export { schemaWatch } from './watches/schema-watch.ts';
