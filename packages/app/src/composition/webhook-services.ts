import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, IdGenerator } from '@portcullis/domain';
import * as events from '@portcullis/events';
import type { EventFeed, WebhookDeliveries, WebhookEndpoints, WebhookSender } from '@portcullis/events/ports';

type WebhookPorts = {
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly eventFeed: EventFeed;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly webhookSender: WebhookSender;
};

/** The use cases of a partner's endpoints for webhooks. */
export const webhookServices = (ports: WebhookPorts) => {
  const { clock, eventFeed, ids, webhookDeliveries: deliveries, webhookEndpoints: endpoints } = ports;
  const deps = {
    clock,
    eventFeed,
    ids,
    deliveries,
    endpoints,
    sender: ports.webhookSender,
  };
  return {
    createEndpoint: events.createEndpoint(deps),
    listEndpoints: events.listEndpoints(deps),
    getEndpoint: events.getEndpoint(deps),
    updateEndpoint: events.updateEndpoint(deps),
    deleteEndpoint: events.deleteEndpoint(deps),
    pingEndpoint: events.pingEndpoint(deps),
    rotateSecret: events.rotateSecret({ ...deps, wait: (ms) => sleep(ms) }),
    replayDeliveries: events.replayDeliveries(deps),
    readTries: events.readTries(deps),
    readDeadLetters: events.readDeadLetters(deps),
  };
};
