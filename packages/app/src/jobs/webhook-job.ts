import { setTimeout as sleep } from 'node:timers/promises';
import type { Unavailable } from '@portcullis/domain';
import { createWebhookDelivery, type DeliveryDeps } from '@portcullis/events';
import type { WebhookDeliveries } from '@portcullis/events/ports';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { webhookRounds } from './webhook-rounds.ts';

/** How long results wait for further ones, to be written together. */
const gatherMs = 100;

type WebhookJobDeps = Omit<DeliveryDeps, 'onTry' | 'onDisabled' | 'onFailure' | 'gather'> & {
  readonly deliveries: WebhookDeliveries;
  readonly metrics: Metrics;
  readonly logger: Logger;
};

/** Delivers events to the endpoints of partners, measured. `stop` waits for the requests that are under way. */
export const webhookJob = ({ logger, metrics, ...deps }: WebhookJobDeps) => {
  let counts = { waiting: 0, dead: 0 };
  metrics.registerLabelledGauge('portcullis_webhook_deliveries', () => Object.entries(counts));
  const onFailure = (cause: Unavailable, endpointId?: string): void => {
    metrics.countWebhookFailure();
    logger.warn('webhook_failed', { cause, ...(endpointId !== undefined && { endpoint_id: endpointId }) });
  };
  const delivery = createWebhookDelivery({
    ...deps,
    onTry: ({ line }) => metrics.countWebhookTry(line.outcome),
    onDisabled: ({ disabledReason, id, tenant }) => {
      const outcome = disabledReason ?? 'requested';
      metrics.countDisabledEndpoint(outcome);
      logger.warn('webhook_endpoint_disabled', { endpoint_id: id, partner_id: tenant.partnerId, outcome });
    },
    onFailure,
    gather: () => sleep(gatherMs),
  });
  const onCounted = (counted: typeof counts): void => {
    counts = counted;
  };
  const round = webhookRounds({ delivery, deliveries: deps.deliveries, clock: deps.clock, onCounted, onFailure });
  return { hasLease: delivery.hasLease, round, hear: delivery.hear, stop: delivery.stop };
};
