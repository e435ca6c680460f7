import { E } from '@portcullis/domain';
import type { Container } from 'inversify';
import { Tokens } from '../composition/tokens.ts';
import { reviewGauges } from '../gauges/reviews.ts';
import { sweepTelemetry } from '../gauges/sweep.ts';
import { workGauges } from '../gauges/work.ts';
import type { Logger } from '../telemetry/logger.ts';
import { accessLogMaintenance } from './access-log-maintenance.ts';
import { leasedPrune } from './leased-prune.ts';
import { revocationRound } from './revocation-round.ts';
import { leasedRounds } from './sweep-lease.ts';
import { sweepObjects } from './sweep-objects.ts';
import { sweepRound } from './sweep-round.ts';
import { createSweeper, type Sweeper } from './sweeper.ts';
import { usageMeasurement } from './usage-measurement.ts';
import { webhookJob } from './webhook-job.ts';

const sweepEveryMs = 1000;
/** How often the lease on the sweep is looked after, also while a round takes long. */
const keepLeaseEveryMs = 1000;
/** How often an instance looks whether there is an event to deliver. */
const deliverEveryMs = 250;
/** How often an instance looks whether objects without a row are to be looked for. */
const sweepObjectsEveryMs = 60_000;
/** How often an instance reads which tokens others have revoked; docs/configuration.md promises 10 seconds in all. */
const readRevocationsEveryMs = 5000;
/** The time between two reads of the clients that others have changed; docs/console.md promises the same. */
const readClientsEveryMs = 5000;

/** Reads the revocations of other instances, and forgets what has expired. */
const revocationReader = (container: Container, logger: Logger): Sweeper => {
  const { isHeld } = container.get(Tokens.sweepLease);
  const round = revocationRound({
    revocations: container.get(Tokens.revocations),
    tokenStates: { prune: leasedPrune(isHeld, container.get(Tokens.tokenStates).prune) },
    staffSessions: { prune: leasedPrune(isHeld, container.get(Tokens.staffSessions).prune) },
    clock: container.get(Tokens.clock),
    onUnread: (cause) => logger.warn('revocations_unread', { cause }),
    onNotPruned: (cause) => {
      container.get(Tokens.metrics).countSweepFailure('tokens');
      logger.warn('sweep_failed', { part: 'tokens', cause });
    },
  });
  return createSweeper(round, readRevocationsEveryMs, logger);
};

/** Reads which clients staff have changed at other instances. */
const clientReader = (container: Container, logger: Logger): Sweeper => {
  const { refresh } = container.get(Tokens.knownClients);
  const round = async (): Promise<void> => {
    const read = await refresh();
    if (E.isLeft(read)) logger.warn('clients_unread', { cause: read.left });
    else for (const id of read.right) logger.error('client_damaged', { client_id: id });
  };
  return createSweeper(round, readClientsEveryMs, logger);
};

/** Delivers events to the endpoints of partners. */
const webhookSender = (container: Container, logger: Logger): Sweeper & { readonly hasLease: () => boolean } => {
  const deliveries = container.get(Tokens.webhookDeliveries);
  const { hasLease, hear, round, stop } = webhookJob({
    // Once at a time: the lease on deliveries is not renewed meanwhile.
    deliveries: {
      ...deliveries,
      prune: leasedPrune(container.get(Tokens.sweepLease).isHeld, deliveries.prune, 1),
    },
    endpoints: container.get(Tokens.webhookEndpoints),
    leases: container.get(Tokens.workLeases),
    eventFeed: container.get(Tokens.eventFeed),
    sender: container.get(Tokens.webhookSender),
    clock: container.get(Tokens.clock),
    ids: container.get(Tokens.ids),
    metrics: container.get(Tokens.metrics),
    logger,
  });
  const rounds = createSweeper(round, deliverEveryMs, logger);
  container.get(Tokens.movedFeeds).subscribe(hear);
  return {
    hasLease,
    start: rounds.start,
    stop: async () => {
      await rounds.stop();
      await stop();
    },
  };
};

/** Removes objects without a row, where there is an object store. */
const objectSweepers = (container: Container, logger: Logger, hasLease: () => boolean): readonly Sweeper[] => {
  const { sweep } = container.get(Tokens.records).objects;
  const { countSweepFailure } = container.get(Tokens.metrics);
  const deps = { clock: container.get(Tokens.clock), hasLease, logger, countSweepFailure };
  return sweep === null ? [] : [createSweeper(sweepObjects({ ...deps, sweep }), sweepObjectsEveryMs, logger)];
};

const dueSweeper = (container: Container, logger: Logger): Sweeper => {
  const lease = container.get(Tokens.sweepLease);
  const { isHeld } = lease;
  const clock = container.get(Tokens.clock);
  const metrics = container.get(Tokens.metrics);
  const telemetry = sweepTelemetry({ logger, metrics, monotonic: () => performance.now() });
  const { failed } = telemetry;
  const measureUsage = usageMeasurement({
    usage: container.get(Tokens.storageUsage),
    counters: { prune: leasedPrune(isHeld, container.get(Tokens.usageCounters).prune) },
    clock,
    metrics,
    onFailure: (cause) => failed('usage', cause),
  });
  const countWork = workGauges({
    workCounts: container.get(Tokens.workCounts),
    clock,
    metrics,
    onFailure: (cause) => failed('counts', cause),
  });
  const countReviews = reviewGauges({
    reviewQueue: container.get(Tokens.reviewQueue),
    reviewSlaHours: container.get(Tokens.config).limits.reviewSlaHours,
    clock,
    metrics,
    onFailure: (cause) => failed('counts', cause),
  });
  const maintainAccessLog = accessLogMaintenance({
    accessLog: { prune: leasedPrune(isHeld, container.get(Tokens.accessLog).prune) },
    clock,
    keptDays: container.get(Tokens.config).accessLogDays,
  });
  const round = sweepRound({
    clock,
    compareClock: container.get(Tokens.clockWatch).compare,
    keepLease: () => kept.keep(),
    sweep: container.get(Tokens.useCases).sweep,
    keys: { prune: leasedPrune(isHeld, container.get(Tokens.idempotencyKeys).prune) },
    measure: async () => {
      await countWork();
      await countReviews();
      await measureUsage();
    },
    maintainAccessLog,
    telemetry,
  });
  const kept = leasedRounds({
    lease,
    clock,
    round: (isAway, onHandled) =>
      telemetry.round(async () => {
        await round(onHandled);
        // It has done nothing of what it could not do before.
        if (isAway) telemetry.skipped();
      }),
    onLeft: () => logger.warn('sweep_left_to_others'),
  });
  const rounds = createSweeper(kept.round, sweepEveryMs, logger);
  // The next round says what prevents it.
  const keeper = createSweeper(async () => void (await kept.keep()), keepLeaseEveryMs, logger);
  return {
    start: () => {
      keeper.start();
      rounds.start();
    },
    stop: async () => {
      await rounds.stop();
      await keeper.stop();
      await lease.release();
    },
  };
};

/** Back-tests begin with requests, and end with the sweepers. */
const backTestEnd = (container: Container): Sweeper => ({
  start: () => undefined,
  stop: () => container.get(Tokens.useCases).stopBackTests(),
});

/** The timed work of the service apart from the relay, which places entries while `isPlacing`. */
export const serviceSweepers = (container: Container, logger: Logger, isPlacing: () => boolean): readonly Sweeper[] => {
  const sender = webhookSender(container, logger);
  const { isHeld } = container.get(Tokens.sweepLease);
  container.get(Tokens.metrics).registerLabelledGauge('portcullis_lease_held', () => [
    ['sweep', Number(isHeld())],
    ['delivery', Number(sender.hasLease())],
    ['relay', Number(isPlacing())],
  ]);
  return [
    ...objectSweepers(container, logger, isPlacing),
    dueSweeper(container, logger),
    revocationReader(container, logger),
    clientReader(container, logger),
    sender,
    backTestEnd(container),
  ];
};
