import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, IdGenerator } from '@portcullis/domain';
import type { EventFeed, WebhookDeliveries, WebhookEndpoints, WebhookSender } from '@portcullis/domain/ports';
import * as useCases from '@portcullis/domain/use-cases';

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
    createEndpoint: useCases.createEndpoint(deps),
    listEndpoints: useCases.listEndpoints(deps),
    getEndpoint: useCases.getEndpoint(deps),
    updateEndpoint: useCases.updateEndpoint(deps),
    deleteEndpoint: useCases.deleteEndpoint(deps),
    pingEndpoint: useCases.pingEndpoint(deps),
    rotateSecret: useCases.rotateSecret({ ...deps, wait: (ms) => sleep(ms) }),
    replayDeliveries: useCases.replayDeliveries(deps),
    readTries: useCases.readTries(deps),
    readDeadLetters: useCases.readDeadLetters(deps),
  };
};
