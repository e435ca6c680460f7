import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, IdGenerator } from '@portcullis/domain';
import type { EventFeed, WebhookDeliveries, WebhookEndpoints, WebhookSender } from '@portcullis/domain/ports';
import {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  pingEndpoint,
  readDeadLetters,
  readTries,
  replayDeliveries,
  rotateSecret,
  updateEndpoint,
} from '@portcullis/domain/use-cases';

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
    createEndpoint: createEndpoint(deps),
    listEndpoints: listEndpoints(deps),
    getEndpoint: getEndpoint(deps),
    updateEndpoint: updateEndpoint(deps),
    deleteEndpoint: deleteEndpoint(deps),
    pingEndpoint: pingEndpoint(deps),
    rotateSecret: rotateSecret({ ...deps, wait: (ms) => sleep(ms) }),
    replayDeliveries: replayDeliveries(deps),
    readTries: readTries(deps),
    readDeadLetters: readDeadLetters(deps),
  };
};
